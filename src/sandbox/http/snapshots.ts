import type { Awaitable } from '../awaitable.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { givenFixture } from '../fixture/named.ts';
import type { Controls, Database, Snapshots } from '../store/store.ts';
import { UnusableFile } from '../store/unusable.ts';
import { packedRefusal, readJson, tooLarge } from './body.ts';
import { callsOf, type NotFound } from './calls.ts';
import { type Answer, detail, json, type ServiceRequest } from './exchange.ts';
import { anything, externalId, optional, readExactly, required } from './fields.ts';
import { badRequest } from './result.ts';

interface SnapshotDeps {
  /** Keeps another fixture in place of the one that there is, and returns to it. */
  readonly load: (fixture: Fixture) => Awaitable<void>;
  readonly snapshots: Snapshots;
  readonly controls: Pick<Controls, 'clock'>;
  /** Makes the service go on from the state that was restored. */
  readonly restored: () => Promise<void>;
}

type Call = (deps: SnapshotDeps, ids: readonly string[], request: ServiceRequest) => Awaitable<Answer>;

const mostKept = 100;
const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const unknown = (name: string) => detail(404, `There is no snapshot "${name}".`);

const list: Call = async ({ snapshots }) => {
  const all = await snapshots.all();
  return json(200, { results: all.map(({ name, taken_at: at }) => ({ name, taken_at: time(at) })) });
};

const nowOf = async ({ controls }: SnapshotDeps) => (await controls.clock.read()).now;

const keep: Call = async (deps, _ids, request) => {
  const { snapshots } = deps;
  const body = readJson(request);
  if (!body.ok) return body.answer;
  const form = readExactly(body.value, { name: required(externalId) });
  if (!form.ok) return badRequest(form.faults);
  const { name } = form.value;
  const all = await snapshots.all();
  const taken = `There is a snapshot "${name}" already. Delete it first, or choose another name.`;
  if (all.some((one) => one.name === name)) return detail(409, taken);
  if (all.length >= mostKept)
    return detail(409, `There are ${String(mostKept)} snapshots already. Delete one first.`);
  const now = await nowOf(deps);
  if (!(await snapshots.keep(name, now))) return detail(409, taken); // another process was faster
  return json(201, { name, taken_at: time(now) });
};

const restore: Call = async (deps, [name = '']) => {
  if (!(await deps.snapshots.restore(name))) return unknown(name);
  await deps.restored();
  return json(200, { name, taken_at: time(await nowOf(deps)) });
};

const remove: Call = async ({ snapshots }, [name = '']) =>
  (await snapshots.remove(name)) ? json(200, {}) : unknown(name);

const write: Call = async (deps) => ({
  status: 200,
  headers: {
    'Content-Type': 'application/vnd.sqlite3',
    'Content-Disposition': 'attachment; filename="sandbox.snapshot"',
  },
  body: '',
  bytes: await deps.snapshots.write(await nowOf(deps)),
});

const read: Call = async (deps, _ids, request) => {
  const packed = packedRefusal(request);
  if (packed !== null) return packed;
  const { body } = request;
  if (body === 'too-large') return tooLarge;
  try {
    await deps.snapshots.read(body);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return detail(400, `The snapshot was not restored: ${error.message}. The state is as it was.`);
  }
  await deps.restored();
  return json(200, { taken_at: time(await nowOf(deps)) });
};

const loadFixture: Call = async (deps, _ids, request) => {
  const body = readJson(request);
  if (!body.ok) return body.answer;
  const form = readExactly(body.value, { fixture: optional(anything) });
  if (!form.ok) return badRequest(form.faults);
  const fixture = await givenFixture(form.value.fixture);
  if (!fixture.ok) return json(400, { fixture: fixture.faults });
  await deps.load(fixture.value);
  await deps.restored();
  return json(200, {});
};

const find = callsOf<Call>({
  'GET snapshots': list,
  'POST snapshots': keep,
  'DELETE snapshots/*': remove,
  'POST snapshots/*/restore': restore,
  'POST fixture': loadFixture,
  'GET snapshot': write,
  'POST snapshot': read,
});

/** Answers the calls that put another state in the place of this one (sandbox.md, "Control plane"). Null for other paths. */
export function createSnapshotCalls(
  { snapshots, controls }: Pick<Database, 'snapshots' | 'controls'>,
  rest: Pick<SnapshotDeps, 'load' | 'restored'>,
): (request: ServiceRequest) => Awaitable<Answer> | null {
  const deps = { snapshots, controls, ...rest };
  return (request) => {
    const found = find(request);
    if (found.kind === 'found') return found.command(deps, found.ids, request);
    const { kind, answer }: NotFound = found;
    return kind === 'not-found' ? null : answer;
  };
}
