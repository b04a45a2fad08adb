import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { alikeFirm } from '../fixtures/alike-firm.ts';
import { openWizard } from '../journeys.ts';
import { type Rendered, test } from '../screen.ts';

const families = [
  'Valkenhorst Internationale Participatiemaatschappij',
  'Международная Акционерная Компания Валькенхорст',
  'شركة فالكنهورست القابضة للمضخات والصمامات الدولية',
  'Βάλκενχορστ Διεθνής Εταιρεία Συμμετοχών Αντλιών',
];
const kinds = ['Energie', 'Water', 'Warmte'];
const parts = ['Noord', 'Oost', 'West'];
const strange: Readonly<Record<number, string>> = {
  290: 'a'.repeat(200),
  291: `${'a'.repeat(199)}b`,
  292: `${'a'.repeat(100)}b${'a'.repeat(99)}`,
  293: 'Valkenhorst Pompen Internationale Participatiemaatschappij A Nederland B.V.',
  294: 'Valkenhorst Pompen Internationale Participatiemaatschappij B Nederland B.V.',
  295: 'Valkenhorst Pompen Internationale Participatiemaatschappij A Nederland B.V.', // twice
};

/** A name of 44 to 60 characters: they begin alike in four scripts, and each has the word energie, water or warmte. */
function nameAt(index: number): string {
  const [family = ''] = families.slice(index % 4);
  return (
    strange[index] ??
    `${family} ${kinds[index % 3]} ${String(index).padStart(3, '0')} ${parts[(index >> 2) % 3]}`
  );
}

/** The firm of names that begin alike, with these. */
function namedFirm() {
  const fixture = alikeFirm();
  return {
    ...fixture,
    firms: fixture.firms.map((firm) => ({
      ...firm,
      client_organisations: firm.client_organisations.map((client) =>
        client.id === 'alike'
          ? {
              ...client,
              legal_entities: client.legal_entities.map((entity, index) => ({
                ...entity,
                name: nameAt(index),
              })),
            }
          : client,
      ),
      audits: (firm.audits ?? []).map((audit, index) =>
        audit.client_organisation_id === 'alike' ? { ...audit, name: `${nameAt(index)} 2026` } : audit,
      ),
    })),
  };
}

test.use({ firm: namedFirm() });

/** The list of options that is open; else the tree, that of a dialog before the one behind it; where there is none, the list. */
function gridIn(window: Page): Locator {
  return window
    .locator(
      [
        '[role=listbox]',
        'body:not(:has([role=listbox])) [role=treegrid]',
        'body:not(:has([role=listbox], [role=treegrid])) [role=grid]',
      ].join(),
    )
    .last();
}

interface Seen {
  /** What is seen of the name of each row: parts that do not fit are an ellipsis, whatever of them shows beside it. */
  readonly names: readonly string[];
  /** Of each row in whose name the word is, whether it is seen whole and marked. */
  readonly matches: readonly boolean[];
}

function seenIn(window: Page, word: string): Promise<Seen> {
  return gridIn(window).evaluate((grid, sought) => {
    const frame = grid.getBoundingClientRect();
    const cells = [...grid.querySelectorAll('[role=rowheader], [role=option]')].filter((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      const head = grid.role === 'listbox' ? 0 : 33; // the titles of the columns
      return bottom > frame.top + head && top < frame.bottom;
    });
    const isWhole = (part: Element) => part.scrollWidth <= part.clientWidth;
    const drawn = (cell: Element) => [...cell.querySelectorAll('[data-text]')];
    return {
      names: cells.map((cell) =>
        drawn(cell).length === 0
          ? cell.textContent
          : drawn(cell)
              .map((part) => (isWhole(part) ? part.getAttribute('data-text') : '…'))
              .join(''),
      ),
      matches: cells
        .filter((cell) => sought !== '' && cell.textContent.toLowerCase().includes(sought))
        .map((cell) => {
          const edge = cell.getBoundingClientRect();
          return drawn(cell).some((part) => {
            const { left, right } = part.getBoundingClientRect();
            const isMarked = part.getAttribute('data-text')?.toLowerCase() === sought;
            return isMarked && isWhole(part) && left >= edge.left && right <= edge.right;
          });
        }),
    };
  }, word);
}

async function everyScreenOf(window: Page, look: (at: number) => Promise<void>): Promise<void> {
  const grid = gridIn(window);
  const height = await grid.evaluate((element) => element.scrollHeight);
  for (let top = 0; top < height; top += 400) {
    await grid.evaluate((element, to) => element.scrollTo({ top: to }), top);
    await expect.poll(async () => (await seenIn(window, '')).names.length).toBeGreaterThan(0);
    await look(top);
  }
}

const adding = 'the dialog that adds components';

interface Screen {
  readonly title: string;
  readonly open: (window: Page, app: Rendered, folder: string) => Promise<void>;
  readonly isSearched?: boolean;
}

