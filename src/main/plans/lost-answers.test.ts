import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, openPlanDesk, step } from '../testing/plan-desk.ts';

// A creation is carried out and its answer is lost, or is a refusal since something on the way has sent it twice; and the service spells what it
// shows in a way that this app does not understand. It is there once, and nothing says that it failed.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Fields = Readonly<Record<string, unknown>>;

const steps = {
  audit: auditStep(creation),
  component: componentStep('component', ['leaf', 'sub']),
  user: step('user', {
    kind: 'assignUser',
    audit: 'consolidated',
    assignment: { id: 'anna.smit@firm.example', role: 'audit_auditor' },
  }),
  client: step('client', { kind: 'createClient', creation: { id: 'molen', name: 'Molen', country: 'NL' } }),
} as const satisfies Readonly<Record<string, Step>>;

const lists = {
  audit: '/audits/',
  component: '/audits/consolidated/component-audits/',
  user: '/audits/consolidated/users/',
  client: '/client-organisations/',
} as const;

const kinds = ['audit', 'component', 'user', 'client'] as const;

/** Puts another value in place of a field, wherever it stands. */
const field =
  (name: string, by: (value: never) => unknown) =>
  (object: Fields): Fields =>
    name in object ? { ...object, [name]: by(object[name] as never) } : object; // what the sandbox has there

const spelled: Readonly<Record<string, (object: Fields) => Fields>> = {
  'entities by numbers of its own': field('legal_entity_ids', (ids: readonly string[]) =>
    ids.map((_, at) => ({ pk: 900 + at })),
  ),
  'no entities yet': field('legal_entity_ids', () => []),
  'one entity more': field('legal_entity_ids', (ids: readonly string[]) => ['group', ...ids]),
  'names in capitals': field('name', (name: string) => name.toUpperCase()),
  'clients by numbers of its own': field('client_organisation_id', (id: string) => id.length + 70),
  'clients as names of its own': field('client_organisation_id', (id: string) => `urn:client:${id}`),
  'entities in capitals': field('legal_entity_ids', (ids: readonly string[]) =>
    ids.map((id) => id.toUpperCase()),
  ),
  'entities in one text': field('legal_entity_ids', (ids: readonly string[]) => ids.join('; ')),
  'entities with a prefix': field('legal_entity_ids', (ids: readonly string[]) =>
    ids.map((id) => `ENT-${id}`),
  ),
  'the evening before, by UTC': field('period_start', (day: string) =>
    new Date(Date.parse(`${day}T00:00:00+01:00`)).toISOString(),
  ),
  'the day after the last': field('period_end', (day: string) =>
    new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10),
  ),
  'a role with hyphens': field('role', (role: string) => role.replaceAll('_', '-')),
  'the last part of a role': field('role', (role: string) => role.replace('audit_', '')),
  'a number for a role': field('role', () => 3),
};

/** Carries a creation out, in front of a service that shows objects so, and whose first answer to a creation is this one or is lost. */
async function carriedOut(
  of: keyof typeof steps,
  show: (object: Fields) => Fields,
  first: number | null,
  wrap: (page: Fields, entries: readonly Fields[]) => Fields = (page, entries) => ({
    ...page,
    results: entries,
  }),
) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let met = 0;
  const changeFetch =
    (send: Fetch): Fetch =>
    async (url, init) => {
      const came = (await send(url, init)) as Response; // the sandbox's
      if (url.includes('/oauth/') || !came.ok) return came;
      if (init.method === 'POST' && (met += 1) === 1) {
        if (first !== null) return Response.json({ detail: 'There is one already.' }, { status: first });
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      }
      const body = (await came.json()) as Fields; // the sandbox answers objects
      const { results } = body;
      return Response.json(Array.isArray(results) ? wrap(body, results.map(show)) : show(body), came);
    };
  const {
    carryOut,
    steps: progress,
    count,
    sent,
  } = openPlanDesk(desk, {
    clock,
    path: join(folder, `${of}.db`),
    changeFetch,
  });
  const before = await count(lists[of]);
  await carryOut(steps[of]);
  const [ended] = progress('plan');
  return { state: ended?.state, made: (await count(lists[of])) - before, asked: (await sent('POST')).length };
}

test.each(
  Object.keys(spelled).flatMap((name) => [null, 409, 422, 412].map((first) => [name, first] as const)),
)(
  '%s, after an answer of %s to a creation that was carried out: it is there once, and has not failed',
  async (name, first) => {
    for (const of of kinds) {
      const { state, made, asked } = await carriedOut(of, spelled[name] ?? ((object) => object), first);
      expect([of, made, asked]).toEqual([of, 1, 1]);
      expect(['done', 'unclear']).toContain(state);
    }
  },
);

// A service whose lists and objects are in a shape that the app does not know asks a person, and does not only pause.
test.each([null, 409])(
  'after an answer of %s, and every look in a shape that is not read, a person is asked',
  async (first) => {
    for (const of of kinds) {
      const { state, made, asked } = await carriedOut(
        of,
        () => ({}),
        first,
        () => ({ rows: 'a;b' }),
      );
      expect([of, state, made, asked]).toEqual([of, 'unclear', 1, 1]);
    }
  },
);

// The last user is removed, the answer is lost or a refusal, and a list without users is not there: what is said of it, by hand.
test.each<[first: number | null, ended: string]>([
  [null, 'unclear unknown-outcome'],
  [404, 'done'],
  [410, 'done'],
  [412, 'unclear unknown-outcome'],
  [204, 'done'],
])('after an answer of %s to a removal that was carried out: %s', async (first, expected) => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const changeFetch =
    (send: Fetch): Fetch =>
    async (url, init) => {
      const came = (await send(url, init)) as Response; // the sandbox's
      if (init.method === 'DELETE' && first === null)
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      if (init.method === 'DELETE')
        return first === 204 ? came : Response.json({ detail: 'No.' }, { status: first ?? 500 });
      if (!url.includes('/users/')) return came;
      const { results } = (await came.clone().json()) as { readonly results: readonly unknown[] }; // a list
      return results.length > 0 ? came : Response.json({ detail: 'Nobody.' }, { status: 404 });
    };
  const { carryOut, steps: progress } = openPlanDesk(desk, {
    clock,
    path: join(folder, 'r.db'),
    changeFetch,
  });
  await carryOut(step('off', { kind: 'removeUser', audit: 'audit', user: 'anna.smit@firm.example' }));
  const [ended] = progress('plan');
  expect([ended?.state, ended?.error?.code ?? []].flat().join(' ')).toBe(expected);
});
