import { expect, type Page } from '@playwright/test';
import { candidate, couple, paste } from '../coupling.ts';
import { type AuditFixture, unlimited } from '../fixtures/fixture-file.ts';
import { manyAudits } from '../fixtures/many-audits.ts';
import { beginAudit } from '../journeys.ts';
import { test } from '../screen.ts';
import type { Service } from '../service.ts';
import type { Message } from '../traffic.ts';

// What is found among audits that were not read: in the list, in the palette, and by its id.

const few = { read_heavy: { burst: 30 } };
const palette = (window: Page) => window.getByRole('dialog', { name: 'Search or command' });
const expectSomeRead = (window: Page) =>
  expect(window.getByText('3,000 of 10,000 loaded; about 3 minutes left')).toBeVisible({
    timeout: 30_000, // 30 pages
  });
/** How many pages of its list of audits a service has given. */
async function pagesOfAudits(service: Service): Promise<number> {
  const log = (await service.control('GET', 'requests/')) as {
    readonly results: readonly { readonly method: string; readonly path: string }[];
  }; // docs/sandbox.md
  return log.results.filter(({ method, path }) => method === 'GET' && path === '/api/v1/audits/').length;
}
const callsIn = (traffic: readonly Message[], wanted: string) =>
  traffic.filter(({ kind, operation }) => kind === 'call' && operation === wanted);

test.describe('where the quota allows', () => {
  test.use({ firm: manyAudits(10_000, unlimited) });
  test.slow(); // 100 pages

  test('the palette reads audits once something is typed, and finds the last of 10,000', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox, at: '/settings' });
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await window.keyboard.press('Control+k');
    await expect(palette(window).getByRole('combobox')).toBeFocused();
    expect(await pagesOfAudits(sandbox)).toBe(0);
    await window.keyboard.type('verweg 09999');
    await expect(palette(window).getByText(/\d00 of 10,000 loaded/)).toBeVisible({ timeout: 30_000 });
    await expect(palette(window).getByRole('option', { name: /Verwegen 09999 2026/ })).toBeVisible({
      timeout: 60_000,
    });
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: 'Verwegen 09999 2026' })).toBeVisible();
    expect(await pagesOfAudits(sandbox)).toBe(100);
  });
});

test.describe('where it does not', () => {
  test.use({ firm: manyAudits(10_000, few) });

  test('the time is said, an id is found at once, and reading goes on when the list is left', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, putForward, traffic } = await renderApp({ service: sandbox });
    const calls = (wanted: string) => callsIn(traffic(), wanted);
    const search = window.getByRole('searchbox');
    await expectSomeRead(window);
    await search.fill('verweg 09999');
    await expect(window.getByText('No results (3,000 of 10,000 loaded)')).toBeVisible();
    expect(calls('audits.read')).toHaveLength(0);
    await search.fill('MANY-09999');
    await expect(window.getByRole('row', { name: /Verwegen 09999 2026/ })).toBeVisible();
    expect(calls('audits.read')).toHaveLength(1);

    await window.keyboard.press('Control+,');
    await expect(window.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    const before = await pagesOfAudits(sandbox);
    await sandbox.control('POST', 'clock/', { advance_seconds: 61 });
    await putForward(61);
    await expect.poll(() => pagesOfAudits(sandbox)).toBe(before + 10); // a third of 30 a minute, for what nobody waits for
    await window.keyboard.press('Control+1');
    await expect(window.getByText(/[4-7],\d\d\d of 10,000 loaded/)).toBeVisible();
    await expect(window.getByRole('row', { name: /Verwegen 09999 2026/ })).toBeVisible();
  });
});

