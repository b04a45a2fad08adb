import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FaultRow, faultRows } from './fault-rows.ts';
import { type Call, callOver, calls } from './table.ts';

// What each fault of reliability §5 makes of each kind of call: always a documented state, and of a write exactly one.

const reads: readonly Call[] = ['token', 'GET one', 'list page 2'];
const writes = calls.filter((call) => !reads.includes(call));

/** Where a call differs from what its row says. */
const exceptions: Readonly<Record<string, Partial<Record<Call, string>>>> = {
  // A 401 from the token endpoint is about the credentials; a new token does not help (decisions.md §2).
  'F20 401': { token: 'credentials-rejected' },
  // A bare array is a list (decisions.md §3.1).
  'F16 another shape': { 'list page 2': 'ok' },
  // The service itself creates two components and says so to nobody: the plan names both before it ends.
  'F27 carried out twice': { 'POST component': 'unclear 2' },
};

describe('once', () => {
  test.each(faultRows)('$name', async ({ name, fault, read, write }: FaultRow) => {
    // What was answered with success is not sent again, whatever the answer is.
    const written = write === 'unclear' ? 'unclear 0' : 'done 1';
    for (const call of calls) {
      const { end, there, refusals } = await callOver(call, { fault });
      const expected = reads.includes(call) ? read.once : written;
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

describe('F21: a token ends', () => {
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
  const api = 'src/main/api';
  const plans = 'src/main/plans';
  const elsewhere: readonly (readonly [fault: string, file: string, title: string])[] = [
    ['F1, F4–F6, F11 to the byte', 'torture/offsets.test.ts', 'cut at every byte, a creation is there once'],
    ['F15 as bytes', `${api}/fault-matrix.test.ts`, '%s, at the token'],
    ['F17 a burst', `${api}/service-quota.test.ts`, 'a burst of 100 faults costs at most 1.2 times'],
    ['F20 alternating', `${api}/session.test.ts`, 'alternating: each refusal costs one token'],
    ['F21 over time', `${api}/session.test.ts`, 'a validity of %j costs %i tokens (F21)'],
    ['F23 foreign use', `${api}/request-queue.test.ts`, 'a 429 fills the window that it means'],
    ['F23 foreign use, for hours', `${api}/scheduler.test.ts`, 'a foreign call a minute: it is served'],
    ['F24 no limits: 404', `${api}/limits-reading.test.ts`, 'a reading that fails changes nothing'],
    ['F24 other limits', `${api}/service-quota.test.ts`, 'keeps to those of the service'],
    ['F24 limits that change', `${api}/limits-reading.test.ts`, 'they are read each hour of use'],
    ['F24 a limit of 0', `${plans}/plans.test.ts`, 'a tier that admits nothing rests it'],
    ['F28 a write', `${plans}/resolution.test.ts`, 'may not be seen everywhere at once (F28)'],
    ['F28 a look', `${plans}/poller.test.ts`, '404 right after its creation is not believed'],
    ['F29 initializing for ever', `${plans}/poller.test.ts`, 'never a failure for being slow'],
    ['F29 the step of it', `${plans}/time.test.ts`, 'an audit that is slow to open is no failure'],
    ['F29 another status', `${plans}/poller.test.ts`, "'archived', 'deleting'"],
    ['F30 ours', `${plans}/resolution.test.ts`, 'what is there already and the same is success'],
    ['F30 sent again', `${plans}/resolution.test.ts`, 'credits that ran out with the lost creation'],
    ['F30 somebody else’s', `${plans}/resolution.test.ts`, 'what is there already and another thing is told'],
    ['F31 no credits', `${plans}/plans.test.ts`, 'on the 7th of 20 (F31)'],
    ['F32 pages that move, a false count', `${api}/service-lists.test.ts`, 'rows that shift between pages'],
    ['F32 another host', `${api}/service-lists.test.ts`, 'a list whose pages are said to be at %s'],
    ['F33 sleep', `${api}/request-queue.test.ts`, 'sleep counts as time'],
    ['F33 an hour on and back', `${api}/quota-store.test.ts`, 'a clock that is set by %i ms while it runs'],
    ['F33 the token', `${api}/session.test.ts`, 'a clock that is set back does not prolong a token'],
    [
      'F33 hours of it',
      `${api}/scheduler.test.ts`,
      '24 hours with restarts, a sleep and clocks that are set',
    ],
    ['F33 stopped', 'torture/kills.test.ts', 'stopped for longer than an answer may take'],
    ['F34 kill -9', 'torture/kills.test.ts', 'killed %s: nothing twice, nothing lost'],
    ['F34 each transition', `${plans}/restart.test.ts`, 'the process ends at each transition'],
    ['F35 the disk, to the plan', `${plans}/restart.test.ts`, 'a journal that cannot be written to'],
    ['F35 the disk, to the file', `${plans}/journal.test.ts`, 'a disk that is %s (F35)'],
    [
      'F35 locked by another process',
      'src/main/storage/database.test.ts',
      'free again when its owner was killed',
    ],
    ['F36 locked', 'src/main/connections/keychain.test.ts', 'a locked keychain is not an empty one'],
    ['F36 none', 'src/main/connections/keychain.test.ts', '%s is a state of its own'],
    ['F36 silent', 'src/main/connections/keychain.test.ts', 'a keychain that does not answer'],
    ['F36 changed outside', `${plans}/plans.test.ts`, 'rejected credentials rest it'],
    ['F36 the new one', 'src/main/bridge/plan-handlers.test.ts', 'goes on with the new secret'],
    ['F37 a page loaded anew', 'e2e/screens/plans.spec.ts', 'a page that is loaded anew takes nothing'],
    ['F38 two instances', 'src/main/storage/two-instances.test.ts', 'the second carries nothing out (F38)'],
    ['F39 given up in each phase', 'torture/flood.test.ts', 'most of them given up at some moment'],
    ['F39 of the interface', 'torture/flood.test.ts', '10,000 calls of the interface at once'],
  ];
  test.each(elsewhere)('%s: %s, %s', (_, file, title) => {
    const lines = readFileSync(join(import.meta.dirname, '..', file), 'utf8').split('\n');
    const line = lines.find((one) => one.includes(title));
    // The title of a test, not a word beside one, and of one that is not skipped.
    expect(line).toMatch(/^ *(test|describe|onLinux|\]\)\(|['"`])/);
    expect(line).not.toMatch(/\.(skip|todo|fails)\b/);
  });
});
