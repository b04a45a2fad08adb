import { expect } from '@playwright/test';
import { test } from './app.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { callBridge, connectionId, groupPlan } from './plans.ts';
import { requestsOf } from './service.ts';

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
  // Before the limits of the service are read, the app plans by those of the specification.
  await expect
    .poll(async () => (await callBridge(window, 'quota.read', { connection })) as { readAt: unknown }, {
      timeout: 60_000,
    })
    .not.toMatchObject({ readAt: null });
  const forecast = async () =>
    (await callBridge(window, 'season.forecast', { connection, instead: null })) as Forecast; // shared/operations/season
  // Plans of the first day may be done already, those of the other two days cannot.
  const first = await forecast();
  const expected = ids.map((id) => `plan ${id}`);
  expect(first.entries.map(({ id }) => id)).toEqual(expected.slice(12 - first.entries.length));
  const dayOf = new Map(first.entries.map(({ id, readyOn }) => [id, readyOn]));
  const [second, third] = [dayOf.get('plan G-05'), dayOf.get('plan G-09')];
  expect(expected.slice(4).map((id) => dayOf.get(id))).toEqual([
    ...Array(4).fill(second),
    ...Array(4).fill(third),
  ]);
  expect(new Set([second, third, null, undefined]).size).toBe(4);

  await window.getByRole('link', { name: 'Season' }).click();
  const row = (id: string) => window.getByRole('row', { name: new RegExp(id) });
  for (const [day, ready] of [4, 8, 12].entries()) {
    // All that has its day today is created; what comes after rests, and is still expected on the same day.
    await expect.poll(async () => (await forecast()).entries.length, { timeout: 60_000 }).toBe(12 - ready);
    const left = await forecast();

    expect(left.entries.map(({ id, readyOn }) => [id, readyOn])).toEqual(
      expected.slice(ready).map((id) => [id, dayOf.get(id)]),
    );
    const next = ids[ready];
    if (next === undefined) break;
    await expect(row(next)).toContainText('Planned');
    await expect(row(next)).toContainText('On time');
    if (day < 2) await pass(24 * 3_600);
  }
  await expect(window.getByText('Plan the season: which group is ready when')).toBeVisible();
  const log = await requestsOf(sandbox);
  const created = log.filter(({ method, status }) => method === 'POST' && status === 201);
  expect(created).toHaveLength(36);
});
