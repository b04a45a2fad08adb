import type { Draft } from '../../model/draft.ts';
import { nothingOwn, nothingShared, type OwnDecisions, type SharedDecisions } from './many.ts';
import type { AdditionDecision, ScopeDecision } from './model.ts';

/** What a draft keeps of the decisions of a person: all but what comes of a template. */
export interface RollDecisions {
  readonly shared: SharedDecisions;
  /** By the audit that a network was chosen by. */
  readonly owns: ReadonlyMap<string, OwnDecisions>;
}

type Saved = Readonly<Record<string, unknown>>;

export function contentOf(audits: readonly string[], { shared, owns }: RollDecisions): Saved {
  const { period, packages, labels, language, unit, namePattern, idPattern } = shared;
  return {
    audits,
    period,
    packages: [...packages],
    labels: [...labels],
    language,
    unit,
    namePattern,
    idPattern,
    networks: [...owns].map(([id, own]) => [
      id,
      Object.fromEntries(Object.entries(own).map(([field, decisions]) => [field, [...decisions]])),
    ]),
  };
}

/** The audits that a draft is about; none where another version wrote it in a way that this one does not know. */
export function auditsOf({ audits }: Saved): readonly string[] {
  return texts(audits) ?? [];
}

/** Reads a draft that any version of the app may have written; it leaves out what this one does not know. */
export function decisionsOf(saved: Saved): RollDecisions {
  const { period } = saved;
  const [start, end] = isObject(period) ? [text(period['start']), text(period['end'])] : [];
  return {
    shared: {
      ...nothingShared,
      period: start === undefined || end === undefined ? null : { start, end },
      packages: entriesOf(saved['packages'], text),
      labels: entriesOf(saved['labels'], text),
      language: text(saved['language']) ?? null,
      unit: text(saved['unit']) ?? '',
      namePattern: text(saved['namePattern']) ?? '',
      idPattern: text(saved['idPattern']) ?? '',
    },
    owns: entriesOf(saved['networks'], decisionsOfOne),
  };
}

function decisionsOfOne(saved: unknown): OwnDecisions | undefined {
  if (!isObject(saved)) return undefined;
  return {
    ...nothingOwn,
    names: entriesOf(saved['names'], text),
    ids: entriesOf(saved['ids'], text),
    scopes: entriesOf(saved['scopes'], scope),
    relations: entriesOf(saved['relations'], text),
    works: entriesOf(saved['works'], answer),
    apart: entriesOf(saved['apart'], texts),
    replacements: entriesOf(saved['replacements'], text),
    additions: entriesOf(saved['additions'], addition),
    uncoupled: new Set(texts(saved['uncoupled'])),
  };
}

function scope(saved: unknown): ScopeDecision | undefined {
  if (!isObject(saved)) return undefined;
  const { as } = saved;
  const [explanation, sentence] = [text(saved['explanation']), text(saved['together'])];
  const together = sentence === undefined ? {} : { together: sentence };
  if (as === 'in' || as === 'left') return { as, ...together };
  return as === 'out' && explanation !== undefined ? { as, explanation, ...together } : undefined;
}

function addition(saved: unknown): AdditionDecision | undefined {
  if (!isObject(saved)) return undefined;
  const { as } = saved;
  if (as === 'left') return { as };
  const [relation, explanation] = [text(saved['relation']), text(saved['explanation'])];
  if ((as !== 'in' && as !== 'out') || relation === undefined || explanation === undefined) return undefined;
  return { as, group: text(saved['group']) ?? null, relation, explanation };
}

function entriesOf<Value>(
  saved: unknown,
  read: (value: unknown) => Value | undefined,
): ReadonlyMap<string, Value> {
  const entries: readonly unknown[] = Array.isArray(saved) ? saved : [];
  return new Map(
    entries.flatMap((entry) => {
      const [key, value]: readonly unknown[] = Array.isArray(entry) ? entry : [];
      const known = read(value);
      return typeof key !== 'string' || known === undefined ? [] : [[key, known] as const];
    }),
  );
}

function answer(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function isObject(value: unknown): value is Saved {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The draft of these audits, in whatever order they were chosen. */
export function draftAbout(drafts: readonly Draft[], audits: readonly string[]): Draft | undefined {
  const wanted = audits.toSorted().join('\n');
  return drafts.find(
    ({ kind, content }) => kind === 'roll-forward' && auditsOf(content).toSorted().join('\n') === wanted,
  );
}
