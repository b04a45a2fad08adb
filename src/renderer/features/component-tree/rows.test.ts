import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import type { PlanWithSteps } from '../../data/plan-steps.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import { coverageOf, itemsOf, judgedFor, linesOf, type TreeLine, treeOf } from './rows.ts';

function entities(...given: readonly (readonly [string, string | null])[]) {
  return given.map(([id, parent_id]) => LegalEntity.parse({ id, name: id.toUpperCase(), parent_id }));
}

function component(id: string, ...legal_entity_ids: readonly string[]) {
  return ComponentAudit.parse({ id, name: id, legal_entity_ids, in_scope: true, status: 'open' });
}

function drawn(nodes: readonly TreeGridNode<TreeLine>[]): string {
  return nodes
    .map(({ row, children }) => {
      const name = [row.entity?.id ?? '?', ...(row.item === null ? [] : [row.item.id])].join('=');
      return name + (children.length > 0 ? `(${drawn(children)})` : '');
    })
    .join(' ');
}

function tree(of: readonly LegalEntity[], components: readonly ComponentAudit[]) {
  return drawn(treeOf(of, itemsOf({ components, changes: [], plans: [] })));
}

const group = entities(['top', null], ['sub', 'top'], ['leaf', 'sub']);

describe('the lines of the tree', () => {
  it('carry a component at its primary entity, several below it', () => {
    expect(tree(group, [component('A', 'sub', 'leaf')])).toBe('top(sub=A(leaf))');
    expect(tree(group, [component('A', 'sub'), component('B', 'sub')])).toBe('top(sub(?=A ?=B leaf))');
  });

  it('are flat where no parents are known', () => {
    expect(tree(entities(['a', null], ['b', null]), [component('A', 'b')])).toBe('a b=A');
  });

  it('stay the same lines while the legal entities are still to come', () => {
    const components = [component('A', 'sub'), component('B', 'leaf'), component('C', 'leaf')];
    const items = itemsOf({ components, changes: [], plans: [] });
    const ids = (nodes: readonly TreeGridNode<TreeLine>[]) =>
      linesOf(nodes).flatMap(({ id, item }) => (item === null ? [] : [[item.id, id]]));
    expect(ids(treeOf([], items))).toEqual(ids(treeOf(group, items)));
  });

  it('survive orphans and circles, with every entity and component once', () => {
    const odd = entities(['a', 'b'], ['b', 'a'], ['c', 'nobody']);
    expect(tree(odd, [component('A', 'b'), component('B', 'gone'), component('C')])).toBe('a(b=A) c ?=B ?=C');
  });

  it('know every component that an entity is in', () => {
    const items = itemsOf({
      components: [component('A', 'sub', 'leaf'), component('B', 'leaf')],
      changes: [],
      plans: [],
    });
    const [top] = treeOf(group, items);
    const leaf = top?.children[0]?.children[0]?.row;
    expect(leaf?.coveredBy.map(({ id }) => id)).toEqual(['A', 'B']);
    expect(coverageOf(group, items)).toEqual({ none: 1, several: 1 });
  });
});

const creation = { legal_entity_ids: ['leaf'], auditor_relation: 'self' };

function step(state: StepProgress['state'], more: Partial<StepProgress> = {}): StepProgress {
  return {
    key: 'k',
    after: [],
    subject: 'Leaf',
    task: { kind: 'createComponent', group: 'G', creation },
    state,
    attempts: 1,
    result: null,
    error: null,
    candidates: [],
    differences: [],
    changedAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

function plan(state: 'running' | 'ended', ...steps: readonly StepProgress[]): PlanWithSteps {
  const counts = {
    waiting: 0,
    sending: 0,
    resolving: 0,
    done: 0,
    failed: 0,
    unclear: 0,
    blocked: 0,
    cancelled: 0,
  };
  const named = { id: 'p', connection: 'c', title: 'G', about: {} };
  const progress = { ...named, state, pause: null, createdAt: '', endedAt: null };
  return { plan: { ...progress, counts, deeds: [], remainingSeconds: null }, steps, isRead: true };
}

function doings(plans: readonly PlanWithSteps[], components: readonly ComponentAudit[] = []) {
  return itemsOf({ components, changes: [], plans }).map(
    ({ id, doing }) => `${id} ${doing?.kind} ${doing?.state}`,
  );
}

describe('T8: what is done shows at its row', () => {
  it.each([
    ['waiting', ['k create underway']],
    ['sending', ['k create underway']],
    ['resolving', ['k create underway']],
    ['done', ['k create underway']],
    ['failed', ['k create refused']],
    ['blocked', ['k create refused']],
    ['unclear', ['k create unclear']],
    ['cancelled', []],
  ] as const)('a creation that is %s', (state, expected) => {
    expect(doings([plan('running', step(state))])).toEqual(expected);
  });

  it('until it is listed, or its plan has ended', () => {
    const done = step('done', { result: 'NEW' });
    expect(doings([plan('running', done)], [component('NEW', 'leaf')])).toEqual(['NEW undefined undefined']);
    expect(doings([plan('ended', done)])).toEqual([]);
  });

  it('at the component that it is about', () => {
    const refused = step('failed', {
      task: { kind: 'deleteComponent', group: 'G', component: 'A' },
      error: { code: 'conflict', detail: 'The component audit is coupled.' },
    });
    expect(doings([plan('ended', refused)], [component('A', 'leaf')])).toEqual(['A delete refused']);
  });
});

describe('a component whose deletion is staged', () => {
  it.each(['set-out-of-scope', 'delete'] as const)('is left out of what is asked for: %s', (action) => {
    const changes = [{ key: '1', kind: 'delete', component: 'A', name: 'A' }] as const;
    const items = itemsOf({
      components: [component('A', 'leaf'), component('B', 'leaf')],
      changes,
      plans: [],
    });
    const lines = items.map((item) => ({ id: item.id, entity: null, item, below: 0, coveredBy: [] }));
    const judged = judgedFor(action, { audit_type: 'consolidated', status: 'open' }, lines);
    expect(judged.possible.map(({ id }) => id)).toEqual(['B']);
    expect(judged.leftOut).toEqual([{ name: items[0]?.name, refusal: 'deletion-staged' }]);
  });
});

describe('coverage', () => {
  it('counts what is staged, and no more what is to be deleted', () => {
    const items = itemsOf({
      components: [component('A', 'sub')],
      changes: [
        { key: '1', kind: 'delete', component: 'A', name: 'A' },
        { key: '2', kind: 'create', creation, name: 'Leaf' },
      ],
      plans: [],
    });
    expect(coverageOf(group, items)).toEqual({ none: 2, several: 0 });
  });
});
