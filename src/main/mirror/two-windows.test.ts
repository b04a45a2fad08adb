import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Reply } from '../../shared/error.ts';
import type { ListRequest, RowChanges } from '../../shared/operations/mirror.ts';
import { nameOfList } from '../../shared/rules/service/list-reading.ts';
import { connect, openApp, planOf } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

// Two windows that go from screen to screen for ten minutes, while others change what the lists have.

let folder = '';
const open: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'windows-'));
});
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  rmSync(folder, { recursive: true });
});

interface ShownList {
  readonly list: ListRequest;
  readonly path: string;
  /** As the interface asks for it, in milliseconds. */
  readonly freshFor: number;
}

const audits = { list: { operation: 'audits.list' }, path: '/audits/', freshFor: 120_000 } as const;
const clients = {
  list: { operation: 'clients.list' },
  path: '/client-organisations/',
  freshFor: 300_000,
} as const;
const packages = {
  list: { operation: 'workPackages.list' },
  path: '/work-packages/',
  freshFor: 1_800_000,
} as const;
const entities = {
  list: { operation: 'legalEntities.list', path: { id: 'group' } },
  path: '/client-organisations/group/legal-entities/',
  freshFor: 60_000,
} as const;
const components = {
  list: { operation: 'components.list', path: { audit_id: 'consolidated' } },
  path: '/audits/consolidated/component-audits/',
  freshFor: 60_000,
} as const;
const users = {
  list: { operation: 'users.list', path: { audit_id: 'audit' } },
  path: '/audits/audit/users/',
  freshFor: 60_000,
} as const;
const lists: readonly ShownList[] = [audits, clients, packages, entities, components, users];
const screens: readonly (readonly ShownList[])[] = [
  [audits, clients, packages],
  [clients],
  [packages],
  [clients, entities, audits],
  [components, entities],
  [users],
];

const anew = 30_000; // milliseconds: what a window has counts as fresh so long once it is asked for again

type App = ReturnType<typeof openApp>;

/** What a window has of lists, as `renderer/data/collection.ts` keeps it. */
function createWindow({ dispatch, clock }: App, from: number, connection: string) {
  const known = new Map<string, { changes: RowChanges; readonly rows: Map<number, unknown> }>();
  const follow = async ({ list }: Pick<ShownList, 'list'>): Promise<void> => {
    const name = nameOfList(list);
    for (let isMore = true; isMore; ) {
      const before = known.get(name);
      const { epoch = null, version: since = 0 } = before?.changes ?? {};
      const asked = { connection, list, epoch, since };
      const reply = (await dispatch('mirror.rows', asked, from)) as Reply<RowChanges>;
      if (!reply.ok) throw new Error(reply.error.code);
      const changes = reply.value;
      const rows = changes.epoch === epoch ? (before?.rows ?? new Map<number, unknown>()) : new Map();
      for (const [rank, row] of changes.rows) rows.set(rank, row);
      for (const rank of changes.gone) rows.delete(rank);
      known.set(name, { changes, rows });
      ({ isMore } = changes);
    }
  };
  const read = async (shown: ShownList, freshFor: number): Promise<void> => {
    await dispatch('mirror.read', { connection, list: shown.list, freshFor, waits: false }, from);
    await follow(shown);
  };
  return {
    follow,
    has: ({ list }: ShownList) => known.has(nameOfList(list)),
    rows: ({ list }: ShownList) => {
      const { changes, rows = new Map<number, unknown>() } = known.get(nameOfList(list)) ?? {};
      const inOrder = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
      return { at: [changes?.epoch, changes?.version], rows: inOrder };
    },
    /** Shows a screen: what is not fresh of its lists is read. */
    show: (screen: readonly ShownList[]): void => {
      void dispatch('mirror.show', { lists: screen.map(({ list }) => ({ connection, list })) }, from);
      for (const shown of screen) {
        const { readAt = 0 } = known.get(nameOfList(shown.list))?.changes.state ?? {};
        if (readAt === 0) void read(shown, shown.freshFor);
        else if (clock.wall() - readAt >= shown.freshFor) void read(shown, Math.min(shown.freshFor, anew));
      }
    },
    refresh: (shown: ShownList): void => void read(shown, 0),
  };
}

