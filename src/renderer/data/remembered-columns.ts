import type { ImportMapping } from '../../shared/model/preferences.ts';
import { furthestHeader, headerFingerprint, titleNames } from '../../shared/rules/tables/columns.ts';
import { atMost } from '../../shared/settings.ts';
import { useChangePreferences, usePreferences } from './preferences.ts';

/** How the columns of a table are understood, by their places. */
type Understood = Omit<ImportMapping, 'fingerprint' | 'titles' | 'unused'> & {
  readonly mapping: Readonly<Partial<Record<string, number>>>;
  readonly notUsed?: readonly number[];
};

const longestFingerprint = 4_000;

/** How a header was understood before, for a kind of table or, with null, for any; undefined where it is new. */
export function rememberedFor(
  header: readonly string[],
  mappings: readonly ImportMapping[],
  kind: string | null,
): ImportMapping | undefined {
  const fingerprint = headerFingerprint(header);
  if (fingerprint === '') return undefined;
  return mappings.find((one) => one.fingerprint === fingerprint && (kind ?? one.kind) === one.kind);
}

/** The row of a table that is remembered as its header; null where none is. */
export function rememberedRow(
  rows: readonly (readonly string[])[],
  mappings: readonly ImportMapping[],
): number | null {
  const place = rows
    .slice(0, furthestHeader)
    .findIndex((row) => rememberedFor(row, mappings, null) !== undefined);
  return place < 0 ? null : place;
}

/** Where the columns are that are remembered of a header, in whatever order its titles stand; not where several titles may be meant. */
export function rememberedPlaces<Column extends string>(
  columns: readonly Column[],
  { titles }: Pick<ImportMapping, 'titles'>,
  header: readonly string[],
): Readonly<Partial<Record<Column, number>>> {
  const names = titleNames(header);
  const placed = columns
    .map((column) => [column, titles[column] === undefined ? -1 : names.indexOf(titles[column])] as const)
    .filter(([, place]) => place >= 0);
  return Object.fromEntries(placed) as Partial<Record<Column, number>>; // its keys are of these columns
}

/** Where the columns are that are remembered as not used. */
export function rememberedUnused(
  { unused = [] }: Pick<ImportMapping, 'unused'>,
  header: readonly string[],
): readonly number[] {
  return titleNames(header).flatMap((title, place) => (unused.includes(title) ? [place] : []));
}

/** All that is remembered with how a header is understood now, the newest first. A header that cannot be known again changes nothing. */
export function withRemembered(
  mappings: readonly ImportMapping[],
  header: readonly string[],
  { mapping, notUsed = [], ...rest }: Understood,
): readonly ImportMapping[] {
  const fingerprint = headerFingerprint(header);
  if (fingerprint === '' || fingerprint.length > longestFingerprint) return mappings;
  const names = titleNames(header);
  const titles = Object.entries(mapping)
    .map(([column, place]) => [column, names[place ?? -1] ?? ''])
    .filter(([, title]) => title !== '');
  const before = rememberedFor(header, mappings, rest.kind);
  const others = mappings.filter((one) => one !== before);
  const unused = notUsed.flatMap((place) => names[place] || []);
  const now = {
    ...rest,
    fingerprint,
    titles: Object.fromEntries(titles),
    ...(unused.length > 0 && { unused }),
  };
  return [now, ...others].slice(0, atMost.importMappings);
}

/** What is remembered of a header, until a person has it forgotten. */
export function useRememberedColumns(header: readonly string[], kind: string) {
  const { importMappings } = usePreferences();
  const change = useChangePreferences();
  const remembered = rememberedFor(header, importMappings, kind);
  return {
    remembered,
    remember: (now: Understood) =>
      void change({ importMappings: withRemembered(importMappings, header, now) }),
    forget: () => void change({ importMappings: importMappings.filter((one) => one !== remembered) }),
  };
}
