import type { UserAssignment } from '../../model/audit-user.ts';
import type { Draft } from '../../model/draft.ts';
import type { ComponentPattern } from '../../model/template.ts';
import { auditorRelations } from '../../model/terms.ts';
import { type Loss, lossCodes } from '../service/carry-over.ts';
import type { AppliedTemplate } from '../service/template.ts';
import { nothingOwn, nothingShared, type OwnDecisions, type SharedDecisions } from './many.ts';
import type { AdditionDecision, ScopeDecision } from './model.ts';

/** Whose users are assigned: nobody's, last year's, or the team of the template. */
export const teamChoices = ['none', 'before', 'template'] as const;
export type TeamChoice = (typeof teamChoices)[number];

/** What stays to be decided of a template once it is chosen, as it was worth then. */
export interface TemplateInUse extends Pick<AppliedTemplate, 'settings' | 'users' | 'losses'> {
  readonly id: string;
  readonly name: string;
  /** The name of its team; null where it has none. */
  readonly team: string | null;
}

export function inUse({ template, settings, users, losses }: AppliedTemplate): TemplateInUse {
  const { id, name, team } = template;
  return { id, name, team: team?.name ?? null, settings, users, losses };
}

/** All that a person decides of networks that are rolled forward together; a draft keeps it. */
export interface RollDecisions {
  readonly shared: SharedDecisions;
  /** By the audit that a network was chosen by. */
  readonly owns: ReadonlyMap<string, OwnDecisions>;
  readonly users: TeamChoice;
  /** The template that was chosen last; null for none. */
  readonly template: TemplateInUse | null;
  /** The doubts that are sent as they are, by `doubtKey`. */
  readonly accepted: ReadonlySet<string>;
}

export const nothingDecided: RollDecisions = {
  shared: nothingShared,
  owns: new Map(),
  users: 'none',
  template: null,
  accepted: new Set(),
};

type Saved = Readonly<Record<string, unknown>>;

export function contentOf(
  audits: readonly string[],
  { shared, owns, users, template, accepted }: RollDecisions,
): Saved {
  return {
    audits,
    ...shared,
    packages: [...shared.packages],
    labels: [...shared.labels],
    users,
    template,
    accepted: [...accepted],
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
      period: start === undefined || end === undefined ? null : { start, end },
      packages: entriesOf(saved['packages'], text),
      labels: entriesOf(saved['labels'], text),
      language: text(saved['language']) ?? null,
      settings: values(saved['settings']) ?? null,
      components: componentsIn(saved['components']) ?? null,
      unit: text(saved['unit']) ?? '',
      namePattern: text(saved['namePattern']) ?? '',
      idPattern: text(saved['idPattern']) ?? '',
    },
    owns: entriesOf(saved['networks'], decisionsOfOne),
    users: teamChoices.find((choice) => choice === saved['users']) ?? 'none',
    template: templateIn(saved['template']) ?? null,
    accepted: new Set(texts(saved['accepted'])),
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

function templateIn(saved: unknown): TemplateInUse | undefined {
  if (!isObject(saved)) return undefined;
  const [id, name, settings] = [text(saved['id']), text(saved['name']), values(saved['settings'])];
  if (id === undefined || name === undefined || settings === undefined) return undefined;
  const team = text(saved['team']) ?? null;
  return {
    id,
    name,
    team,
    settings,
    users: allOf(saved['users'], user),
    losses: allOf(saved['losses'], loss),
  };
}

function user(saved: unknown): UserAssignment | undefined {
  if (!isObject(saved)) return undefined;
  const [id, role] = [text(saved['id']), text(saved['role'])];
  return id === undefined || role === undefined ? undefined : { id, role };
}

function loss(saved: unknown): Loss | undefined {
  if (!isObject(saved)) return undefined;
  const code = lossCodes.find((one) => one === saved['code']);
  const subject = text(saved['subject']);
  return code === undefined || subject === undefined ? undefined : { code, subject };
}

function componentsIn(saved: unknown): ComponentPattern | undefined {
  if (!isObject(saved)) return undefined;
  const reach = (['children', 'all'] as const).find((one) => one === saved['reach']);
  const relation = auditorRelations.find((one) => one === saved['auditor_relation']);
  const pattern = text(saved['name_pattern']);
  if (reach === undefined || relation === undefined || pattern === undefined) return undefined;
  return { reach, auditor_relation: relation, name_pattern: pattern };
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

function allOf<Value>(saved: unknown, read: (value: unknown) => Value | undefined): readonly Value[] {
  const all: readonly unknown[] = Array.isArray(saved) ? saved : [];
  return all.flatMap((one) => read(one) ?? []);
}

function values(saved: unknown): Saved | undefined {
  return isObject(saved) ? saved : undefined;
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
