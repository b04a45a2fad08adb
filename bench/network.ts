import type { Page } from '@playwright/test';
import { networkFirm } from '../e2e/fixtures/network-firm.ts';
import { type Service, startService } from '../e2e/service.ts';
import { diagramLayout, linesOf } from '../src/renderer/features/network/layout.ts';
import { Audit } from '../src/shared/model/audit.ts';
import { ComponentAudit } from '../src/shared/model/component-audit.ts';
import { type NetworkGraph, networkGraph } from '../src/shared/rules/service/network-graph.ts';
import { callInPage, connectPage, withApp } from './app.ts';
import { withBuild } from './build.ts';
import { type Figure, type Measurement, median } from './measurement.ts';

const size = { groups: 40, components: 48 };
const places = 1 + size.groups * (2 + size.components); // the highest, its components, the groups, theirs
const frames = 180;
const step = 24; // pixels a frame: a quick drag

/** The fixture's network as the app has read it. */
function known() {
  const audits = (networkFirm(size).firms[0]?.audits ?? []).filter(
    ({ components }) => components !== undefined,
  );
  const coupledTo = new Map(
    audits.flatMap(({ id, coupled_component_audit_ids: ids = [] }) => ids.map((each) => [each, id] as const)),
  );
  return {
    audits: audits.map(({ components: _components, ...audit }) => Audit.parse(audit)),
    componentsOf: new Map(
      audits.map(({ id, components = [] }) => [
        id,
        components.map((each) =>
          ComponentAudit.parse({ ...each, coupled_entity_audit_id: coupledTo.get(each.id) ?? null }),
        ),
      ]),
    ),
  };
}

function laidOut(graph: NetworkGraph) {
  const nodesOf = (ids: readonly string[]): Parameters<typeof diagramLayout<null>>[0] =>
    ids.map((id) => ({ id, row: null, children: nodesOf(graph.places.get(id)?.below ?? []) }));
  return diagramLayout(nodesOf(graph.tops), new Set(graph.places.keys()));
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function layoutTimes(): readonly Measurement[] {
  const data = known();
  const graph = networkGraph(data, 'oosterschelde');
  if (graph.places.size !== places) throw new Error(`${graph.places.size} places`);
  const rounds = Array.from({ length: 30 }, () => ({
    graph: timed(() => void networkGraph(data, 'oosterschelde')),
    layout: timed(() => void linesOf(graph, laidOut(graph))),
  }));
  const value = (times: readonly number[]) => `${median(times).toFixed(1)} ms`;
  const first = `the first ${rounds[0]?.layout.toFixed(1)} ms`;
  return [
    {
      figure: `network of ${places}, layout and lines`,
      value: value(rounds.map(({ layout }) => layout)),
      beside: `goal ≤ 30 ms; ${first}`,
    },
    {
      figure: `network of ${places}, graph`,
      value: value(rounds.map(({ graph: time }) => time)),
      beside: '',
    },
  ];
}

/** From the call for the network to the frame after its first places are in the document, its lists being known already. */
function ready(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const drawn = () => document.querySelectorAll('.react-flow__node [role=img]').length;
    location.hash = '#/settings';
    while (drawn() > 0) await nextFrame();
    for (let idle = 0; idle < 30; idle += 1) await nextFrame();
    const begin = performance.now();
    location.hash = '#/network/client/oosterschelde';
    while (drawn() < 5 || !document.body.textContent.includes('2,001')) await nextFrame();
    await nextFrame();
    return performance.now() - begin;
  });
}

/** The lengths of frames in milliseconds, while the picture is dragged by one step in each, down and back. */
function pan(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ([turns, pixels]) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const pane = document.querySelector('.react-flow__pane');
      const viewport = document.querySelector('.react-flow__viewport');
      if (pane === null || viewport === null) throw new Error('no picture');
      const before = viewport.getAttribute('style');
      const at = (y: number) => ({
        bubbles: true,
        cancelable: true,
        view: window,
        clientX: 600,
        clientY: y,
        buttons: 1,
      });
      let y = 400;
      pane.dispatchEvent(new MouseEvent('mousedown', at(y)));
      let last = await nextFrame();
      const lengths: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        y += turn < turns / 2 ? -pixels : pixels / 2;
        window.dispatchEvent(new MouseEvent('mousemove', at(y)));
        const now = await nextFrame();
        lengths.push(now - last);
        last = now;
      }
      window.dispatchEvent(new MouseEvent('mouseup', at(y)));
      if (viewport.getAttribute('style') === before) throw new Error('the picture did not move');
      return lengths;
    },
    [frames, step] as const,
  );
}

async function measurePicture(page: Page, service: Service): Promise<readonly Measurement[]> {
  await connectPage(page, service);
  await callInPage(page, 'preferences.change', { language: 'en-us' });
  const begin = performance.now();
  await ready(page);
  const cold = performance.now() - begin;
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) times.push(await ready(page));
  await pan(page); // the first time also compiles
  const lengths: number[] = [];
  for (let round = 0; round < 3; round += 1) lengths.push(...(await pan(page)));
  const perSecond = 1_000 / (lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
  const nodes = await page.evaluate(() => document.querySelectorAll('.react-flow *').length);
  const name = `network of ${places}`;
  return [
    { figure: `${name}, read and drawn`, value: `${(cold / 1_000).toFixed(1)} s`, beside: '42 lists, once' },
    {
      figure: `${name}, ready`,
      value: `${median(times).toFixed(0)} ms`,
      beside: `goal ≤ 500 ms; ${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)} ms in ${times.length} rounds`,
    },
    {
      figure: `${name}, frames a second while panning`,
      value: perSecond.toFixed(0),
      beside: `goal ≥ 50; median ${median(lengths).toFixed(1)} ms, longest ${Math.max(...lengths).toFixed(0)} ms of ${lengths.length}`,
    },
    { figure: `${name}, DOM nodes of the picture`, value: String(nodes), beside: '' },
  ];
}

/** The picture of a network of 2,001 places: laying it out, showing it, dragging it. */
export const networkPicture: Figure = async (root) => {
  const service = await startService(networkFirm(size));
  try {
    const drawn = await withBuild(root, (folder) =>
      withApp(root, folder, (page) => measurePicture(page, service)),
    );
    return [...layoutTimes(), ...drawn];
  } finally {
    await service.end();
  }
};
