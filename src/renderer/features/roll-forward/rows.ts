import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type {
  OpenPoint,
  RolledAddition,
  RolledEntry,
  RollForwardProposal,
} from '../../../shared/rules/roll-forward/model.ts';
import type { NetworkRoll } from '../../../shared/rules/roll-forward/rolls.ts';
import { workPackageChanges } from '../../../shared/rules/service/work-package-changes.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

type Item = RolledEntry | RolledAddition;

export interface RollRow {
  readonly id: string;
  readonly item: Item;
  readonly roll: NetworkRoll;
  readonly name: string;
  /** The legal entities of today by name. */
  readonly entity: string;
  readonly scope: 'open' | 'in' | 'out' | 'left' | null;
  /** What stands open besides the scope, and what else is to be known, in words. */
  readonly remarks: string;
}

/** The id of a row; that of an addition has a control character, which no id of the service has. */
export function rowIdOf(roll: NetworkRoll, item: Item): string {
  return item.kind === 'addition' ? `${roll.id}\t${item.entity.id}` : item.before.id;
}

/** The networks as one tree, each legal entity without a component last in the group that is the nearest. */
export function rollNodes<Row extends { readonly id: string }>(
  roll: NetworkRoll,
  rowOf: (item: Item) => Row,
): readonly TreeGridNode<Row>[] {
  const { entries, graph, additions } = roll.proposal;
  const byId = new Map(entries.map((entry) => [entry.before.id, entry]));
  const added = Map.groupBy(additions, ({ group }) => group.id);
  const nodeOf = (item: Item, children: readonly TreeGridNode<Row>[]) => {
    const row = rowOf(item);
    return { id: row.id, row, children };
  };
  const nodesOf = (ids: readonly string[]): readonly TreeGridNode<Row>[] =>
    ids.flatMap((id) => {
      const entry = byId.get(id);
      if (entry === undefined) return [];
      const below = nodesOf(graph.places.get(id)?.below ?? []);
      return [nodeOf(entry, [...below, ...(added.get(id) ?? []).map((item) => nodeOf(item, []))])];
    });
  return nodesOf(entries.filter(({ place }) => place.above.length === 0).map(({ before }) => before.id));
}

export function scopeOf(item: Item): RollRow['scope'] {
  if (item.kind === 'audit') return null;
  const decision = item.kind === 'component' ? item.scope : item.decision;
  return decision === null ? 'open' : decision.as;
}

/** The names of settings that are new, gone or otherwise in the next packages, each once. */
export function settingChangesOf(proposals: readonly RollForwardProposal[]): {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
} {
  const pairs = new Map(
    proposals.map(({ packages: { before, after } }) => [`${before?.id} ${after?.id}`, { before, after }]),
  );
  const changes = [...pairs.values()].flatMap(({ before, after }) =>
    before === null || after === null ? [] : changesOfSettings(before, after),
  );
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

/** Points by how they are decided: scopes, legal entities without a component and auditors in bulk; what is only doubted is sent once a person says so. */
export const openKinds = ['scopes', 'additions', 'works', 'others', 'doubted'] as const;
type OpenKind = (typeof openKinds)[number];

function kindOf({ code, isDoubted }: OpenPoint): OpenKind {
  if (isDoubted === true) return 'doubted';
  return code === 'scope'
    ? 'scopes'
    : code === 'addition'
      ? 'additions'
      : code === 'works'
        ? 'works'
        : 'others';
}

export function openCounts(open: readonly OpenPoint[]): Readonly<Record<OpenKind, number>> {
  const count = (kind: OpenKind) => open.filter((point) => kindOf(point) === kind).length;
  const [scopes, additions, works] = [count('scopes'), count('additions'), count('works')];
  return { scopes, additions, works, others: count('others'), doubted: count('doubted') };
}

interface OpenRow {
  readonly id: string;
  readonly kinds: ReadonlySet<OpenKind>;
}

/** The rows on which something stands open, as the tree has them. */
export function openRowsOf(rolls: readonly NetworkRoll[]): readonly OpenRow[] {
  const flat = (nodes: readonly TreeGridNode<OpenRow>[]): readonly OpenRow[] =>
    nodes.flatMap(({ row, children }) => [row, ...flat(children)]);
  return rolls
    .flatMap((roll) =>
      flat(
        rollNodes(roll, (item) => ({
          id: rowIdOf(roll, item),
          kinds: new Set((item.kind === 'addition' || item.isRolled ? item.open : []).map(kindOf)),
        })),
      ),
    )
    .filter(({ kinds }) => kinds.size > 0);
}

/** The row behind another on which something is open, or on which something of a kind is; the first behind the last. */
export function nextOpenRow(
  rows: readonly OpenRow[],
  last: string | null,
  kind?: OpenKind,
): string | undefined {
  const wanted = rows.filter(({ kinds }) => kind === undefined || kinds.has(kind));
  const place = wanted.findIndex(({ id }) => id === last);
  return (wanted[place + 1] ?? wanted[0])?.id;
}

const mostNames = 20;

/** Names one after the other, with a sign where there are more than anybody reads. */
export function firstNames(names: readonly string[]): string {
  return [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(' · ');
}