const screens: readonly Screen[] = [
  { title: 'the list of audits', open: async () => undefined },
  {
    title: 'the tree of components',
    open: async (window: Page) => {
      await window.evaluate(() => void (location.hash = '#/audits/one/ALIKE/components'));
      await expect(window.getByRole('treegrid')).toBeVisible();
    },
  },
  {
    title: adding,
    open: async (window: Page) => {
      await window.evaluate(() => void (location.hash = '#/audits/one/ALIKE/components'));
      await window.getByRole('button', { name: 'Add components' }).click();
      await expect(window.getByRole('dialog').getByRole('treegrid')).toBeVisible();
    },
  },
  {
    title: 'the legal entities of a client',
    open: async (window: Page) => {
      await window.evaluate(() => void (location.hash = '#/clients/one/alike/entities'));
      await expect(window.getByRole('treegrid')).toBeVisible();
    },
  },
  {
    title: 'the roll-forward of a group',
    isSearched: false,
    open: async (window: Page) => {
      await window.evaluate(() => void (location.hash = '#/audits/roll-forward?audit=ALIKE'));
      await expect(window.getByRole('treegrid')).toBeVisible();
    },
  },
  {
    title: 'the choice of a legal entity',
    open: async (window: Page) => {
      await openWizard(window, 'Consolidated audit');
      await window.getByRole('combobox', { name: 'Client organisation' }).fill('Valken');
      await window.getByRole('option').first().click();
      await expect(window.getByRole('treegrid')).toBeVisible();
    },
  },
  {
    title: 'the season',
    open: async (window, { call, connection }) => {
      const groups = Array.from({ length: 40 }, (_, index) => ({
        id: `group-${index}`,
        connection,
        name: `${nameAt(index + 260)} 2026`,
        client: 'alike',
        predecessor: `ALIKE-${index}`, // tells one apart that has no id yet
        successor: null,
        deadline: null,
        priority: index,
        components: 1,
        coupled: 0,
      }));
      expect(await call('items.save', { season: groups })).toMatchObject({ ok: true });
      await window.evaluate(() => void (location.hash = '#/season'));
      await expect(window.getByRole('grid', { name: /^Groups of the season/ })).toBeVisible();
    },
  },
  {
    title: 'a table that is imported',
    isSearched: false,
    open: async (window, { chooseToOpen }, folder) => {
      const path = join(folder, 'clients.csv');
      // Those of one name are told apart by the ids beside them.
      const rows = Array.from({ length: 295 }, (_, index) => `NEW-${index},${nameAt(index)},NL`);
      await writeFile(path, `Client ID,Name,Country\n${rows.join('\n')}\n`);
      chooseToOpen(path);
      await window.evaluate(() => void (location.hash = '#/import'));
      await window.getByRole('button', { name: 'Choose a file' }).click();
      await window.getByRole('button', { name: 'Check 295 rows' }).click();
      await expect(window.locator('[data-grid=import-rows]')).toBeVisible();
    },
  },
  {
    title: 'the palette',
    open: async (window: Page) => {
      await window.keyboard.press('Control+k');
      await window.getByRole('dialog').getByRole('combobox').fill('2026');
    },
  },
];

for (const { title, open, isSearched = true } of screens)
  test(`of 300 names that begin alike no two look the same in ${title}, and what is searched for is seen in each`, async ({
    renderApp,
    sandbox,
    folder,
  }) => {
    const app = await renderApp({ service: sandbox });
    const { window } = app;
    await window.setViewportSize({ width: 1_280, height: 720 });
    await expect(window.getByRole('row').nth(5)).toBeVisible();
    await open(window, app, folder);
    await everyScreenOf(window, async (at) => {
      const { names } = await seenIn(window, '');
      expect(
        names.filter((name, index) => names.indexOf(name) !== index),
        `at ${at} of ${names.length}`,
      ).toEqual([]);
    });
    if (!isSearched) return;
    await window.locator('input[type=search]').last().fill('energie');
    // Until the rows that do not match are gone.
    await expect
      .poll(async () => (await seenIn(window, 'energie')).matches.slice(0, 3))
      .toEqual([true, true, true]);
    await everyScreenOf(window, async (at) => {
      const { names, matches } = await seenIn(window, 'energie');
      expect(matches, `at ${at}`).not.toContain(false);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });

test('in the dialog that adds components such names are whole, on as many lines as they need', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await window.setViewportSize({ width: 1_280, height: 720 });
  await expect(window.getByRole('row').nth(5)).toBeVisible();
  await screens.find(({ title }) => title === adding)?.open(window, app, folder);
  await everyScreenOf(window, async (at) => {
    const names = await gridIn(window).evaluate((grid) =>
      [...grid.querySelectorAll('[role=rowheader] [data-whole]')]
        .filter(({ textContent: name }) => name.length <= 72)
        .map(({ textContent: name, scrollHeight, clientHeight, parentElement: cell }) => ({
          name,
          isWhole: scrollHeight <= clientHeight && clientHeight <= (cell?.clientHeight ?? 0),
        })),
    );
    expect(
      names.filter(({ isWhole }) => !isWhole),
      `at ${at}`,
    ).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});

test('a name from right to left that fits stands where its cell begins, as the others', async ({
  renderApp,
  sandbox,
  folder,
}) => {
  const app = await renderApp({ service: sandbox });
  const { window } = app;
  await window.setViewportSize({ width: 1_920, height: 720 });
  await expect(window.getByRole('row').nth(5)).toBeVisible();
  await screens.find(({ title }) => title === 'the tree of components')?.open(window, app, folder);
  await window.locator('input[type=search]').last().fill('شركة');
  await expect.poll(async () => (await seenIn(window, 'شركة')).matches[0]).toBe(true);
  const names = await gridIn(window).evaluate((grid) =>
    [...grid.querySelectorAll('bdi[dir=rtl]')].map((name) => ({
      cell: name.getBoundingClientRect().left,
      text: Math.min(
        ...[...name.querySelectorAll('[data-text]')].map((part) => part.getBoundingClientRect().left),
      ),
    })),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.map(({ text }) => text)).toEqual(names.map(({ cell }) => cell));
});
