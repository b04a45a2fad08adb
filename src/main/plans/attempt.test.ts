import { expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { documentedRows } from '../testing/documented.ts';
import {
  type Attempt,
  type AttemptEvent,
  type AttemptNext,
  attemptNext,
  attemptStates,
  clearedFaults,
  newAttempt,
  type PlanSituation,
} from './attempt.ts';
import type { Found } from './work.ts';

test('docs/plans.md has every transition of an attempt, and no other; what was accepted is not sent again', () => {
  const rows = documentedRows('An attempt at a step');
  expect(attemptTransitions().toSorted()).toEqual(rows.toSorted());
  expect(new Set(rows.map((row) => row.split(' | ')[0]))).toEqual(new Set(attemptStates));
});

/** Everything that can become of an attempt, from each way in which it begins and for each answer. */
function attemptTransitions(): readonly string[] {
  const now = { wall: 0, monotonic: 0 };
  const flags = [true, false];
  const found = (['done', 'absent', 'unsure', 'otherwise'] as const).map((kind) =>
    succeed({ kind, result: null }),
  );
  const codes = ['timeout', 'unreachable', 'forbidden', 'validation', 'missing'] as const;
  const errors = codes.map((code) => fail(code));
  const looks: readonly Reply<Found>[] = [
    ...found,
    succeed({ kind: 'refused', error: fail('differs').error }),
    succeed({ kind: 'several', candidates: [] }),
    ...errors,
  ];
  const eventsOf = ({ at }: Attempt): readonly AttemptEvent[] => {
    const accepted = fail('unexpected-answer', { status: 202 });
    const shown = flags.map((isShown) => succeed({ named: 'r', isShown }));
    const answers = [...shown, accepted, ...errors, fail('cancelled')].flatMap((reply) =>
      flags.map(
        (flag): AttemptEvent => ({ kind: 'answer', reply, givenUp: flag && !reply.ok, mayBeDone: flag }),
      ),
    );
    switch (at) {
      case 'begun':
        return [{ kind: 'begin' }];
      case 'resolving':
      case 'comparing':
        return looks.map((reply) => ({ kind: 'look', reply }));
      case 'preparing':
        return [succeed(null), ...errors].map((reply) => ({ kind: 'prepared', reply, givenUp: false }));
      case 'sending':
        return [{ kind: 'leave' }, ...answers.filter((one) => one.kind === 'answer' && !one.reply.ok)];
      case 'sent':
        return [{ kind: 'leave' }, ...answers]; // a refused token is renewed, and the request repeated
      case 'outdated':
        return answers.slice(-1);
      case 'rechecking':
        return looks.map((reply) => ({ kind: 'recheck', reply }));
      case 'waiting to resolve':
      case 'waiting to compare':
      case 'waiting to send':
        return [{ kind: 'waited' }];
    }
  };
  const situations = flags.flatMap((on) =>
    [0, 4].flatMap((count) =>
      [now, null].map(
        (seen): PlanSituation => ({
          now,
          seen,
          faults: { ...clearedFaults, count },
          goesOn: on,
          looksOn: on,
          mayWrite: () => succeed(null),
        }),
      ),
    ),
  );
  const none = {
    pauses: [],
    ofNew: false,
    prepares: false,
    compares: false,
    rechecks: false,
    verifies: false,
  };
  const every = { ...none, pauses: [1_000], ofNew: true, prepares: true, compares: true, rechecks: true };
  const begun = [every, none, { ...every, prepares: false }, { ...none, verifies: true }].flatMap((traits) =>
    (['waiting', 'resolving'] as const).flatMap((state) =>
      flags.flatMap((doubted) =>
        flags.flatMap((accepted) =>
          flags.map((compares) => newAttempt({ state, doubted, accepted, error: null }, traits, compares)),
        ),
      ),
    ),
  );
  const rows = new Set<string>();
  const known = new Set<string>();
  const open = [...begun];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const event of eventsOf(one))
      for (const situation of situations) {
        const next = attemptNext(one, event, situation);
        if (one.accepted !== null && 'effect' in next)
          expect(['send', 'prepare']).not.toContain(next.effect?.kind); // what was accepted is never sent again
        rows.add(`${one.at} | ${event.kind} | ${nameOf(next)}`);
        if ('verdict' in next || next.attempt.sends > 4) continue; // more of them lead nowhere else
        const spelled = JSON.stringify(next.attempt);
        if (known.has(spelled)) continue;
        known.add(spelled);
        open.push(next.attempt);
      }
  return [...rows];
}

function nameOf(next: AttemptNext): string {
  if (!('verdict' in next)) return next.attempt.at;
  return next.verdict.as === 'rest' ? `rests as ${next.verdict.state}` : next.verdict.as;
}
