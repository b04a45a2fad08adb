import { use } from 'react';
import { placesOf, wordSearch } from '../../shared/rules/texts/fold.ts';
import { cx } from './class-names.ts';
import { Name, Sought, useToldApart } from './name.tsx';
import { partsOf } from './name-parts.ts';
import styles from './whole-name.module.css';

const most = 72; // characters that a row holds
const long = 40; // characters from which on they are small

/** A name that is whole in a high row, with what is searched for marked. One that the row does not hold shows as in any other. */
export function WholeName({ text, twin }: { readonly text: string; readonly twin: string }) {
  const name = useToldApart(text, twin);
  const { words } = wordSearch(use(Sought));
  if (name.length > most) return <Name text={text} twin={twin} />;
  return (
    <bdi data-whole className={cx(styles.whole, name.length > long && styles.small)}>
      {partsOf(name, [0, name.length], placesOf(words, name)).map(({ at, text: part, role }) => (
        <span key={at} data-text={part} className={cx(role === 'match' && styles.match)}>
          {part}
        </span>
      ))}
    </bdi>
  );
}
