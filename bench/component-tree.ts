import type { Page } from '@playwright/test';
import { type Fixture, unlimited } from '../e2e/fixtures/fixture-file.ts';
import { smallFirm } from '../e2e/fixtures/small-firm.ts';
import { type Service, startService } from '../e2e/service.ts';
import { callInPage, connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import { type Figure, type Measurement, median } from './measurement.ts';

const [large, small] = [2_000, 20];
const [otherGroups, componentsEach] = [80, 100];
const toggles = 40;

/** A group with so many components beside a small one, each on its own legal entity, three levels deep; and groups to couple to. */
function firm(): Fixture {
  const fixture = smallFirm();
  const clientOf = (id: string, count: number) => ({
    id,
    name: `Client of ${count}`,
    country: 'NL',
    legal_entities: [
      { id, name: `Client of ${count}`, country: 'NL', parent_id: null },
      ...Array.from({ length: count - 1 }, (_, index) => ({
        id: `${id}-${index}`,
        name: `Entity ${index}`,
        country: 'NL',
        parent_id: index < 40 ? id : `${id}-${index % 40}`,
      })),
    ],
  });
  const groupOf = (id: string, client: string, count: number) => ({
    id,
    name: `Group ${id}`,
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: client,
    legal_entity_ids: [client],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl' as const,
    audit_type: 'consolidated' as const,
    status: 'open' as const,
    components: Array.from({ length: count }, (_, index) => ({
      id: `${id}/${index}`,
      legal_entity_ids: [index === 0 ? client : `${client}-${index - 1}`],
      auditor_relation: 'inter_office' as const,
    })),
  });
  return {
    ...fixture,
    rate_limits: unlimited,
    firms: fixture.firms.map((one) => ({
      ...one,
      client_organisations: [clientOf('large', large), clientOf('small', small)],
      audits: [
        groupOf('LARGE', 'large', large),
        groupOf('SMALL', 'small', small),
        ...Array.from({ length: otherGroups }, (_, index) => groupOf(`G${index}`, 'large', componentsEach)),
      ],
    })),
  };
}

/** From the call for a tree to the frame after its first rows are in the document, all of it having been read. */
function firstPaint(page: Page, group: string): Promise<number> {
  return page.evaluate(async (id) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const rows = () => document.querySelectorAll('[role=treegrid] [role=row]').length;
    location.hash = '#/settings';
    while (rows() > 0) await nextFrame();
    for (let idle = 0; idle < 30; idle += 1) await nextFrame();
    const begin = performance.now();
    location.hash = `#/audits/one/${id}/components`;
    while (rows() < 5) await nextFrame();
    await nextFrame();
    return performance.now() - begin;
  }, group);
}

/** How long it takes from a key that closes or opens the whole tree to the frame in which that shows. */
function toggle(page: Page): Promise<readonly number[]> {
  return page.evaluate(async (turns) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const tree = document.querySelector<HTMLElement>('[role=treegrid]');
    if (tree === null) throw new Error('no tree');
    const press = (key: string) => tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    tree.focus();
    press('Home');
    await nextFrame();
    const lengths: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const before = tree.getAttribute('aria-rowcount');
      const begin = performance.now();
      press(turn % 2 === 0 ? 'ArrowLeft' : 'ArrowRight');
      do await nextFrame();
      while (tree.getAttribute('aria-rowcount') === before);
      lengths.push(performance.now() - begin);
      await nextFrame();
    }
    return lengths;
  }, toggles);
}

/** From the choice to couple to the frame with the first candidates, of which none was read before. */
async function firstCandidates(page: Page, connection: string): Promise<number> {
  await callInPage(page, 'drafts.save', {
    id: 'measured',
    kind: 'audit',
    connection,
    title: '',
    content: { step: 'coupling', reached: 'coupling' },
  });
  await page.evaluate(() => {
    location.hash = '#/audits/new?draft=measured';
    location.reload();
  });
  await page.getByRole('radio').nth(1).waitFor({ state: 'attached' });
  return page.evaluate(async () => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const begin = performance.now();
    document.querySelectorAll<HTMLElement>('[role=radiogroup] label')[1]?.click();
    while (document.querySelectorAll('[role=grid] [role=row]').length < 2) await nextFrame();
    await nextFrame();
    return performance.now() - begin;
  });
}

async function measure(page: Page, service: Service): Promise<readonly Measurement[]> {
  const connection = await connectPage(page, service);
  const candidates: number[] = [];
  for (let round = 0; round < 5; round += 1) candidates.push(await firstCandidates(page, connection));
  const read = async (group: string, count: number) => {
    await page.evaluate((id) => {
      location.hash = `#/audits/one/${id}/components`;
    }, group);
    await page
      .locator(`[role=treegrid][aria-rowcount="${count + 1}"][aria-busy=false]`)
      .waitFor({ timeout: 60_000 });
  };
  await read('SMALL', small);
  await read('LARGE', large);
  const [ofLarge, ofSmall]: [number[], number[]] = [[], []];
  for (let round = 0; round < 9; round += 1) {
    ofLarge.push(await firstPaint(page, 'LARGE'));
    ofSmall.push(await firstPaint(page, 'SMALL'));
  }
  await read('LARGE', large);
  await toggle(page); // the first time also compiles
  const lengths = (await toggle(page)).toSorted((one, other) => one - other);
  const rows = await page.locator('[role=treegrid] [role=row]').count();
  const name = `tree of ${large.toLocaleString('en')}`;
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      figure: `${name}, first paint`,
      value: milliseconds(median(ofLarge)),
      beside: `${(median(ofLarge) / median(ofSmall)).toFixed(2)} × that of ${small} (${milliseconds(median(ofSmall))})`,
    },
    {
      figure: `${name}, toggle, p95`,
      value: milliseconds(lengths[Math.floor(0.95 * (lengths.length - 1))] ?? 0),
      beside: `goal ≤ 50 ms; median ${milliseconds(median(lengths))}, all ${large} rows at once`,
    },
    { figure: `${name}, rows in the document`, value: String(rows), beside: 'goal ≤ 100' },
    {
      figure: `candidates of ${(large + small + otherGroups * componentsEach).toLocaleString('en')}, first rows`,
      value: milliseconds(median(candidates)),
      beside: `goal ≤ 300 ms; nothing of them read before, ${candidates.length} rounds`,
    },
  ];
}

/** The component tree with 2,000 components, and the first rows of the coupling picker among 10,000. */
export const componentTree: Figure = (root) =>
  withBuild(root, async (folder) => {
    const service = await startService(firm());
    try {
      return await withApp(root, folder, (page) => measure(page, service));
    } finally {
      await service.end();
    }
  });
