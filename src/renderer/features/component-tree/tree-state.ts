import { useMemo, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { useLegalEntities } from '../../data/clients.ts';
import { useComponents, useReadAfterPlans, useTreePlans } from '../../data/components.ts';
import { coverageOf, itemsOf, linesOf, treeOf } from './rows.ts';
import { misfits } from './staged-draft.ts';
import { stillWanted } from './staging.ts';
import { useStaging } from './use-staging.ts';

/** All that the tree of a group shows: what the service lists, what plans do to it, and what is staged. */
export function useTreeState(connection: string, group: Audit) {
  const components = useComponents(connection, group.id);
  const entities = useLegalEntities(connection, group.client_organisation_id);
  const allPlans = useTreePlans(connection, group.id);
  useReadAfterPlans(connection, group.id, allPlans);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const plans = useMemo(() => allPlans.filter(({ plan }) => !away.has(plan.id)), [allPlans, away]);
  const ids = useMemo(
    () => (components.isWhole ? components.entries.map(({ id }) => id) : null),
    [components.isWhole, components.entries],
  );
  const { staging, act, restored, ...shelf } = useStaging(connection, group, ids);
  const changes = useMemo(
    () => stillWanted(staging.changes, components.isWhole ? components.entries : null),
    [staging.changes, components.isWhole, components.entries],
  );
  const unfit = useMemo(
    () =>
      restored === null || !components.isWhole
        ? []
        : misfits(restored, {
            group,
            components: components.entries,
            entities: entities.isWhole ? new Set(entities.entries.map(({ id }) => id)) : null,
          }),
    [restored, group, components.isWhole, components.entries, entities.isWhole, entities.entries],
  );
  const items = useMemo(
    () => itemsOf({ components: components.entries, changes, plans }),
    [components.entries, changes, plans],
  );
  const nodes = useMemo(() => treeOf(entities.entries, items), [entities.entries, items]);
  const lines = useMemo(() => new Map(linesOf(nodes).map((line) => [line.id, line])), [nodes]);
  const coverage = useMemo(() => coverageOf(entities.entries, items), [entities.entries, items]);
  return {
    components,
    entities,
    allPlans,
    plans,
    changes,
    canUndo: staging.past.length > 0,
    act,
    saveState: shelf.saveState,
    restored,
    /** What of the restored changes no longer fits. */
    unfit,
    putAwayRestored: shelf.putAway,
    hasChanges: items.some(({ doing }) => doing !== null),
    nodes,
    lines,
    coverage,
    /** Shows what became of a plan no more. */
    putAway: (plan: string) => setAway((before) => new Set([...before, plan])),
  };
}
