import { type Chord, chordOf } from '../../shared/chord.ts';

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const names = /^(Enter|Escape|Tab|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Left|Right|Up|Down)|F\d+)$/;

/**
 * The chords that a key press may mean, the likeliest first; none for a key that only holds. By the character that is typed
 * before the place of the key, so that `Ctrl+/` is where a keyboard has its `/`, and digits and letters are found on
 * keyboards that have them under Shift or not at all.
 */
export function chordsOf(press: KeyPress, isMac: boolean): readonly Chord[] {
  const { ctrlKey, metaKey, altKey: alt, shiftKey: shift } = press;
  if (!isMac && (metaKey || (ctrlKey && alt))) return []; // the system's key; AltGr, which types
  const held = isMac
    ? { mod: metaKey, ctrl: ctrlKey, alt, shift }
    : { mod: ctrlKey, ctrl: false, alt, shift };
  const key = nameOf(press.key);
  const placed = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code);
  const place = placed?.[1] ?? (shift ? undefined : placed?.[2]);
  const typesItself = key !== null && /^[A-Z0-9]$/.test(key);
  return [
    ...(key === null ? [] : [chordOf({ ...held, shift: shift && namesShift(key), key })]),
    ...(place === undefined || typesItself ? [] : [chordOf({ ...held, key: place })]),
  ];
}

function nameOf(key: string): string | null {
  if (key === ' ') return 'Space';
  if (key === '+') return 'Plus';
  if (names.test(key)) return key;
  return /^[^\s\p{C}]$/u.test(key) ? key.toUpperCase() : null;
}

function namesShift(key: string): boolean {
  return /^\p{Lu}$/u.test(key) || (key.length > 1 && key !== 'Plus');
}
