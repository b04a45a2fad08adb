import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseClient, openWizard } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { test } from '../screen.ts';
import { fullFirm, openScreen, openScreens, screenNames } from '../screens.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: fullFirm() });

test('F1 opens the page of the screen over it, and leaves what was entered and the focus where they were', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.keyboard.press('F1');
  const dialog = window.getByRole('dialog', { name: 'Help' });
  await expect(dialog).toContainText('All single and consolidated audits of your firm');
  await expect(dialog).toContainText('Ctrl+N');
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openWizard(window, 'Single audit');
  await chooseClient(window, 'Noorderhaven Groep N.V.');
  await window.keyboard.press('F1');
  await expect(dialog).toContainText('Seven steps from the coupling to the review');
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('combobox', { name: 'Client organisation' })).toHaveValue(/Noorderhaven/);
  await expect.poll(() => window.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('the help is searched and read without a connection, and without a service', async ({ renderApp }) => {
  const { window } = await renderApp();
  await openThroughSettings(window, 'Help');
  await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.keyboard.press('Control+f');
  await window.keyboard.type('screen reader');
  await expect(window.getByText('1 result', { exact: true })).toBeVisible();
  await window.getByRole('link', { name: 'Accessibility' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeFocused();
  await expect(window.getByText(/F6 and Shift\+F6 move between/)).toBeVisible();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window.getByRole('link', { name: 'All help pages' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Help' })).toBeFocused();
});

test('the guides are read without a network, and a link leads to its heading, also in another document', async ({
  renderApp,
}) => {
  const { window } = await renderApp();
  await openThroughSettings(window, 'Help');
  await window.getByRole('link', { name: 'A season, step by step' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'A season, step by step' })).toBeFocused();
  expect(await accessibilityFaults(window)).toEqual([]);
  await window
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Import a table' })
    .click();
  await expect(window.getByRole('heading', { level: 2, name: 'Import a table' })).toBeFocused();
  await window.getByRole('link', { name: 'What the app reads' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Data on this computer' })).toBeVisible();
  await expect(window.getByRole('heading', { name: 'Tables that are read from files' })).toBeFocused();
  expect(await accessibilityFaults(window)).toEqual([]);
});

test('F1 leads on to the guide, at what it says of the screen', async ({ renderApp }) => {
  const { window } = await renderApp({ at: '/connections', locale: 'nl-NL' });
  await expect(window.getByRole('heading', { level: 1, name: 'Verbindingen' })).toBeVisible();
  await window.keyboard.press('F1');
  await window.getByRole('link', { name: 'Meer in de handleiding (Engels)' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  await expect(
    window.getByRole('heading', { level: 2, name: 'Service accounts and connections' }),
  ).toBeFocused();
  await expect(window.getByText('De handleidingen zijn er alleen in het Engels.')).toBeVisible();
});

for (const [locale, title, sentence] of [
  ['nl-NL', 'Help', /Nieuwe verbinding/],
  ['it-IT', 'Guida', /Nuova connessione/],
] as const)
  test(`the help speaks the language of the app: ${locale}`, async ({ renderApp }) => {
    const { window } = await renderApp({ locale, at: '/help' });
    await expect(window.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(window.getByRole('link', { name: sentence })).toBeVisible();
  });

/** What shows that a screen can do what its page says: a control or a text on it, or the test of what only shows in another state. */
type Sign =
  | { readonly role: Parameters<Page['getByRole']>[0]; readonly name: string | RegExp }
  | RegExp
  | `${string}.spec.ts`;
const button = (name: string | RegExp): Sign => ({ role: 'button', name });

/** The signs of each sentence under “What you can do”, in its order. */
const signs: Readonly<Record<string, readonly (readonly Sign[])[]>> = {
  audits: [[button('Views'), 'audit-list.spec.ts'], ['bulk.spec.ts']],
  import: [['import.spec.ts'], ['import.spec.ts', 'history.spec.ts']],
  season: [['season.spec.ts'], ['season.spec.ts']],
  templates: [['templates.spec.ts', 'import-template.spec.ts']],
  help: [['help.spec.ts']],
  offline: [['offline-writes.spec.ts']],
  accessibility: [
    ['accessibility-focus.spec.ts'],
    ['accessibility-focus.spec.ts'],
    ['accessibility.spec.ts'],
    ['settings.spec.ts'],
  ],
};

test('each screen has the controls for what its help page says one can do there', async ({
  renderApp,
  sandbox,
}) => {
  test.setTimeout(240_000); // a walk through every screen
  const running = await renderApp({ service: sandbox });
  const { window } = running;
  await openScreens(running);
  const tests = new Set(['.', '..'].flatMap((path) => readdirSync(join(import.meta.dirname, path))));
  const folder = join(import.meta.dirname, '../../src/words/en-us/screens');
  type Book = Readonly<Record<string, { readonly can?: readonly string[] }>>;
  const books = readdirSync(folder).map((file): Book => {
    // What a file of the app's own words may hold.
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly help?: Book };
    return words.help ?? {};
  });
  const book: Book = Object.assign({}, ...books);
  const told = Object.entries(book).filter(([, { can = [] }]) => can.length > 0);
  expect(Object.keys(signs).toSorted()).toEqual(told.map(([topic]) => topic).toSorted());
  for (const [topic, { can = [] }] of told) {
    const ofTopic = signs[topic] ?? [];
    expect.soft(ofTopic.length, `signs of ${topic}`).toBe(can.length);
    const screen = screenNames.find((name) => name === topic); // some pages are about every screen
    if (screen !== undefined) await openScreen(window, screen);
    for (const [index, ofSentence] of ofTopic.entries())
      for (const sign of ofSentence) {
        const sentence = `${topic}: ${can[index] ?? ''}`;
        if (typeof sign === 'string') expect.soft(tests.has(sign), sentence).toBe(true);
        else {
          const main = window.getByRole('main');
          const shown =
            sign instanceof RegExp ? main.getByText(sign) : main.getByRole(sign.role, { name: sign.name });
          await expect.soft(shown.first(), sentence).toBeVisible({ timeout: 3_000 });
        }
      }
  }
});
