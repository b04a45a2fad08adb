import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './app.ts';
import { demonstrationFixture } from './fixture/demonstration/firm.ts';
import { type Fixture, readFixture } from './fixture/fixture.ts';
import { givenFixture } from './fixture/named.ts';
import { readJson } from './http/body.ts';
import { callsOf } from './http/calls.ts';
import { type Answer, detail, json, notFound, type ServiceRequest, whole } from './http/exchange.ts';
import { anything, optional, type Reader, readForm, required, wrong } from './http/fields.ts';
import { badRequest } from './http/result.ts';
import { type Awaitable, after } from './store/store.ts';

// Worlds: services beside the first one, in the same process. Each has a store and everything else of its own, so nothing
// of one can be seen in another.

export type World = Pick<Sandbox, 'answer' | 'account' | 'snapshot' | 'close'>;

export interface WorldsOptions {
  /** The folder of their data files. Without one, they are in memory. */
  readonly folder: string | undefined;
  /** Snapshots by the names of the worlds that are made of them, unless the folder has such a world. */
  readonly restored?: ReadonlyMap<string, Uint8Array>;
  /** `file` is undefined for a world in memory. A snapshot counts before the fixture. */
  readonly create: (fixture: Fixture, file: string | undefined, snapshot?: Uint8Array) => Promise<World>;
}

/** A service with worlds beside it. */
export type Worlds = Pick<Sandbox, 'answer'> & {
  /** Does something for each world, one after the other. */
  readonly each: (work: (name: string, world: Pick<World, 'snapshot'>) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const mostWorlds = 200;
const worldName = /^[a-z\d][a-z\d._-]{0,62}$/;
const pathOfWorld = /^\/worlds\/([^/]*)(\/.*)$/s;
const ending = '.db';
const unfinished = '.new';
export const snapshotEnding = '.snapshot';

/** Opens the worlds of a folder, in front of the first service. */
export async function openWorlds(main: Sandbox['answer'], options: WorldsOptions): Promise<Worlds> {
  const worlds = new Map<string, Opened>();
  for (const [name, file] of filesIn(options.folder))
    worlds.set(name, openWorld(await options.create(readOwn(demonstrationFixture()), file)));
  for (const [name, snapshot] of options.restored ?? []) {
    if (worlds.has(name)) continue;
    const [fixture, file] = [readOwn(demonstrationFixture()), fileOf(options.folder, name)];
    if (file !== undefined) await make(options, file, fixture, snapshot);
    worlds.set(name, openWorld(await options.create(fixture, file, snapshot)));
  }
  const administer = createWorldCalls(worlds, options);
  return {
    answer: (request) => {
      const [, name, path] = pathOfWorld.exec(request.path) ?? [];
      if (name !== undefined && path !== undefined) {
        const world = worlds.get(name);
        if (world === undefined) return whole(noWorld(name));
        return world.answer({ ...request, path, origin: `${request.origin}/worlds/${name}` });
      }
      return request.path.startsWith('/__sandbox/worlds/')
        ? after(administer(request), whole)
        : main(request);
    },
    each: async (work) => {
      for (const [name, world] of worlds) await work(name, world);
    },
    close: async () => {
      await Promise.all([...worlds.values()].map(async (world) => world.end()));
    },
  };
}

function readOwn(document: unknown): Fixture {
  const read = readFixture(document);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.value;
}

function noWorld(name: string): Answer {
  return detail(404, `There is no world "${name}". GET /__sandbox/worlds/ lists those that there are.`);
}

/** A world that closes when the last of its requests is answered. */
interface Opened extends Pick<World, 'snapshot'> {
  readonly clientId: string;
  readonly answer: World['answer'];
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

export function openWorld(
  world: Pick<World, 'answer' | 'snapshot' | 'close'> & {
    readonly account: Pick<World['account'], 'client_id'>;
  },
): Opened {
  let underWay = 0;
  let idle = () => {};
  const left = (): void => {
    underWay -= 1;
    if (underWay === 0) idle();
  };
  return {
    clientId: world.account.client_id,
    snapshot: world.snapshot,
    answer: (request) => {
      underWay += 1;
      return settled(() => world.answer(request), left);
    },
    end: async () => {
      await new Promise<void>((resolve) => {
        idle = resolve;
        if (underWay === 0) resolve();
      });
      await world.close();
    },
  };
}

interface WorldDeps extends WorldsOptions {
  readonly worlds: Map<string, Opened>;
  readonly request: ServiceRequest;
}
type Call = (deps: WorldDeps, name: string) => Awaitable<Answer>;

const told = ({ request }: WorldDeps, name: string, { clientId }: Pick<Opened, 'clientId'>) => ({
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

const list: Call = (deps) =>
  json(200, { results: [...deps.worlds].map(([name, world]) => told(deps, name, world)) });

const show: Call = (deps, name) => {
  const world = deps.worlds.get(name);
  return world === undefined ? noWorld(name) : json(200, told(deps, name, world));
};

const add: Call = async (deps) => {
  const body = readJson(deps.request);
  if (!body.ok) return body.answer;
  const form = readForm(body.value, { name: required(nameOfWorld), fixture: optional(anything) });
  if (!form.ok) return badRequest(form.faults);
  const { name, fixture: given } = form.value;
  if (deps.worlds.has(name))
    return detail(409, `There is a world "${name}" already. Delete it first, or choose another name.`);
  if (deps.worlds.size >= mostWorlds)
    return detail(409, `There are ${String(mostWorlds)} worlds already. Delete one first.`);
  const fixture = await givenFixture(given);
  if (!fixture.ok) return json(400, { fixture: fixture.faults });
  const file = fileOf(deps.folder, name);
  if (file !== undefined) await make(deps, file, fixture.value);
  const world = await deps.create(fixture.value, file);
  const opened = openWorld(world);
  deps.worlds.set(name, opened);
  return json(201, { ...told(deps, name, opened), client_secret: world.account.client_secret });
};

const remove: Call = async ({ worlds, folder }, name) => {
  const world = worlds.get(name);
  if (world === undefined) return noWorld(name);
  worlds.delete(name);
  await world.end();
  const file = fileOf(folder, name);
  if (file !== undefined) rmSync(file, { force: true });
  return json(200, {});
};

const find = callsOf<Call>({
  'GET worlds': list,
  'POST worlds': add,
  'GET worlds/*': show,
  'DELETE worlds/*': remove,
});

/** Answers the calls about worlds, one after the other. */
function createWorldCalls(
  worlds: Map<string, Opened>,
  options: WorldsOptions,
): (request: ServiceRequest) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const found = find(request);
    if (found.kind !== 'found') return Promise.resolve(found.answer ?? notFound);
    const work = async () => found.command({ ...options, worlds, request }, found.ids[0] ?? '');
    const answer = last.then(work);
    last = answer.catch(() => {});
    return answer;
  };
}

const fileOf = (folder: string | undefined, name: string) =>
  folder === undefined ? undefined : join(folder, `${name}${ending}`);

/** Makes a data file whole before it has its name, so that the end of the process leaves no half of a world. */
async function make(
  { create }: Pick<WorldDeps, 'create'>,
  file: string,
  ...state: readonly [Fixture, Uint8Array?]
): Promise<void> {
  const [fixture, snapshot] = state;
  mkdirSync(join(file, '..'), { recursive: true });
  const world = await create(fixture, `${file}${unfinished}`, snapshot);
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
