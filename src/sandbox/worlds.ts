import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { orElse, type Reached, type Sandbox } from './app.ts';
import { type Awaitable, after } from './awaitable.ts';
import { demonstrationFixture } from './fixture/demonstration/firm.ts';
import { type Fixture, readFixture } from './fixture/fixture.ts';
import type { Account } from './fixture/load.ts';
import { givenFixture } from './fixture/named.ts';
import { readJson } from './http/body.ts';
import { callsOf } from './http/calls.ts';
import {
  type Answer,
  detail,
  type Handled,
  json,
  notFound,
  type ServiceRequest,
  whole,
} from './http/exchange.ts';
import { anything, optional, type Reader, readExactly, required, wrong } from './http/fields.ts';
import { badRequest } from './http/result.ts';
import type { Database } from './store/store.ts';

// Worlds: services beside the first one, in the same process. Each has a store and everything else of its own, so nothing
// of one can be seen in another.

/** What a world begins with. A snapshot counts before the fixture; a store that has a state counts before both. */
export interface Beginning {
  readonly fixture: Fixture;
  readonly restore?: Uint8Array | undefined;
}

/** Starts the service of a world, in memory unless a place is given. */
export type CreateWorld = (
  beginning: Beginning,
  place?: { readonly data: string } | { readonly database: Database },
) => Promise<Sandbox>;

interface Named {
  readonly name: string;
  /** The first service account when it was made. */
  readonly clientId: string;
}

