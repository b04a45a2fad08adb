import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import { openOwnDatabase } from '../storage/database.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { auditStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';
import { journalSchema, openJournal } from './journal.ts';

// What the service has otherwise than it was sent is told at its object until a person dismisses it.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'journal.db');

function openFile(versions: number = journalSchema.length) {
  const options = { synchronous: 'FULL', log: createFakeLog(), now: Date.now } as const;
  const database = openOwnDatabase(path(), journalSchema.slice(0, versions), options);
  if (database === null) throw new Error('Somebody else owns it.');
  return database;
}

const name = { field: 'name', sent: 'Noord & Zuid', there: 'Noord' };
const role = { field: 'role', sent: 'audit_auditor', there: 'auditor' };
const at = '2026-01-05T09:00:00.000Z';
const made = step('made', {
  kind: 'createComponent',
  group: fromStep('new'),
  creation: { legal_entity_ids: ['leaf'], auditor_relation: 'self' },
});
const user = (audit: string): Step =>
  step('user', { kind: 'assignUser', audit, assignment: { id: 'a@b.example', role: 'audit_auditor' } });
const group = { ...creation, audit_type: 'consolidated' as const };

/** A journal with plans in which each step is done, some of them otherwise than they were sent. */
function openWith(
  ...plans: readonly (readonly [
    id: string,
    connection: string,
    steps: readonly Step[],
    ...told: readonly string[],
  ])[]
) {
  const journal = openJournal(openFile());
  for (const [id, connection, steps, ...told] of plans) {
    const { number } = journal.add({ ...planOf(...steps), id, connection }, at);
    journal.keepSteps(
      number,
      journal.steps(number).map((one) => ({
        ...one,
        state: 'done',
        result:
          one.task.kind === 'createComponent'
            ? 'new-1'
            : one.task.kind === 'createAudit'
              ? one.task.creation.id
              : 'a@b.example',
        differences: told.includes(one.key) ? [one.key === 'user' ? role : name] : [],
      })),
    );
  }
  return {
    journal,
    told: (about: string) =>
      journal.differing({ connection: 'c', about }).map(({ plan, step: one }) => `${plan} ${one.key}`),
  };
}

test('at an audit stands what of it, of its components and of its users differs; at a component what of that', () => {
  const { journal, told } = openWith(
    [
      'one',
      'c',
      [auditStep(group), made, user('new'), step('other', user('audit').task)],
      'new',
      'made',
      'user',
      'other',
    ],
    ['two', 'c', [step('user', user('new').task)], 'user'],
    ['elsewhere', 'd', [auditStep(creation), user('new')], 'new', 'user'],
    ['as sent', 'c', [user('new')]],
  );
  expect([told('new'), told('new-1'), told('audit'), told('unknown')]).toEqual([
    ['two user', 'one new', 'one made', 'one user'],
    ['one made'],
    ['one other'],
    [],
  ]);
  expect(journal.differing({ connection: 'c', about: 'new-1' })[0]?.step.differences).toEqual([name]);
  expect(journal.stepPage(1, { differ: true, most: 2 })).toMatchObject({
    count: 4,
    results: [{ key: 'new' }, { key: 'made' }],
  });
  journal.close();
});

test('what was dismissed is not told again, also after the journal was opened anew', () => {
  const { journal } = openWith(['one', 'c', [auditStep(group), made], 'new', 'made']);
  journal.dismiss('one', 'new');
  journal.close();
  const again = openJournal(openFile());
  const told = (all?: true) =>
    again.differing({ connection: 'c', about: 'new', all }).map(({ step: { key } }) => key);
  expect([told(), told(true)]).toEqual([['made'], ['new', 'made']]);
  again.close();
});

test('an audit that was made anew under an id has nothing of the one before', () => {
  const { journal, told } = openWith(
    ['one', 'c', [auditStep(group), user('new')], 'new', 'user'],
    ['again', 'c', [auditStep(group), user('new')], 'user'],
  );
  expect(told('new')).toEqual(['again user']);
  journal.close();
});

test('a journal of before tells what it has', () => {
  const before = openFile(journalSchema.length - 2);
  before.exec(
    `INSERT INTO plan (number, id, connection, title, state, created_at) VALUES (1, 'one', 'c', 'T', 'ended', '${at}')`,
  );
  const { key, after, subject, task } = auditStep(creation);
  before
    .prepare(
      `INSERT INTO step (plan, position, key, after, subject, kind, task, state, attempts, doubted, result, candidates, told, changed_at, differences)
       VALUES (1, 0, ?, ?, ?, ?, ?, 'done', 1, 0, 'new', '[]', 1, '', ?)`,
    )
    .run(key, JSON.stringify(after), subject, task.kind, JSON.stringify(task), JSON.stringify([name]));
  before.close();
  const journal = openJournal(openFile());
  expect(journal.differing({ connection: 'c', about: 'new' })).toMatchObject([
    { plan: 'one', step: { differences: [name] } },
  ]);
  journal.close();
});

test('in front of a service that cuts a name it is told at the audit, and every window hears that it was dismissed', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall, variants: ['audits-name-suffixed'] });
  const { carryOut, plans, news } = openPlanDesk(desk, { clock, path: path() });
  await carryOut(auditStep(creation));
  expect(plans.differing({ connection: 'c', about: 'new' })).toMatchObject({
    value: [{ plan: 'plan', step: { key: 'new', differences: [{ field: 'name', sent: creation.name }] } }],
  });
  const heard = news.length;
  expect(plans.dismiss({ id: 'plan', step: 'new' })).toEqual({ ok: true, value: null });
  expect([news.length, plans.differing({ connection: 'c', about: 'new' })]).toEqual([
    heard + 1,
    { ok: true, value: [] },
  ]);
  expect(plans.dismiss({ id: 'unknown', step: 'new' })).toMatchObject({ error: { code: 'not-found-here' } });
});
