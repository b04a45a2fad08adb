import { fold } from '../texts/fold.ts';
import { lettersApart } from '../texts/letters-apart.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportColumn,
  type ImportKind,
  type ImportWords,
} from './columns.ts';
import { titleKey } from './titles.ts';

/** A column of a file that is taken for none of the app. */
export interface UnusedColumn {
  readonly place: number;
  readonly title: string;
  /** The column of the app that its title comes close to: a person says whether it is this one. Null where there is none. */
  readonly close: ImportColumn | null;
}

/** The columns of a file that have a title or values, and are not used. */
export function unusedColumns(
  { kind, mapping, words }: Understood,
  header: readonly string[],
  samples: readonly string[],
): readonly UnusedColumn[] {
  const used = new Set(Object.values(mapping));
  const closeTo = closeFinder({ kind, mapping, words });
  return Array.from({ length: Math.max(header.length, samples.length) }, (_, place) => place)
    .filter((place) => !used.has(place) && `${header[place] ?? ''}${samples[place] ?? ''}`.trim() !== '')
    .map((place) => {
      const title = header[place] ?? '';
      return { place, title, close: title.trim() === '' ? null : closeTo(title) };
    });
}

interface Understood {
  readonly kind: ImportKind;
  readonly mapping: ColumnMapping;
  readonly words: ImportWords;
}

/** Finds the column, of those that a table does not have yet, to whose titles another title is the closest. */
function closeFinder({ kind, mapping, words }: Understood): (title: string) => ImportColumn | null {
  const known = columnsOf(kind)
    .filter((column) => mapping[column] === undefined)
    .flatMap((column) =>
      [column, ...(words.columns[column] ?? []), ...(words.alsoCalled?.[column] ?? [])].map((word) => ({
        column,
        key: titleKey(word),
      })),
    );
  const unread = new Set(words.unread?.map(titleKey));
  return (title) => {
    const key = titleKey(title);
    if (unread.has(key)) return null;
    const [best] = known
      .map(({ column, key: other }) => ({ column, distance: distanceOf(key, other) }))
      .filter(({ distance }) => distance !== null)
      .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0));
    return best?.column ?? null;
  };
}

/** How far two titles are from each other; null where they are not close. */
function distanceOf(one: string, other: string): number | null {
  if (one === other) return 0;
  const [joined, joinedOther] = [one, other].map((key) => key.replaceAll(' ', ''));
  const length = Math.min(joined?.length ?? 0, joinedOther?.length ?? 0);
  const apart = length < 5 ? 9 : lettersApart(joined ?? '', joinedOther ?? '');
  if (apart <= (length < 7 ? 1 : 2)) return 1 + apart;
  const [fewer = [], more = []] = [telling(one), telling(other)].toSorted((a, b) => a.length - b.length);
  if (fewer.every((word) => general.has(word))) return null;
  const shared = fewer.filter((word) => more.some((each) => isIn(word, each) || isIn(each, word)));
  if (shared.length === fewer.length) return 5 + more.length - fewer.length;
  return shared.some((word) => word.length > 5 && !general.has(word)) ? 10 : null;
}

/** The words that tell something. */
function telling(key: string): readonly string[] {
  return key.split(' ').filter((word) => word.length > 2 && !joining.has(word));
}

/** Whether a word is another, or a part of it, as languages join them. */
function isIn(word: string, other: string): boolean {
  return word === other || (word.length >= 5 && !general.has(word) && other.includes(word));
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(fold));
const joining = wordsOf('the and for with van het een met der des dei del dal per con non tot aan bij');
/** Words of so many titles that they make none like another. */
const general = wordsOf(
  'audit client customer klant relatie mandant kunde engagement opdracht incarico cliënt cliente name naam nome number nummer numero code codice date datum data group groep gruppo type soort tipo component components onderdeel componente',
);
