import { expect, test } from 'vitest';
import { createFakeLog } from '../testing/log.ts';
import { OpenWindows, openWindows, type Place, pageAt, placeIn } from './windows.ts';

const page = 'app://audit-desk/index.html';

test.each([
  [{ address: '/', connection: null }, `${page}#/`],
  [{ address: '/audits/one/A~2E1', connection: 'c 1' }, `${page}?connection=c+1#/audits/one/A~2E1`],
  [{ address: '/audits/new?type=single', connection: 'c' }, `${page}?connection=c#/audits/new?type=single`],
] as const)('%j is at %s, and is found there', (place, url) => {
  expect(pageAt(page, place)).toBe(url);
  expect(placeIn(url, page)).toEqual(place);
});

test.each([
  'https://evil.example/index.html#/audits',
  'app://other/index.html#/audits',
  'app://audit-desk/other.html#/audits',
  `${page}#audits`, // no address of the interface
  `${page}#/${'a'.repeat(30_000)}`,
  'about:blank',
  '',
])('%s shows no place of the interface', (url) => {
  expect(placeIn(url, page)).toBeNull();
});

/** Windows of a computer whose store outlives the app; `start` starts it again. */
function computer() {
  const log = createFakeLog();
  let stored: unknown = null;
  let isFull = false;
  return {
    stored: () => OpenWindows.parse(stored).windows,
    log,
    fill: () => {
      isFull = true;
    },
    damage: (body: unknown) => {
      stored = body;
    },
    start: () => {
      const made: {
        readonly name: string;
        readonly place: Place;
        readonly move: (address: string) => void;
        readonly close: () => void;
        fronts: number;
      }[] = [];
      const windows = openWindows({
        log,
        collection: {
          read: () => OpenWindows.safeParse(stored).data ?? null,
          put: (_, body) => {
            if (isFull) throw new Error('full');
            stored = body;
          },
        },
        make: (name, place, heard) => {
          const move = (address: string): void => heard.moved({ ...place, address });
          const window = { name, place, move, close: heard.closed, fronts: 0 };
          made.push(window);
          return {
            toFront: () => {
              window.fronts += 1;
            },
          };
        },
      });
      return { windows, made };
    },
  };
}

const audit = { address: '/audits/one/A', connection: 'north' };

test('a first start opens one window', () => {
  const { windows, made } = computer().start();
  windows.restore();
  expect(made.map(({ name, place }) => ({ name, place }))).toEqual([
    { name: 'main', place: { address: '/', connection: null } },
  ]);
});

test('after a power cut the windows are there that were open, where they were, under their names', () => {
  const desk = computer();
  const first = desk.start();
  first.windows.restore();
  first.windows.open(audit);
  first.made[0]?.move('/clients');
  const second = desk.start(); // nobody closed anything
  second.windows.restore();
  expect(second.made.map(({ name, place }) => [name, place.address, place.connection])).toEqual([
    ['main', '/clients', null],
    ['window-2', '/audits/one/A', 'north'],
  ]);
});

test('a window that a person closes stays closed; the last one is where the next start begins', () => {
  const desk = computer();
  const first = desk.start();
  first.windows.restore();
  first.windows.open(audit);
  first.made[0]?.close();
  expect(desk.stored().map(({ name }) => name)).toEqual(['window-2']);
  first.made[1]?.close();
  expect(desk.stored().map(({ address }) => address)).toEqual(['/audits/one/A']);
  first.windows.open({ ...audit, address: '/clients' }); // as on macOS, where the app lives on
  expect(desk.stored()).toEqual([{ name: 'main', address: '/clients', connection: 'north' }]);
});

test('quitting closes all windows, and all of them open again', () => {
  const desk = computer();
  const first = desk.start();
  first.windows.restore();
  first.windows.open(audit);
  first.windows.quitting();
  for (const { close } of first.made) close();
  const second = desk.start();
  second.windows.restore();
  expect(second.made.map(({ name }) => name)).toEqual(['main', 'window-2']);
});

test('where a window refuses to be closed, those that are closed by then are not kept', () => {
  const desk = computer();
  const { windows, made } = desk.start();
  windows.restore();
  windows.open(audit);
  windows.quitting();
  made[0]?.close();
  windows.staying();
  expect(desk.stored().map(({ name }) => name)).toEqual(['window-2']);
  made[1]?.move('/clients');
  expect(desk.stored().map(({ address }) => address)).toEqual(['/clients']);
});

test('security 53: what windows showed through a connection that is gone is not kept', () => {
  const desk = computer();
  const { windows } = desk.start();
  windows.restore();
  windows.open({ address: '/audits/one/A', connection: 'gone' });
  windows.open({ address: '/audits/one/B', connection: 'there' });
  windows.forget('gone');
  expect(desk.stored().map(({ address, connection }) => [address, connection])).toEqual([
    ['/', null],
    ['/', null],
    ['/audits/one/B', 'there'],
  ]);
});

test('no more than twenty', () => {
  const { windows, made } = computer().start();
  windows.restore();
  const answers = Array.from({ length: 25 }, () => windows.open(audit));
  expect(answers.filter(Boolean)).toHaveLength(19);
  expect(new Set(made.map(({ name }) => name)).size).toBe(20);
});

test('what is kept is read with care: twice the same name is once, a damaged list is none', () => {
  const desk = computer();
  const twice = { name: 'main', address: '/clients', connection: null };
  desk.damage({ windows: [twice, { ...twice, address: '/users' }] });
  const first = desk.start();
  first.windows.restore();
  expect(first.made.map(({ place }) => place.address)).toEqual(['/clients']);
  desk.damage({ windows: [{ name: 'main', address: 'javascript:1', connection: null }] });
  const second = desk.start();
  second.windows.restore();
  expect(second.made.map(({ place }) => place.address)).toEqual(['/']);
});

test('the window that was made last comes to the front; where there is none, one is made', () => {
  const { windows, made } = computer().start();
  windows.restore();
  windows.open(audit);
  windows.toFront();
  expect(made.map(({ fronts }) => fronts)).toEqual([0, 1]);
  for (const { close } of made) close();
  windows.toFront();
  expect(made).toHaveLength(3);
});

test('a wizard comes back as the list that offers its draft', () => {
  const desk = computer();
  const first = desk.start();
  first.windows.restore();
  first.made[0]?.move('/audits/new?type=single');
  const second = desk.start();
  second.windows.restore();
  expect(second.made.map(({ place }) => place.address)).toEqual(['/']);
});

test('a disk that takes nothing more stops no window', () => {
  const desk = computer();
  const { windows, made } = desk.start();
  windows.restore();
  desk.fill();
  made[0]?.move('/clients');
  expect(windows.open(audit)).toBe(true);
  expect(desk.log.events.map(({ event }) => event)).toContain('windows-not-kept');
});
