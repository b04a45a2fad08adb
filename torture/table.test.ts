import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FaultRow, faultRows } from './fault-rows.ts';
import { type Call, callOver, calls } from './table.ts';

// What each fault of reliability.md §2.10 makes of each kind of call: always a documented state, and of a write exactly one.

const reads: readonly Call[] = ['token', 'GET one', 'list page 2'];
const writes = calls.filter((call) => !reads.includes(call));

/** Where a call differs from what its row says. */
const exceptions: Readonly<Record<string, Partial<Record<Call, string>>>> = {
  // A 401 from the token endpoint is about the credentials; a new token does not help (decisions.md §2).
  'F20 401': { token: 'credentials-rejected' },
  // A bare array is a list (decisions.md §3.1).
  'F16 another shape': { 'list page 2': 'ok' },
  // The service itself creates two components and says so to nobody.
  'F27 carried out twice': { 'POST component': 'done 2' },
};

describe('once', () => {
  test.each(faultRows)('$name', async ({ name, fault, read }: FaultRow) => {
    for (const call of calls) {
      const { end, there, refusals } = await callOver(call, { fault });
      const expected = reads.includes(call) ? read.once : 'done 1';
      const told = reads.includes(call) ? end : `${end} ${String(there)}`;
      expect([call, told]).toEqual([call, exceptions[name]?.[call] ?? expected]);
      expect(refusals).toBe(0);
    }
  });
});

describe('always', () => {
  const ending = faultRows.filter(({ write }) => write !== null);
  test.each(ending)('$name', async ({ name, fault, read, write }: FaultRow) => {
    for (const call of calls) {
      const { end, there, refusals } = await callOver(call, { fault, times: Number.POSITIVE_INFINITY });
      const [exception] = exceptions[name]?.[call]?.split(' ') ?? [];
      expect([call, end]).toEqual([call, exception ?? (reads.includes(call) ? read.always : write)]);
      const most = name.startsWith('F27') && call === 'POST component' ? 2 : 1;
      expect(there).toBeLessThanOrEqual(most);
      expect(refusals).toBe(0);
    }
  });
});

describe('F21 a token ends (§2.5)', () => {
  const rewritten = (expiresIn: unknown) => (body: string) => {
    const answer: object = JSON.parse(body);
    return JSON.stringify({ ...answer, expires_in: expiresIn });
  };

  test.each([[0], [1], [-1], [undefined], ['3600'], ['soon'], [null]])(
    'said to last %j: one token for a call',
    async (expiresIn) => {
      for (const call of calls) {
        const fault = { kind: 'rewritten', rewrite: rewritten(expiresIn) } as const;
        const end = await callOver(call, { fault, times: Number.POSITIVE_INFINITY, ofToken: true });
        const ended = reads.includes(call) ? 'ok' : 'done';
        expect([call, end]).toEqual([call, { end: ended, there: 1, tokens: 1, refusals: 0 }]);
      }
    },
  );

  test('while a request is on its way: another token, and the request once more', async () => {
    for (const call of calls) {
      const end = await callOver(call, { endsTokens: true });
      const ended = reads.includes(call) ? 'ok' : 'done';
      // Nothing has a token yet when the first is asked for.
      const tokens = call === 'token' ? 1 : 2;
      expect([call, end]).toEqual([call, { end: ended, there: 1, tokens, refusals: 0 }]);
    }
  });

  test('each time: two tokens, then the credentials count as rejected', async () => {
    for (const call of calls.filter((one) => one !== 'token')) {
      const { end, tokens } = await callOver(call, { endsTokens: true, times: Number.POSITIVE_INFINITY });
      const rejected = reads.includes(call) ? 'credentials-rejected' : 'waiting, credentials';
      expect([call, end, tokens]).toEqual([call, rejected, 2]);
    }
  });
});

test('every write is tried, and every call has a row', () => {
  expect(writes).toEqual(['POST audit', 'POST component', 'PATCH', 'DELETE']);
});

describe('faults that belong elsewhere are proven there', () => {
  const elsewhere: readonly (readonly [fault: string, file: string, title: string])[] = [
    ['F1, F4–F6, F11 to the byte', 'torture/offsets.test.ts', 'cut at every byte, a creation is there once'],
    ['F20, alternating', 'src/main/api/session.test.ts', 'alternating: each refusal costs one token'],
    ['F23 foreign use', 'src/main/api/lane.test.ts', 'a 429 fills the window that it means'],
    ['F24 no limits', 'src/main/api/limits-reading.test.ts', 'a reading that fails changes nothing'],
    ['F24 a limit of 0', 'src/main/plans/plans.test.ts', 'a tier that admits nothing rests it'],
    [
      'F28 not yet seen everywhere',
      'src/main/plans/resolution.test.ts',
      'may not be seen everywhere at once',
    ],
    ['F29 initializing for ever', 'src/main/plans/poller.test.ts', 'never a failure for being slow'],
    ['F29 another status', 'src/main/plans/poller.test.ts', "'archived', 'deleting', 'something new'"],
    ['F30 refused for its id', 'src/main/plans/resolution.test.ts', 'creations under our id'],
    ['F31 no credits', 'src/main/plans/plans.test.ts', '402 stops what costs credits'],
    ['F32 pages that move', 'src/main/api/service-lists.test.ts', 'rows that shift between pages'],
    ['F32 another host', 'src/main/api/service-lists.test.ts', 'a list that leads to another host'],
    ['F33 sleep, a clock that is set', 'src/main/api/lane.test.ts', 'sleep counts as time'],
    ['F34 kill -9', 'torture/kills.test.ts', 'nothing twice, nothing lost'],
    ['F35 the disk', 'src/main/plans/restart.test.ts', 'a journal that cannot be written to'],
    ['F36 the keychain', 'src/main/connections/keychain.test.ts', 'locked and missing are told apart'],
    ['F37 a page loaded anew', 'e2e/plans.spec.ts', 'a page that is loaded anew takes nothing'],
    ['F38 two instances', 'src/main/database.test.ts', 'an own database has one owner'],
    ['F39 a flood of calls', 'torture/flood.test.ts', '10,000 calls at once'],
  ];
  test.each(elsewhere)('%s: %s', (_, file, title) => {
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(title);
  });
});