test.describe('a group among audits that are not read', () => {
  test.use({
    firm: manyAudits(10_000, few, (place) => (place === 9_998 ? { audit_type: 'consolidated' } : {})),
  });

  test('the choice of a network finds its client by its id at once', async ({ renderApp, sandbox }) => {
    const { window, traffic } = await renderApp({ service: sandbox, at: '/network' });
    await expectSomeRead(window);
    await window.getByRole('searchbox').fill('verwegen');
    await expect(window.getByText('No results (3,000 of 10,000 loaded)')).toBeVisible();
    await window.getByRole('searchbox').fill('MANY-09999');
    await expect(window.getByRole('row', { name: /Verwegen Beheer/ })).toBeVisible();
    expect(callsIn(traffic(), 'audits.read')).toHaveLength(1);
  });
});

test.describe('components of groups among audits that are not read', () => {
  const groupWith = (id: string, name: string): Partial<AuditFixture> => ({
    audit_type: 'consolidated',
    components: [{ id, name, legal_entity_ids: ['verwegen'], auditor_relation: 'self' }],
  });
  test.use({
    firm: manyAudits(10_000, few, (place) =>
      [0, 9_000, 9_998].includes(place) ? groupWith(`PART-${place + 1}`, `Part ${place + 1}`) : {},
    ),
  });

  test('the choice of what to couple finds a component by its id, and by that of its group, at once', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, traffic } = await renderApp({ service: sandbox });
    await expectSomeRead(window);
    const asked = () =>
      callsIn(traffic(), 'audits.read').map(({ body }) => /"audit_id":"([^"]+)"/.exec(body)?.[1]);
    await beginAudit(window, 'Single audit');
    await couple(window);
    await expect(candidate(window, 'Part 1')).toBeVisible();
    const search = window.getByRole('searchbox', { name: 'Search component audits' });
    await search.fill('PART-9999');
    await expect(candidate(window, 'Part 9999')).toBeVisible();
    expect(asked()).toEqual(['PART-9999', 'MANY-09999']);
    await search.fill('');
    await paste(window, ['PART-9001']);
    await expect(candidate(window, 'Part 9001')).toBeVisible();
    expect(asked().slice(2)).toEqual(['PART-9001', 'MANY-09001']);
  });

  test('each pasted id is told what it is as soon as the service has said so; none waits for another', async ({
    renderApp,
    sandbox,
  }) => {
    const { window, traffic } = await renderApp({ service: sandbox });
    await expectSomeRead(window);
    await beginAudit(window, 'Single audit');
    await couple(window);
    await paste(window, ['nobody-has-this', 'PART-9001', 'MANY-09500', 'NOBODY-1', 'PART-9999', 'PART-1']);
    const answers = window.getByRole('list', { name: 'Result for each id' }).getByRole('listitem');
    await expect(answers).toHaveText([
      /^nobody-has-this is not known here/,
      'PART-9001 was added',
      /^MANY-09500 is not known here/,
      /^NOBODY-1 is not known here/,
      'PART-9999 was added',
      'PART-1 was added',
    ]);
    await expect(candidate(window, 'Part 9999')).toBeVisible();
    expect(callsIn(traffic(), 'audits.read')).toHaveLength(7); // five ids, and the groups of two
  });

  test('a pasted id that cannot be asked for leaves the others their answers', async ({
    renderApp,
    sandbox,
  }) => {
    const { window } = await renderApp({ service: sandbox });
    await expectSomeRead(window);
    await beginAudit(window, 'Single audit');
    await couple(window);
    const path = '/api/v1/audits/PART-9001/';
    await sandbox.control('POST', 'faults/', { method: 'GET', path, kind: 'status', status: 403 });
    const unknown = ['NO-1', 'NO-2', 'NO-3', 'NO-4'];
    await paste(window, ['PART-9001', ...unknown, 'PART-9999']);
    const answers = window.getByRole('list', { name: 'Result for each id' }).getByRole('listitem');
    await expect(answers).toHaveText([
      /^PART-9001 was added; whether/,
      ...unknown.map((id) => new RegExp(`^${id} is not known here`)),
      'PART-9999 was added',
    ]);
    await expect(candidate(window, 'Part 9999')).toBeVisible();
  });
});
