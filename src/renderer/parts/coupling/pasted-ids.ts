import type { CouplingNetwork } from '../../../shared/rules/service/coupling.ts';
import { unescapeFormulas } from '../../../shared/rules/tables/formula.ts';

export interface PastedId {
  readonly id: string;
  readonly outcome: 'added' | 'there-already' | 'given-twice';
}

/** The answer to a pasted id. An added id may turn out to be no component's while lists are read. */
export function pastedWord(
  { id, outcome }: PastedId,
  { component }: Pick<CouplingNetwork, 'component'>,
): PastedId['outcome'] | 'unknown' | 'unread' {
  if (outcome !== 'added') return outcome;
  const found = component(id);
  return found === undefined ? 'unknown' : found === null ? 'unread' : 'added';
}

/** The ids of a text, without the quotes of spreadsheets and the escapes of our exports. */
export function idsIn(text: string): readonly string[] {
  return text
    .split(/[\r\n\t,;]+/)
    .map((part) =>
      unescapeFormulas(
        part
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2')
          .trim(),
      ),
    )
    .filter((id) => id !== '');
}

/** Adds each id at most once, and answers each one (ux P7). */
export function withPasted(
  selected: readonly string[],
  pasted: readonly string[],
): { readonly ids: readonly string[]; readonly results: readonly PastedId[] } {
  const before = new Set(selected);
  const seen = new Set<string>();
  const results = pasted.map((id): PastedId => {
    if (seen.has(id)) return { id, outcome: 'given-twice' };
    seen.add(id);
    return { id, outcome: before.has(id) ? 'there-already' : 'added' };
  });
  const added = results.filter(({ outcome }) => outcome === 'added').map(({ id }) => id);
  return { ids: [...selected, ...added], results };
}
