const named =
  'Plus|Enter|Escape|Tab|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(?:Left|Right|Up|Down)';

export const chordShape = new RegExp(
  `^(Mod\\+)?(Ctrl\\+)?(Alt\\+)?(Shift\\+)?(F(?:[1-9]|1\\d|2[0-4])|${named}|[^\\s+a-z\\p{C}])$`,
  'u',
);

/**
 * Keys that are held together: `Mod+Shift+N`, `F6`, `Alt+ArrowLeft`. `Mod` is Command on macOS and Control elsewhere; `Ctrl` is
 * the Control key of macOS. Shift is never named with a mark such as `/`: which marks need it depends on the keyboard.
 */
export type Chord = string;

export interface ChordParts {
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** The parts of a chord; null for a text that is none. */
export function partsOf(chord: string): ChordParts | null {
  const [whole, mod, ctrl, alt, shift, key = ''] = chordShape.exec(chord) ?? [];
  if (whole === undefined) return null;
  return {
    mod: mod !== undefined,
    ctrl: ctrl !== undefined,
    alt: alt !== undefined,
    shift: shift !== undefined,
    key,
  };
}

export function chordOf({ mod, ctrl, alt, shift, key }: ChordParts): Chord {
  return `${mod ? 'Mod+' : ''}${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}
