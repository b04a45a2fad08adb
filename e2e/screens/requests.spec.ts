import { expect, type Page } from '@playwright/test';
import { chooseMore } from '../component-tree.ts';
import { couplingFirm } from '../fixtures/coupling-firm.ts';
import { unlimited } from '../fixtures/fixture-file.ts';
import {
  choose,
  chooseClient,
  connect,
  create,
  expectCreated,
  expectStep,
  goOn,
  uncoupled,
} from '../journeys.ts';
import { requestLines } from '../meanwhile.ts';
import { allAnswered } from '../quiet.ts';
import { test } from '../screen.ts';
import type { Service } from '../service.ts';
import { openService } from '../service-inside.ts';
import { openThroughSettings } from '../through-settings.ts';

const firm = { ...couplingFirm(), rate_limits: unlimited };

const high = 'Noorderhaven group 2026';

interface Flow {
  readonly name: string;
  readonly go: (window: Page, sandbox: Service) => Promise<void>;
  /** What cannot be shown without being asked for, in any order; what an earlier flow has read lately is not. */
  readonly least: readonly string[];
}

function main(window: Page) {
  return window.getByRole('main');
}

const flows: readonly Flow[] = [
  {
    name: 'a connection is tested and saved, and its audits are listed',
    go: async (window, sandbox) => {
      await connect(window, sandbox);
      await expect(window.getByText(/^\d+ shown of \d+$/)).toBeVisible();
    },
    least: [
      'GET /api/v1/rate-limits/', // without a token: is it such a service?
      'GET /api/v1/rate-limits/', // with one: is the account let in?
      'GET /api/v1/audits/',
      'GET /api/v1/client-organisations/',
      'GET /api/v1/work-packages/',
    ],
  },
  {
    name: 'an audit is opened',
    go: async (window) => {
      await window.getByRole('row', { name: high }).click();
      await expect(main(window).getByText('Noorderhaven Groep N.V.').first()).toBeVisible();
    },
    least: [
      'GET /api/v1/audits/HIGH/', // its settings are in no list that may be old
      'GET /api/v1/client-organisations/noorderhaven/legal-entities/',
    ],
  },
  {
    name: 'its component tree',
    go: async (window) => {
      await main(window).getByRole('link', { name: 'Components', exact: true }).click();
      await expect(window.getByRole('treegrid').getByRole('row').nth(3)).toBeVisible();
    },
    least: ['GET /api/v1/audits/HIGH/component-audits/'],
  },
  {
    name: 'its scope report',
    go: async (window) => {
      await chooseMore(window, 'Scope report');
      await expect(window.getByText('4 in scope · 1 out of scope')).toBeVisible();
    },
    least: [],
  },
  {
    name: 'its users',
    go: async (window) => {
      await main(window).getByRole('link', { name: 'Users', exact: true }).click();
      await expect(window.getByText('No users yet')).toBeVisible();
    },
    least: ['GET /api/v1/audits/HIGH/users/', 'GET /api/v1/roles/'],
  },
  {
    name: 'back to the list',
    go: async (window) => {
      await window.getByRole('link', { name: 'All audits' }).click();
      await expect(window.getByRole('row', { name: high })).toBeVisible();
    },
    least: [],
  },
  {
    name: 'a new audit is entered',
    go: async (window) => {
      await window.keyboard.press('Control+n');
      await uncoupled(window);
      await chooseClient(window, 'Forno Vecchio S.r.l.');
      await goOn(window);
      await choose(window, 'Small');
      await goOn(window);
      await window.getByRole('button', { name: '2026', exact: true }).click();
      await choose(window, 'Nederlands (Dutch)');
      for (const step of ['Settings', 'Name and id', 'Review']) {
        await goOn(window);
        await expectStep(window, step);
      }
    },
    least: ['GET /api/v1/client-organisations/forno-vecchio/legal-entities/'],
  },
  {
    name: 'it is created, and opens',
    go: async (window, sandbox) => {
      await create(window);
      await expectCreated(window);
      await expect(window.getByText('Open', { exact: true })).toBeVisible();
      const looks = async () =>
        (await requestLines(sandbox)).filter((line) => line === 'GET /api/v1/audits/forno-vecchio-2026/');
      await expect.poll(looks).toHaveLength(2);
    },
    least: [
      'GET /api/v1/rate-limits/', // before the first plan
      'POST /api/v1/audits/',
      'GET /api/v1/audits/forno-vecchio-2026/', // what the service has made of it, to be shown at once
      'GET /api/v1/audits/forno-vecchio-2026/', // whether it is open, for which the plan waits
    ],
  },
  {
    name: 'clients, and one of them',
    go: async (window) => {
      await window.getByRole('link', { name: 'Clients', exact: true }).click();
      await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
      await window.getByRole('row', { name: 'Noorderhaven Groep' }).click();
      await window.getByRole('link', { name: 'Legal entities' }).click();
      await expect(window.getByRole('treegrid').getByRole('row').nth(3)).toBeVisible();
    },
    least: [],
  },
  {
    name: 'work packages',
    go: async (window) => {
      await openThroughSettings(window, 'Work packages');
      await expect(window.getByRole('treegrid').getByRole('row').nth(3)).toBeVisible();
    },
    least: [],
  },
  {
    name: 'a coupling is checked',
    go: async (window) => {
      await window.evaluate(() => {
        location.hash = '#/audits/new?couple=LOW%2Fleaf&couple=HIGH%2Fleaf';
      });
      await expectStep(window, 'Review'); // all else is proposed
      await window.getByRole('link', { name: /^Coupling/ }).click();
      await expect(window.getByText('All seven rules are met, as the app reads them.').first()).toBeVisible();
    },
    least: [
      'GET /api/v1/audits/noorderhaven-2024/component-audits/',
      'GET /api/v1/audits/LOW/component-audits/',
      'GET /api/v1/audits/ISLAND/component-audits/',
      'GET /api/v1/audits/EARLIER/component-audits/',
      'GET /api/v1/audits/OLD/component-audits/',
    ],
  },
  {
    name: 'users of many audits, and teams',
    go: async (window) => {
      await window.getByRole('link', { name: 'Users', exact: true }).click();
      await window.getByRole('link', { name: 'By audit' }).click();
      await expect(window.getByText('Nothing loaded yet')).toBeVisible();
      await window.getByRole('link', { name: 'People and teams' }).click();
      await expect(window.getByRole('button', { name: 'New team' })).toBeVisible();
    },
    least: [],
  },
];

test('twelve flows ask for what they cannot do without, and for nothing twice', async ({ renderApp }) => {
  const sandbox = await openService(firm, { initialisationSeconds: 0 });
  const { window } = await renderApp();
  const asked = new Map<string, readonly string[]>();
  for (const { name, go } of flows) {
    const since = (await requestLines(sandbox)).length;
    await go(window, sandbox);
    await allAnswered(window, sandbox);
    asked.set(name, (await requestLines(sandbox)).slice(since).toSorted());
  }
  const least = new Map(flows.map((flow) => [flow.name, flow.least.toSorted()]));
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(least));
  await sandbox.end();
});
