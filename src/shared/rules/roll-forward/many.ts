import type { Audit } from '../../model/audit.ts';
import type { AppliedTemplate } from '../service/template.ts';
import type { RollForwardDecisions, RollForwardKnown, RollForwardProposal } from './model.ts';
import { type Period, yearAfter } from './period.ts';
import { rollForward, successorIn } from './roll-forward.ts';

/** What a person decides once for all networks that are rolled forward together. */
export interface SharedDecisions
  extends Pick<
    RollForwardDecisions,
    'language' | 'settings' | 'unit' | 'components' | 'namePattern' | 'idPattern'
  > {
  /** Null where each network has the year after its own period. */
  readonly period: Period | null;
  /** The work package in place of one of last year, by the name of that. */
  readonly packages: ReadonlyMap<string, string>;
  /** The scoping label in place of one of last year. */
  readonly labels: ReadonlyMap<string, string>;
}

/** What a person decides of one network. */
export type OwnDecisions = Pick<
  RollForwardDecisions,
  'names' | 'ids' | 'scopes' | 'relations' | 'works' | 'apart' | 'replacements' | 'additions' | 'uncoupled'
>;

export const nothingShared: SharedDecisions = {
  period: null,
  packages: new Map(),
  labels: new Map(),
  language: null,
  settings: null,
  unit: '',
  components: null,
  namePattern: '',
  idPattern: '',
};

export const nothingOwn: OwnDecisions = {
  names: new Map(),
  ids: new Map(),
  scopes: new Map(),
  relations: new Map(),
  works: new Map(),
  apart: new Map(),
  replacements: new Map(),
  additions: new Map(),
  uncoupled: new Set(),
};

/**
 * What a template decides of networks of these work packages (by name) and labels; all of it is back at last year's without one. Settings stay
 * those of last year until a person chooses the template's.
 */
export function sharedByTemplate(
  applied: AppliedTemplate | null,
  { lines, labels }: { readonly lines: readonly string[]; readonly labels: readonly string[] },
): Omit<SharedDecisions, 'period'> {
  const { period: _, ...nothing } = nothingShared;
  if (applied === null) return nothing;
  const { template, workPackage, label, language } = applied;
  return {
    packages: new Map(workPackage === null ? [] : lines.map((line) => [line, workPackage.id])),
    labels: new Map(label === '' ? [] : labels.map((one) => [one, label])),
    language: language === '' ? null : language,
    settings: null,
    unit: template.unit_of_measurement,
    components: template.components,
    namePattern: template.name_pattern,
    idPattern: template.id_pattern,
  };
}

/** The next period of an audit: the one that was decided, else the year after its own; without either, no days. */
export function nextPeriod(audit: Audit, period: Period | null): Period {
  return period ?? yearAfter({ start: audit.period_start, end: audit.period_end }) ?? { start: '', end: '' };
}

/** The name of the work package that an audit had; empty where it is not known. */
export function packageLine({ audit, packages }: Pick<RollForwardKnown, 'audit' | 'packages'>): string {
  return packages.find(({ id }) => id === audit.work_package_id)?.name ?? '';
}

/** The period of the successor that is there in part: what is missing has the same. */
function periodThere(known: RollForwardKnown, own: OwnDecisions): Period | null {
  const there = successorIn(known.audit, known, own)?.audit;
  return there === undefined ? null : { start: there.period_start, end: there.period_end };
}

/** Several networks of one firm, one after the other, so that no two get the same id; `taken` are the ids that there are already. */
export function rollForwardAll(
  networks: readonly { readonly known: RollForwardKnown; readonly own: OwnDecisions }[],
  { period, packages, labels, ...shared }: SharedDecisions,
  taken: ReadonlySet<string>,
): readonly RollForwardProposal[] {
  const all = new Set(taken);
  return networks.map(({ known, own }) => {
    const { audit } = known;
    const decisions: RollForwardDecisions = {
      ...shared,
      ...own,
      period: period ?? periodThere(known, own) ?? nextPeriod(audit, null),
      workPackage: packages.get(packageLine(known)) ?? null,
      label: labels.get(audit.scoping_package_id) ?? null,
    };
    return rollForward(known, decisions, all);
  });
}
