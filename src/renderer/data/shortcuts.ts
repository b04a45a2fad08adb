import { type Chord, partsOf } from '../../shared/chord.ts';
import { type CommandId, keysOf } from '../../shared/commands.ts';
import { usePreferences } from './preferences.ts';

export const isMac = navigator.userAgent.includes('Macintosh');

const marks: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Plus: '+',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** A chord as a person reads it: `Ctrl+Shift+N`, `⇧⌘N`. */
export function spelled(chord: Chord, mac: boolean): string {
  const parts = partsOf(chord);
  if (parts === null) return chord;
  const { mod, ctrl, alt, shift } = parts;
  const key = marks[parts.key] ?? parts.key;
  const held = mac
    ? [ctrl && '⌃', alt && '⌥', shift && '⇧', mod && '⌘']
    : [(mod || ctrl) && 'Ctrl', alt && 'Alt', shift && 'Shift'];
  return [...held.filter((name) => name !== false), key].join(mac ? '' : '+');
}

export function ariaShortcut(chord: Chord, mac: boolean): string {
  const parts = partsOf(chord);
  if (parts === null) return chord;
  const { mod, ctrl, alt, shift, key } = parts;
  const held = [mod && (mac ? 'Meta' : 'Control'), ctrl && 'Control', alt && 'Alt', shift && 'Shift'];
  return [...held.filter((name) => name !== false), key].join('+');
}

export interface Shortcut {
  readonly text: string;
  readonly aria: string;
}

/** Answers the shortcut of a command, as this person has it; null where there is none. */
export function useShortcuts(): (id: CommandId) => Shortcut | null {
  const { shortcuts } = usePreferences();
  return (id) => {
    const [chord] = keysOf(id, shortcuts, isMac);
    return chord === undefined ? null : { text: spelled(chord, isMac), aria: ariaShortcut(chord, isMac) };
  };
}
