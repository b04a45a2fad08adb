import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type { OpenPoint, RolledEntry, RollForwardProposal } from '../../../shared/rules/roll-forward.ts';
import { priceOf } from '../../../shared/rules/work-package.ts';
import { workPackageChanges } from '../../../shared/rules/work-package-changes.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

export interface RollRow {
  readonly id: string;
  readonly entry: RolledEntry;
  /** The legal entities of today by name. */
  readonly entity: string;
  readonly scope: 'open' | 'in' | 'out' | 'left' | null;
  /** What stands open besides the scope, and what else is to be known, in words. */
  readonly remarks: string;
}

export function rollNodes(
  { entries, graph }: RollForwardProposal,
  rowOf: (entry: RolledEntry) => RollRow,
): readonly TreeGridNode<RollRow>[] {
  const byId = new Map(entries.map((entry) => [entry.before.id, entry]));
  const nodesOf = (ids: readonly string[]): readonly TreeGridNode<RollRow>[] =>
    ids.flatMap((id) => {
      const entry = byId.get(id);
      return entry === undefined
        ? []
        : [{ id, row: rowOf(entry), children: nodesOf(graph.places.get(id)?.below ?? []) }];
    });
  return nodesOf(entries.filter(({ place }) => place.above.length === 0).map(({ before }) => before.id));
}

export function scopeOf(entry: RolledEntry): RollRow['scope'] {
  if (entry.kind === 'audit') return null;
  return entry.scope === null ? 'open' : entry.scope.as;
}

/** What the new audits and components cost, as far as the price list says, and of how many it says nothing. */
export function rollCosts({ entries, packages }: RollForwardProposal): {
  readonly credits: number;
  readonly unpriced: number;
} {
  const { after } = packages;
  const quotes = entries
    .filter(({ isRolled }) => isRolled)
    .map((entry) => {
      const type = entry.kind === 'component' ? 'component' : entry.before.audit_type;
      const isCoupled = entry.kind === 'audit' && entry.couple.length > 0;
      return after === null ? null : priceOf(after.prices, type, isCoupled);
    });
  return {
    credits: quotes.reduce((sum, quote) => sum + (quote?.kind === 'named' ? quote.credits : 0), 0),
    unpriced: quotes.filter((quote) => quote?.kind !== 'named').length,
  };
}

/** The names of settings that are new, gone or otherwise in the next package. */
export function settingChangesOf({ before, after }: RollForwardProposal['packages']): {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
} {
  const changes = before === null || after === null ? [] : changesOfSettings(before, after);
  const named = (kind: 'added' | 'gone' | 'changed') => [
    ...new Set(changes.flatMap((change) => (change.kind === kind ? [change.name] : []))),
  ];
  return { added: named('added'), gone: named('gone'), changed: named('changed') };
}

interface SettingChange {
  readonly kind: 'added' | 'gone' | 'changed';
  readonly name: string;
}

function changesOfSettings(before: WorkPackage, after: WorkPackage): readonly SettingChange[] {
  return workPackageChanges(before, after).flatMap((change): readonly SettingChange[] => {
    if (change.kind === 'setting-added') return [{ kind: 'added', name: change.setting.name }];
    if (change.kind === 'setting-removed') return [{ kind: 'gone', name: change.setting.name }];
    if ('setting' in change) return [{ kind: 'changed', name: change.setting.name }];
    const isOfSetting =
      change.kind === 'setting-renamed' ||
      change.kind === 'setting-type' ||
      change.kind === 'setting-default';
    return isOfSetting ? [{ kind: 'changed', name: change.after.name }] : [];
  });
}

/** The points that stand open, those of scopes counted apart: they are affirmed in bulk. */
export function openCounts(open: readonly OpenPoint[]): { readonly scopes: number; readonly others: number } {
  const scopes = open.filter(({ code }) => code === 'scope').length;
  return { scopes, others: open.length - scopes };
}

const mostNames = 20;

/** Names one after the other, with a sign where there are more than anybody reads. */
export function firstNames(names: readonly string[]): string {
  return [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(' · ');
}
