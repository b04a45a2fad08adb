import { expect, type Page } from '@playwright/test';
import { unlimited } from '../fixtures/fixture-file.ts';
import { type Answer, hugeBodies, strangePrices, strangeTokens } from '../fixtures/hostile-answers.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { type HostileService, json, startHostileService } from '../hostile-service.ts';
import { connect } from '../journeys.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

// A service that lies, or sends too much: the app says what is so, and stays usable.

test.use({ firm: { ...smallFirm(), rate_limits: unlimited } });

const list = '/api/v1/audits/';

let hostile: HostileService;
test.beforeEach(async ({ sandbox }) => {
  hostile = await startHostileService(sandbox.baseUrl);
});
test.afterEach(() => hostile.end());

async function readAgain(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Refresh' }).first().click();
}

/** A page of a list as the service would have answered it. */
interface TruePage {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: string; readonly name: string }[];
}

const sentences: readonly (readonly [keyof typeof hugeBodies, string])[] = [
  ['empty objects', 'The service sent a larger answer than this app accepts.'],
  ['empty objects, gzipped to 31 kB', 'The service sent a larger answer than this app accepts.'],
  ['lists in lists', 'The service sent a larger answer than this app accepts.'],
  ['one text', 'The service sent a larger answer than this app accepts.'],
  ['the name of one field', 'The service sent a larger answer than this app accepts.'],
  ['the digits of one number', 'The service sent a larger answer than this app accepts.'],
  ['audits, more than any page has', 'The service sent a larger answer than this app accepts.'],
  ['one field, again and again', 'The service sent a larger answer than this app accepts.'],
  ['fields of a refusal', 'The service did not accept what was sent.'],
];

test('security 46: answers of 31 MiB in nine shapes: each is named, what was read stays, and the app goes on', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: { ...sandbox, baseUrl: hostile.baseUrl } });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  let answer: Answer | null = null;
  hostile.twist(list, () => answer);
  for (const [shape, sentence] of sentences) {
    answer = hugeBodies[shape] ?? null;
    await readAgain(window);
    await expect(window.getByText(sentence), shape).toBeVisible();
    await expect(window.getByRole('row', { name: /Noorderhaven/ })).toBeVisible();
    answer = null;
    await readAgain(window);
    await expect(window.getByText(sentence), `after ${shape}`).toBeHidden();
  }
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Connected');
});

test('security 46: a list of which the service says otherwise, and one without an end', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: { ...sandbox, baseUrl: hostile.baseUrl } });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  hostile.twist(list, ({ json: body }) => json({ ...(body as TruePage), count: 7 }));
  const before = hostile.asked(list);
  await readAgain(window);
  const doubt = window.getByText('The service counts 7, but 2 arrived, so entries may be missing.');
  await expect(doubt).toBeVisible();
  await expect.poll(() => hostile.asked(list) - before).toBeGreaterThan(1);
  await expect(window.getByRole('button', { name: 'Refresh' }).first()).toBeEnabled(); // it is read
  expect(hostile.asked(list) - before).toBe(2); // once more, and never again by itself: it was the same twice

  // One entry moved to the first page while the second was read: it is missed once, and found.
  const audits = ['one', 'two', 'three'].map((id) => ({ id, name: `Audit ${id}`, status: 'open' }));
  let turn = 0;
  hostile.twist(list, ({ url }) => {
    turn += 1;
    const rows = turn === 1 ? audits.slice(0, 2) : turn === 2 ? [] : audits.slice(1);
    const next = url.search.includes('page=2') || turn > 2 ? null : `${hostile.baseUrl}${list}?page=2`;
    return json({ count: turn === 1 ? 3 : 2, next, previous: null, results: rows });
  });
  await readAgain(window);
  await expect(window.getByRole('row', { name: /Audit three/ })).toBeVisible();
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await expect(doubt).toBeHidden();

  let pages = 0;
  hostile.twist(list, () => {
    pages += 1;
    return json({
      count: 3,
      next: `${hostile.baseUrl}${list}?page=${pages}`,
      previous: null,
      results: audits,
    });
  });
  await readAgain(window);
  await expect(window.getByText('The list of the service does not end.')).toBeVisible();
  expect(pages).toBeLessThan(10);
});

test('credentials and tokens: an answer that repeats one is none, and a token that is a word is not used', async ({
  renderApp,
  sandbox,
}) => {
  const { window, traffic } = await renderApp({ service: { ...sandbox, baseUrl: hostile.baseUrl } });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  let repeated = '';
  hostile.twist(list, ({ json: body, authorization }) => {
    repeated = authorization.replace('Bearer ', '');
    const page = body as TruePage;
    return json({ ...page, results: page.results.map((one) => ({ ...one, name: repeated })) });
  });
  await readAgain(window);
  await expect(window.getByText('The service answered in a form that this app does not know.')).toBeVisible();
  expect(repeated).not.toBe('');
  expect(JSON.stringify(traffic())).not.toContain(repeated);
  hostile.twist(list, () => null);

  let token: unknown = null;
  hostile.twist('/api/v1/oauth/token/', () =>
    json({ access_token: token, token_type: 'Bearer', expires_in: 3_600 }),
  );
  await openThroughSettings(window, 'Connections');
  for (token of strangeTokens) {
    const before = hostile.asked('/api/v1/oauth/token/');
    await window
      .getByRole('button', { name: /^Test connection/ })
      .first()
      .click();
    await expect.poll(() => hostile.asked('/api/v1/oauth/token/')).toBe(before + 1);
    await expect(
      window.getByText(
        typeof token === 'string' && token !== ''
          ? 'The service issued a token that cannot be used.'
          : /Something answers, but it is not|cannot be used/,
      ),
      JSON.stringify(token).slice(0, 40),
    ).toBeVisible();
  }
  // Nothing that the app says by itself has changed by any of these words.
  await window.getByRole('link', { name: /^Audits/ }).click();
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await expect(window.getByText('[redacted]')).toBeHidden();
});

test('prices in ten shapes that nobody understands: none of them is free', async ({ renderApp, sandbox }) => {
  const { window } = await renderApp();
  let prices: unknown = null;
  hostile.twist('/api/v1/work-packages/', ({ json: body }) => {
    const page = body as TruePage;
    return json({ ...page, results: page.results.map((one) => ({ ...one, prices })) });
  });
  prices = strangePrices[0];
  await connect(window, { ...sandbox, baseUrl: hostile.baseUrl });
  await openThroughSettings(window, 'Work packages');
  const row = window.getByRole('treegrid').getByRole('row', { name: 'Statutory audit 2025.10' });
  await expect(row).toBeVisible(); // what is still being read for the first time is not read again
  for (prices of strangePrices) {
    const before = hostile.asked('/api/v1/work-packages/');
    await readAgain(window);
    await expect.poll(() => hostile.asked('/api/v1/work-packages/')).toBeGreaterThan(before);
    await row.click();
    const detail = window.getByRole('region', { name: 'Statutory audit 2025.10', exact: true });
    await expect(
      detail.getByText(/As it came|The service decides the charge/).first(),
      JSON.stringify(prices),
    ).toBeVisible();
    await expect(detail.getByText(/are free\.$/)).toBeHidden();
  }
});
