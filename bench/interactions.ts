import type { Page } from '@playwright/test';
import { longNamesFirm } from '../e2e/fixtures/coupling-firm.ts';
import { unlimited } from '../e2e/fixtures/fixture-file.ts';
import { type Service, startService } from '../e2e/service.ts';
import { callInPage, connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import type { Figure, Measurement } from './measurement.ts';

const entities = 300;
const rounds = 3;

type Act = (page: Page) => Promise<unknown>;

const goTo =
  (address: string, ready: string): Act =>
  async (page) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${address}`);
    await page.locator(ready).first().waitFor();
  };
const press =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const click =
  (selector: string, shows: string): Act =>
  async (page) => {
    await page.locator(selector).first().click();
    await page.locator(shows).first().waitFor();
  };

const tree = '[role=treegrid][aria-busy=false]';
const link = (name: string) => `nav a:has-text("${name}")`;

/** What a person does, with the way to where it is done, which is not measured. */
const acts: readonly { readonly name: string; readonly way?: Act; readonly act: Act }[] = [
  {
    name: `tree of ${String(entities)}: closed and opened`,
    way: async (page) => {
      await goTo('audits/one/T1/components', `${tree} >> [role=row] >> nth=4`)(page);
      await page.locator(tree).focus();
      await page.keyboard.press('Home');
    },
    act: press('ArrowLeft', 'ArrowRight'),
  },
  { name: 'tree: to its end and back', act: press('End', 'Home') },
  {
    name: 'tree: a row opens its panel',
    act: click(`${tree} >> [role=row] >> nth=4`, '[data-region=panel]'),
  },
  {
    name: 'palette: opened',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]').first().waitFor();
    },
  },
  { name: 'palette: typed in', act: (page) => page.keyboard.type('noorderhaven 1') },
  { name: 'palette: closed', act: press('Escape') },
  {
    name: 'network: closed and opened',
    way: goTo('network/client/noorderhaven-energie', 'role=button[name="Collapse all"]'),
    act: async (page) => {
      await page.locator('role=button[name="Collapse all"]').click();
      await page.locator('role=button[name="Expand all"]').click();
    },
  },
  ...['Clients', 'Season', 'Users', 'Activity', 'Audits'].map((name) => ({
    name: `sidebar: ${name}`,
    act: click(link(name), 'h1'),
  })),
  {
    name: 'list of audits: searched',
    act: async (page: Page) => {
      await page.keyboard.press('Control+f');
      await page.keyboard.type('t2');
    },
  },
];

/** How long each interaction took from the event until the next frame was drawn, in milliseconds, as the browser measures it (Event Timing). */
async function watch(page: Page): Promise<{ readonly take: () => Promise<readonly number[]> }> {
  const watched = await page.evaluateHandle(() => {
    const lengths: number[] = [];
    const observer = new PerformanceObserver((list) => {
      // The types of the page know no interactions.
      for (const entry of list.getEntries())
        if ((entry as PerformanceEntry & { readonly interactionId: number }).interactionId > 0)
          lengths.push(entry.duration);
    });
    const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    };
    observer.observe(options);
    return { take: () => lengths.splice(0) };
  });
  return {
    take: async () => {
      await page.evaluate(
        () =>
          new Promise<void>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
          ),
      );
      return watched.evaluate((one) => one.take());
    },
  };
}

async function measure(page: Page, service: Service): Promise<readonly Measurement[]> {
  await connectPage(page, service);
  await callInPage(page, 'preferences.change', { language: 'en-us' });
  await goTo('audits', '[role=grid] >> [role=row] >> nth=2')(page);
  const { take } = await watch(page);
  const slowest = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1)
    for (const { name, way, act } of acts) {
      await way?.(page);
      await take();
      await act(page);
      const lengths = await take();
      slowest.set(name, Math.max(slowest.get(name) ?? 0, ...lengths));
    }
  return [...slowest].map(([name, length]) => ({
    figure: `interaction, ${name}`,
    value: length === 0 ? '≤ 16 ms' : `${length.toFixed(0)} ms`,
    beside: `goal ≤ 100 ms; the slowest of ${String(rounds)} rounds`,
  }));
}

/** The slowest interactions of a person with a group of long names. */
export const interactions: Figure = (root) =>
  withBuild(root, async (folder) => {
    const service = await startService({ ...longNamesFirm(entities), rate_limits: unlimited });
    try {
      return await withApp(root, folder, (page) => measure(page, service));
    } finally {
      await service.end();
    }
  });
