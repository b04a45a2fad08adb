import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { callBridge, connectionId, groupPlan } from './plans.ts';

const year = new Date().getUTCFullYear();
const base = smallFirm();

// Fifteen creations a day, of which plans get twelve: 36 take three days.
test.use({
  firm: {
    ...base,
    rate_limits: { lifecycle: { daily: 15 }, read: {}, read_heavy: {} },
    firms: base.firms.map((one) => ({ ...one, credits: 1_000 })),
  },
});

interface Forecast {
  readonly entries: readonly {
    readonly id: string;
    readonly readyOn: string | null;
    readonly holds: boolean | null;
  }[];
}

test('a season of twelve groups: the limits make their plans rest overnight, they go on by themselves, and each is ready on the day of its forecast', async ({
  launch,
  sandbox,
}) => {
  test.slow(); // three days
  const { window, putForward } = await launch({ hasMovableClock: true });
  await connect(window, sandbox);
  const connection = await connectionId(window);
  const pass = async (seconds: number) => {
    await sandbox.control('POST', 'clock/', { advance_seconds: seconds });
    await putForward(seconds);
  };
  await pass((36 - new Date().getHours()) * 3_600); // about noon: no midnight comes between two steps of the test
  const ids = Array.from({ length: 12 }, (_, index) => `G-${String(index + 1).padStart(2, '0')}`);
  for (const [place, id] of ids.entries()) {
    const deadline = `${year + 1}-03-${String(place + 1).padStart(2, '0')}`;
    await callBridge(
      window,
      'plans.submit',
      groupPlan(connection, { id, name: `Group ${id}`, entity: 'noorderhaven', year }, 2, deadline),
    );
  }
  const forecast = async () =>
    (await callBridge(window, 'season.forecast', { connection, expected: [] })) as Forecast; // shared/operations/season
  const first = await forecast();
  expect(first.entries.map(({ id }) => id)).toEqual(ids.map((id) => `plan ${id}`));
  const days = [...new Set(first.entries.map(({ readyOn }) => readyOn))];
  expect(days).toHaveLength(3);

  await window.getByRole('link', { name: 'Season' }).click();
  const row = (id: string) => window.getByRole('row', { name: new RegExp(id) });
  for (const [day, ready] of [4, 8, 12].entries()) {
    // All that has its day today is created; what comes after rests, and is still expected on the same day.
    await expect.poll(async () => (await forecast()).entries.length, { timeout: 60_000 }).toBe(12 - ready);
    const left = await forecast();

    expect(left.entries.map(({ id, readyOn }) => [id, readyOn])).toEqual(
      first.entries.slice(ready).map(({ id, readyOn }) => [id, readyOn]),
    );
    const next = ids[ready];
    if (next === undefined) break;
    await expect(row(next)).toContainText('Planned');
    await expect(row(next)).toContainText('On time');
    if (day < 2) await pass(24 * 3_600);
  }
  await expect(window.getByText('No groups in this season yet')).toBeVisible();
  const log = (await sandbox.control('GET', 'requests/')) as {
    readonly results: readonly { readonly method: string; readonly status: number }[];
  }; // docs/sandbox.md
  const created = log.results.filter(({ method, status }) => method === 'POST' && status === 201);
  expect(created).toHaveLength(36);
});
