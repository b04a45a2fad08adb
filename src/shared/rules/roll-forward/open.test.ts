import { expect, it } from 'vitest';
import { entityOf, rolled, threeTiers } from '../../testing/roll-forward.ts';
import type { RollForwardDecisions, RollForwardKnown } from './model.ts';
import { worksOfAll } from './open.ts';
import { rollForwardSteps } from './plan.ts';

// The service takes `component_auditor_works_in_audit` at the creation only, and does not tell it (decisions.md §8.4–5).

const added = { as: 'in', group: 'LOW-2026', relation: 'inter_firm', explanation: '' } as const;

/** A network in which other auditors have two components, and one that is added. */
function foreign(sentWorks: RollForwardKnown['sentWorks'] = new Map()): RollForwardKnown {
  const known = threeTiers();
  const relations = new Map([
    ['t/1', 'inter_office'],
    ['m/2', 'inter_firm'],
  ]);
  return {
    ...known,
    sentWorks,
    entities: [...known.entities, entityOf('new', 'low')],
    componentsOf: new Map(
      [...known.componentsOf].map(([group, all]) => [
        group,
        all.map((one) => ({ ...one, auditor_relation: relations.get(one.id) ?? 'self' })),
      ]),
    ),
  };
}

function proposed(known: RollForwardKnown, change: Partial<RollForwardDecisions> = {}) {
  return rolled(known, { additions: new Map([['new', added]]), ...change });
}

it('whether another auditor works in the audit is open for each, until it is answered for all or for one', () => {
  const open = proposed(foreign());
  expect(open.open).toEqual(['t/1', 'm/2', 'new'].map((of) => ({ code: 'works', of })));
  expect(rollForwardSteps(open)).toEqual([]);
  const some = proposed(foreign(), { works: new Map([['m/2', true]]) });
  const works = new Map([['m/2', true], ...worksOfAll(some, false)]);
  expect(works).toEqual(
    new Map([
      ['m/2', true],
      ['t/1', false],
      ['+new', false],
    ]),
  );
  const all = proposed(foreign(), { works });
  expect(all.open).toEqual([]);
  const settings = rollForwardSteps(all).flatMap(({ task, subject }) =>
    task.kind === 'createComponent' && task.creation.component_settings !== undefined
      ? [[subject, task.creation.component_settings]]
      : [],
  );
  expect(settings).toEqual([['e2', { component_auditor_works_in_audit: true }]]);
});

it('what this app sent last year answers it', () => {
  const known = foreign(
    new Map([
      ['t/1', true],
      ['m/2', false],
    ]),
  );
  const { open, entries } = proposed(known);
  expect(open).toEqual([{ code: 'works', of: 'new' }]);
  const answers = entries.flatMap((entry) =>
    entry.kind === 'component' && entry.works !== null ? [[entry.before.id, entry.works]] : [],
  );
  expect(answers).toEqual([
    ['t/1', true],
    ['m/2', false],
  ]);
});

it('it is no question where the group auditor is the auditor', () => {
  const { open } = proposed(foreign(new Map()), {
    relations: new Map(['t/1', 'm/2'].map((id) => [id, 'self'])),
    additions: new Map([['new', { ...added, relation: 'self' }]]),
    works: new Map([['t/1', true]]),
  });
  expect(open).toEqual([]);
});
