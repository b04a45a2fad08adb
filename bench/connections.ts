import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { exchange, type Fetch } from '../src/main/api/exchange.ts';
import { systemClock } from '../src/main/clock.ts';
import { openNetwork } from '../src/main/desktop/network.ts';
import { findChromium } from '../tools/electron-standin/chromium.ts';
import { asNetwork, Connections } from '../tools/electron-standin/network.ts';
import { createOverEndingConnections } from '../torture/ending-connections.ts';
import { seeded } from '../torture/random.ts';
import { type Figure, type Measurement, median } from './measurement.ts';
import { withBareServer } from './service/bare-server.ts';

const creations = 1_000;
const requests = 1_000;
const rounds = 5;

/** A network that keeps its connections, as Electron's does by itself. */
function keeping(): Fetch {
  const kept = Object.assign(new Connections(), { closeAllConnections: async () => {} });
  return openNetwork({ ...asNetwork, openLine: () => kept });
}

/** What a connection for each request saves from, and what it costs. */
export const connections: Figure = async () => [
  await ending('a connection for each', openNetwork(asNetwork)),
  await ending('kept, as Electron has them', keeping()),
  await oddAnswers(),
  ...(await cost()),
  await costInChromium(),
];

async function ending(how: string, fetch: Fetch): Promise<Measurement> {
  const { sent, reached, there, done, named } = await createOverEndingConnections(creations, 1, fetch);
  const count = (value: number) => value.toLocaleString('en');
  return {
    figure: `${count(creations)} creations over connections that end: ${how}`,
    value: `${count(reached)} sent`,
    beside: `${count(sent)} by the engine; ${count(there)} there, ${count(done)} done, ${count(named)} for a person to name`,
  };
}

const statuses = [0, 99, 100, 101, 103, 199, 200, 204, 205, 299, 304, 306, 399, 451, 599, 600, 777, 999];
const phrases = ['OK', '', 'Gem\u00e4\u00df', '\u4e0d', '\t', 'x'.repeat(2_000)];
const headers = [
  '',
  'X: \u2116\r\n',
  'X: M\u00fcller\r\n',
  'X\r\n',
  ': x\r\n',
  'Content-Length: x\r\n',
  'X: y\r\n'.repeat(10_000),
];

/** Answers that are odd in status, reason phrase, headers and end, by a seed: each settles, and nothing is left to the process. */
async function oddAnswers(): Promise<Measurement> {
  const random = seeded(1);
  const one = <Value>(all: readonly Value[]): Value => all[Math.floor(random() * all.length)] as Value; // of a list that has some
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {}); // the other side may be gone
    socket.once('data', () => {
      const status = String(one(statuses)).padStart(3, '0');
      const text = `HTTP/1.1 ${status} ${one(phrases)}\r\n${one(headers)}Content-Length: 2\r\n\r\n{}`;
      socket.end(
        Buffer.from(
          text.slice(0, random() < 0.2 ? Math.floor(random() * text.length) : text.length),
          one(['utf8', 'latin1']),
        ),
      );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  let uncaught = 0;
  const count = (): void => {
    uncaught += 1;
  };
  process.on('uncaughtException', count);
  const fetch = openNetwork(asNetwork);
  const begun = performance.now();
  const ends = new Map<string, number>();
  for (let at = 0; at < 200; at += 1) {
    const told = await exchange(
      { fetch, clock: systemClock },
      { url: `http://127.0.0.1:${String(port)}/`, method: 'POST', headers: {}, body: '{}' },
    );
    const name = told.ok ? 'answers' : told.fault.code;
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  const slowest = performance.now() - begun;
  process.off('uncaughtException', count);
  server.close();
  return {
    figure: '200 odd answers, settled',
    value: String([...ends.values()].reduce((sum, each) => sum + each, 0)),
    beside: `${[...ends].map(([name, each]) => `${String(each)} ${name}`).join(', ')}; ${String(uncaught)} uncaught; all within ${slowest < 30_000 ? 'the time limit of one' : 'more'}`,
  };
}

const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '{}' };
const prepared = [
  { ...html, target: '/' },
  { ...html, target: '/close', headers: { ...html.headers, connection: 'close' } },
];

/** 1,000 requests, six at a time, alternately with and without connections that are kept. */
async function cost(): Promise<readonly Measurement[]> {
  return withBareServer(prepared, async ({ port }) => {
    const url = `http://127.0.0.1:${String(port)}/`;
    const [kept, own] = [keeping(), openNetwork(asNetwork)];
    const times = { kept: [] as number[], own: [] as number[] };
    const work = { kept: [] as number[], own: [] as number[] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, fetch] of [
        ['kept', kept],
        ['own', own],
      ] as const) {
        const [begun, used] = [performance.now(), process.cpuUsage()];
        await Promise.all(Array.from({ length: 6 }, () => ask(fetch, url, requests / 6)));
        const { user, system } = process.cpuUsage(used);
        times[name].push(performance.now() - begun);
        work[name].push((user + system) / 1_000);
      }
    return [besideKept('time', times), besideKept('CPU of the process', work)];
  });
}

async function ask(fetch: Fetch, url: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await exchange({ fetch, clock: systemClock }, { url, method: 'GET', headers: {} });
}

function besideKept(
  what: string,
  { kept, own }: { readonly kept: readonly number[]; readonly own: readonly number[] },
): Measurement {
  return {
    figure: `1,000 requests, a connection for each: ${what}`,
    value: `${(median(own) / median(kept)).toFixed(2)} ×`,
    beside: `of kept ones: ${(median(own) / requests).toFixed(2)} and ${(median(kept) / requests).toFixed(2)} ms a request`,
  };
}

/** The same in Chromium itself, by a page, against a service that keeps connections and one that ends them. */
async function costInChromium(): Promise<Measurement> {
  return withBareServer(prepared, async ({ port }) => {
    const browser = await chromium.launch({
      executablePath: findChromium(process.env),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(port)}/`);
    const run = (target: string) =>
      page.evaluate(
        async ([to, count]) => {
          const begun = performance.now();
          const some = async (): Promise<void> => {
            for (let at = 0; at < count / 6; at += 1)
              await (await fetch(to, { cache: 'no-store', credentials: 'omit' })).text();
          };
          await Promise.all(Array.from({ length: 6 }, some));
          return performance.now() - begun;
        },
        [target, requests] as const,
      );
    const times = { kept: [] as number[], own: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.kept.push(await run('/'));
      times.own.push(await run('/close'));
    }
    await browser.close();
    return besideKept('time in Chromium', times);
  });
}