/** The app, two windows, and when each list was read from its first page on. */
async function openWindows() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const readings = new Map<string, number[]>(lists.map(({ path }) => [path, []]));
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'GET' && !searchParams.has('page'))
      readings.get(pathname.replace('/api/v1', ''))?.push(clock.wall());
    return desk.sandbox.fetch(request);
  };
  const app = openApp(folder, { ...desk, sandbox: { ...desk.sandbox, fetch } }, clock);
  open.push(app);
  const connection = await connect(app.call);
  const windows = [createWindow(app, 1, connection), createWindow(app, 2, connection)] as const;
  let heard = app.events.length;
  /** What main has told since, the windows hear. */
  const hear = async (): Promise<void> => {
    while (heard < app.events.length) {
      const event = app.events[heard];
      heard += 1;
      const shown = lists.find(
        ({ list }) => event?.type === 'mirror-changed' && event.list === nameOfList(list),
      );
      if (shown === undefined) continue;
      for (const window of windows) if (window.has(shown)) await window.follow(shown);
    }
  };
  return { app, desk, clock, connection, windows, readings, hear };
}

type Step =
  | { readonly does: 'show'; readonly window: 0 | 1; readonly screen: number }
  | { readonly does: 'refresh'; readonly window: 0 | 1; readonly list: number }
  | { readonly does: 'create' | 'delete' | 'own' }
  | { readonly does: 'wait'; readonly seconds: number };

const window = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('show' as const), window, screen: fc.nat(screens.length - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('refresh' as const), window, list: fc.nat(lists.length - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('create' as const, 'delete' as const, 'own' as const) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 30 }) }),
  },
);

/** Goes these steps, again and again, until ten minutes have passed. */
async function walk(steps: readonly Step[]): Promise<void> {
  const { app, desk, clock, windows, readings, hear, connection } = await openWindows();
  const begin = clock.wall();
  const refreshed = new Map<string, number>();
  let made = 0;
  const act: (step: Step) => Promise<unknown> | void = (one) => {
    switch (one.does) {
      case 'show':
        return windows[one.window].show(screens[one.screen] ?? []);
      case 'refresh': {
        const list = lists[one.list] ?? audits;
        refreshed.set(list.path, clock.wall());
        return windows[one.window].refresh(list);
      }
      case 'create':
        made += 1;
        return desk.post('/audits/', { ...creation, id: `new-${made}` });
      case 'delete':
        return desk.call('DELETE', `/audits/new-${made}/`);
      case 'own':
        made += 1;
        return app.call('plans.submit', {
          ...planOf(connection, { ...creation, id: `own-${made}` }),
          id: `plan-${made}`,
        });
      case 'wait':
        return clock.advance(one.seconds * 1_000);
    }
  };
  for (let place = 0; clock.wall() < begin + 600_000; place += 1) {
    await act(steps[place % steps.length] ?? { does: 'wait', seconds: 30 });
    await hear();
  }
  await clock.advance(30_000);
  await hear();

  for (const { path, freshFor } of lists)
    for (const [place, at] of (readings.get(path) ?? []).entries()) {
      const before = readings.get(path)?.[place - 1];
      const isAsked = before !== undefined && (refreshed.get(path) ?? -1) >= before;
      if (before !== undefined && !isAsked)
        expect(at - before, `${path}, read again`).toBeGreaterThanOrEqual(freshFor);
    }
  const third = createWindow(app, 3, connection);
  for (const shown of lists) {
    await third.follow(shown);
    for (const one of windows) if (one.has(shown)) expect(one.rows(shown)).toEqual(third.rows(shown));
  }
}

test('no list is read again while it is fresh, and no window has a row that main has not', async () => {
  const steps = fc
    .array(step, { minLength: 10, maxLength: 40 })
    .filter((all) => all.some(({ does }) => does === 'wait'));
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns: 12 });
});
