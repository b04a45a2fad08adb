import { createContext, use } from 'react';
import { placesOf, wordSearch } from '../../shared/rules/texts/fold.ts';
import { cx } from './class-names.ts';
import styles from './name.module.css';
import { apartIn, partsOf } from './name-parts.ts';

/** The names that a name stands beside, those of a list or of the rows around it: it shows by what tells it apart from them. */
export const Beside = createContext<readonly string[]>([]);

/** What is searched for: where it stands in a name, the name shows it. */
export const Sought = createContext('');

/** More than one character takes, in pixels, but for the widest. */
const widest = 9;
const usual = 7; // pixels of a character in small lines, with what is left free where they break
const long = 60; // characters that two small lines may not hold
const short = 20; // characters that fit wherever a name stands

/** In place of a space at the end of a part, which would go to its other side where it is cut off at its beginning. */
const kept = '\u00a0';

interface NameProps {
  readonly text: string;
  /** How wide the place is, in pixels, where that is known: a name that surely fits is drawn as it is. */
  readonly room?: number | undefined;
  /** What tells it apart from one of the same name. */
  readonly twin?: string | undefined;
}

/**
 * A name that shows, where it does not fit, by what tells it apart: what it shares with others folds first. A match is marked and
 * always in sight. Where two small lines hold it, the whole name is in its place on hovering and where its row has the focus. It is
 * there as one text, for copying and for screen readers; its parts are drawn.
 */
export function Name({ text, room = 0, twin = '' }: NameProps) {
  const beside = use(Beside);
  const { words } = wordSearch(use(Sought));
  const name = useToldApart(text, twin);
  const matches = placesOf(words, name);
  const fits = name.length <= Math.max(short, room / widest);
  if (matches.length === 0 && fits) return <bdi>{name}</bdi>;
  const isNarrow = room > 0 && name.length > 2 * Math.floor(room / usual);
  const apart = name !== text ? ([text.length, name.length] as const) : apartIn(name, beside);
  return (
    <bdi
      className={cx(styles.name, beside.length === 0 && styles.lone, (isNarrow || fits) && styles.still)}
      dir={directionOf(name)}
      title={isNarrow || name.length > long ? name : undefined}
    >
      <span data-whole className={styles.whole}>
        {name}
      </span>
      {partsOf(name, apart, matches).map((part) => (
        <span
          key={part.at}
          className={cx(styles.part, styles[part.role])}
          data-text={part.drawn.replace(/ $/, kept)}
        />
      ))}
    </bdi>
  );
}

/** A name, with its twin's mark where it stands beside another one that is the same. */
export function useToldApart(text: string, twin: string): string {
  const beside = use(Beside);
  return twin !== '' && twin !== text && beside.includes(text) ? `${text} · ${twin}` : text;
}

/** By its first letter, as the browser finds it. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(first) ? 'rtl' : 'ltr';
}
