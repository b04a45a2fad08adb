import { type Chord, partsOf } from '../../chord.ts';
import { type ChosenKeys, type CommandId, commandIds, keysOf } from '../../commands.ts';

/**
 * Why a chord can lead to no command: it types or moves by itself (`plain`), a screen reader has it (`reader`), the system or a
 * menu has it (`system`), it edits a text (`text`).
 */
export type ChordObstacle = 'plain' | 'reader' | 'system' | 'text';

const arrows = /^(Arrow(Left|Right|Up|Down)|Home|End)$/;

// Keys of menus and windows. On macOS, Command with `H`, `M`, `Q`, a space, Tab and the key beside the 1 are the system's, and
// Control with F1 to F8 moves the keyboard through its bars.
const systemKeys = {
  elsewhere:
    /^(Alt\+(F4|Tab|Space|Escape|Enter|[A-Z0-9])|Mod\+(Shift\+)?Escape|(Shift\+)?F10|F11|Mod\+[WQ])$/,
  mac: /^(Mod\+([HMQW`]|Space|Tab|Shift\+Tab|Shift\+[3-6Q])|Ctrl\+F[1-8]|Ctrl\+Mod\+[FQ]|F11)$/,
} as const;
const textKeys = /^Mod\+(Shift\+)?([ACVXZY]|Backspace|Delete)$/;

/** What keeps a chord from leading to a command; null where nothing does. */
export function chordObstacle(chord: Chord, isMac: boolean): ChordObstacle | null {
  const parts = partsOf(chord);
  if (parts === null) return 'plain';
  const { mod, ctrl, alt, shift, key } = parts;
  const isFunctionKey = /^F\d/.test(key);
  // Letters, digits and marks alone are the quick keys of NVDA, JAWS and Orca in a page; Tab, Enter, Escape and arrows move.
  if (!(mod || ctrl || alt || isFunctionKey)) return 'plain';
  // NVDA and JAWS: Control+Alt with arrows reads tables, with a letter starts them. VoiceOver: Control+Option is its own key.
  if (alt && (mod || ctrl)) return 'reader';
  // Orca: Alt+Shift with arrows reads tables.
  if (alt && shift && arrows.test(key)) return 'reader';
  // All of them read by word and paragraph as the text's own cursor moves.
  if ((mod || ctrl) && arrows.test(key)) return 'reader';
  // VoiceOver is switched on and off by it.
  if (isMac && mod && key === 'F5') return 'reader';
  if ((isMac ? systemKeys.mac : systemKeys.elsewhere).test(chord)) return 'system';
  return textKeys.test(chord) ? 'text' : null;
}

/** The other command that a chord leads to already; null where it is free. */
export function commandWith(
  chord: Chord,
  besides: CommandId,
  chosen: ChosenKeys,
  isMac: boolean,
): CommandId | null {
  return commandIds.find((id) => id !== besides && keysOf(id, chosen, isMac).includes(chord)) ?? null;
}