/** Keeps worlds: in this process, or in a database that other processes share. */
export interface WorldKeeper {
  /** In the order in which they were made. */
  readonly all: () => Awaitable<readonly Named[]>;
  readonly find: (name: string) => Awaitable<World | undefined>;
  /** Nothing of the world is left if it is not made whole. */
  readonly add: (name: string, beginning: Beginning) => Promise<Account | 'taken' | 'full'>;
  /** Ends a world when its requests are answered. Whether there was one. */
  readonly remove: (name: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A database that other processes may have open, too, with the worlds of all of them. */
export interface SharedDatabase extends Database {
  readonly keepWorlds: (create: CreateWorld) => Promise<WorldKeeper>;
}

/** A service with worlds beside it. */
export type Worlds = Required<Reached> & {
  /** Does something for each world, one after the other. */
  readonly each: (work: (name: string, world: Pick<World, 'snapshot'>) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const mostWorlds = 200;
const worldName = /^[a-z\d][a-z\d._-]{0,62}$/;
const pathOfWorld = /^\/worlds\/([^/]*)(\/.*)$/s;
const ending = '.db';
const unfinished = '.new';
export const snapshotEnding = '.snapshot';

export interface WorldsOptions {
  readonly keeper: WorldKeeper;
  /** Answers where the keeper fails. */
  readonly failed: (error: unknown) => Pick<Handled, 'answer'>;
  /** Snapshots by the names of the worlds that are made of them, unless there is such a world. */
  readonly restored?: ReadonlyMap<string, Uint8Array>;
}

/** Puts the worlds of a keeper in front of the first service. */
export async function openWorlds(main: Reached, options: WorldsOptions): Promise<Worlds> {
  const { keeper, failed, restored = new Map<string, Uint8Array>() } = options;
  for (const [name, restore] of restored) await keeper.add(name, { fixture: builtIn(), restore });
  const administer = createWorldCalls(keeper);
  const answerFailed = (error: unknown) => whole(failed(error).answer);
  return {
    answer: (request) => {
      const [, name, path] = pathOfWorld.exec(request.path) ?? [];
      if (name !== undefined && path !== undefined)
        return orElse(
          () =>
            after(keeper.find(name), (world) =>
              world === undefined
                ? whole(noWorld(name))
                : world.answer({ ...request, path, origin: `${request.origin}/worlds/${name}` }),
            ),
          answerFailed,
        );
      return request.path.startsWith('/__sandbox/worlds/')
        ? orElse(() => administer(request).then(whole), answerFailed)
        : main.answer(request);
    },
    note: (request, answer) => {
      const [, name, path] = pathOfWorld.exec(request.path) ?? [];
      if (name === undefined || path === undefined) return main.note?.(request, answer);
      return orElse(
        () => after(keeper.find(name), (world) => world?.note?.({ ...request, path }, answer)),
        () => undefined,
      );
    },
    each: async (work) => {
      for (const { name } of await keeper.all()) {
        const world = await keeper.find(name);
        if (world !== undefined) await work(name, world);
      }
    },
    close: keeper.close,
  };
}

/** The fixture of a world whose own state counts before it. */
export function builtIn(): Fixture {
  const read = readFixture(demonstrationFixture());
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.value;
}

function noWorld(name: string): Answer {
  return detail(404, `There is no world "${name}". GET /__sandbox/worlds/ lists those that there are.`);
}

/** A world that is open. It closes when the last of its requests is answered. */
export interface World extends Named, Reached, Pick<Sandbox, 'snapshot'> {
  readonly end: () => Promise<void>;
}

/** Does what is to be done after work, whether it fails or not. */
function settled<Value>(work: () => Awaitable<Value>, then: () => void): Awaitable<Value> {
  let isWaited = false;
  try {
    const value = work();
    isWaited = value instanceof Promise;
    return value instanceof Promise ? value.finally(then) : value;
  } finally {
    if (!isWaited) then();
  }
}

type Opened = Reached &
  Pick<Sandbox, 'snapshot' | 'close'> & {
    readonly account: Pick<Account, 'client_id'>;
  };

export function openWorld(name: string, sandbox: Opened): World {
  let underWay = 0;
  let isEnding = false;
  let idle = () => {};
  const left = (): void => {
    underWay -= 1;
    if (underWay === 0) idle();
  };
  return {
    name,
    clientId: sandbox.account.client_id,
    snapshot: sandbox.snapshot,
    answer: (request) => {
      if (isEnding) return whole(noWorld(name));
      underWay += 1;
      return settled(() => sandbox.answer(request), left);
    },
    note: (request, answer) => {
      if (isEnding) return undefined;
      underWay += 1;
      return settled(() => sandbox.note?.(request, answer), left);
    },
    end: async () => {
      isEnding = true;
      await new Promise<void>((resolve) => {
        idle = resolve;
        if (underWay === 0) resolve();
      });
      await sandbox.close();
    },
  };
}

interface WorldDeps {
  readonly keeper: WorldKeeper;
  readonly request: ServiceRequest;
}
type Call = (deps: WorldDeps, name: string) => Awaitable<Answer>;

const told = ({ request }: WorldDeps, { name, clientId }: Named) => ({
  name,
  base_url: `${request.origin}/worlds/${name}`,
  client_id: clientId,
});

const nameOfWorld: Reader<string> = (value) =>
  typeof value === 'string' && worldName.test(value)
    ? { ok: true, value }
    : wrong(
        'wrong-type',
        '1 to 63 small letters, digits, dots, hyphens and underscores are required; the first is a letter or digit.',
      );

const list: Call = async (deps) =>
  json(200, { results: (await deps.keeper.all()).map((world) => told(deps, world)) });

const show: Call = async (deps, name) => {
  const world = (await deps.keeper.all()).find((one) => one.name === name);
  return world === undefined ? noWorld(name) : json(200, told(deps, world));
};

const add: Call = async (deps) => {
  const body = readJson(deps.request);
  if (!body.ok) return body.answer;
  const form = readExactly(body.value, { name: required(nameOfWorld), fixture: optional(anything) });
  if (!form.ok) return badRequest(form.faults);
  const { name, fixture: given } = form.value;
  const fixture = await givenFixture(given);
  if (!fixture.ok) return json(400, { fixture: fixture.faults });
  const account = await deps.keeper.add(name, { fixture: fixture.value });
  if (account === 'taken')
    return detail(409, `There is a world "${name}" already. Delete it first, or choose another name.`);
  if (account === 'full')
    return detail(409, `There are ${String(mostWorlds)} worlds already. Delete one first.`);
  const { client_id: clientId, client_secret: secret } = account;
  return json(201, { ...told(deps, { name, clientId }), client_secret: secret });
};

const remove: Call = async ({ keeper }, name) =>
  (await keeper.remove(name)) ? json(200, {}) : noWorld(name);

const find = callsOf<Call>({
  'GET worlds': list,
  'POST worlds': add,
  'GET worlds/*': show,
  'DELETE worlds/*': remove,
});

/** Answers the calls about worlds, one after the other. */
function createWorldCalls(keeper: WorldKeeper): (request: ServiceRequest) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const found = find(request);
    if (found.kind !== 'found') return Promise.resolve(found.answer ?? notFound);
    const answer = last.then(async () => found.command({ keeper, request }, found.ids[0] ?? ''));
    last = answer.catch(() => {});
    return answer;
  };
}

/** Keeps the worlds of this process: in memory, or as data files in a folder, which are opened now. */
export async function keepWorlds(create: CreateWorld, folder?: string): Promise<WorldKeeper> {
  const worlds = new Map<string, World>();
  for (const [name, data] of filesIn(folder))
    worlds.set(name, openWorld(name, await create({ fixture: builtIn() }, { data })));
  const fileOf = (name: string) => (folder === undefined ? undefined : join(folder, `${name}${ending}`));
  return {
    all: () => [...worlds.values()],
    find: (name) => worlds.get(name),
    add: async (name, beginning) => {
      if (worlds.has(name)) return 'taken';
      if (worlds.size >= mostWorlds) return 'full';
      const data = fileOf(name);
      if (data !== undefined) await make(create, data, beginning);
      const sandbox = await create(beginning, data === undefined ? undefined : { data });
      worlds.set(name, openWorld(name, sandbox));
      return sandbox.account;
    },
    remove: async (name) => {
      const world = worlds.get(name);
      if (world === undefined) return false;
      worlds.delete(name);
      await world.end();
      const file = fileOf(name);
      if (file !== undefined) rmSync(file, { force: true });
      return true;
    },
    close: async () => {
      await Promise.all([...worlds.values()].map(async (world) => world.end()));
    },
  };
}

/** Makes a data file whole before it has its name, so that the end of the process leaves no half of a world. */
async function make(create: CreateWorld, file: string, beginning: Beginning): Promise<void> {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const world = await create(beginning, { data: `${file}${unfinished}` });
  await world.close();
  renameSync(`${file}${unfinished}`, file);
}

/** The files of worlds that are kept as snapshots, by the names of the worlds. */
export function snapshotFilesIn(folder: string): ReadonlyMap<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names
    .filter((name) => name.endsWith(snapshotEnding))
    .map((name) => name.slice(0, -snapshotEnding.length))
    .filter((name) => worldName.test(name));
  return new Map(found.map((name) => [name, join(folder, `${name}${snapshotEnding}`)]));
}

function filesIn(folder: string | undefined): readonly (readonly [name: string, file: string])[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder);
  for (const name of names) if (name.includes(`${ending}${unfinished}`)) rmSync(join(folder, name));
  return names
    .filter((name) => name.endsWith(ending))
    .map((name) => [name.slice(0, -ending.length), join(folder, name)]);
}
