import { expect, type Page } from '@playwright/test';
import type { Service } from './service.ts';
import type { Message } from './traffic.ts';

/** Calls an operation over the bridge, as the screens do; answers its value, and throws where it fails. */
export async function callBridge(window: Page, operation: string, input: object): Promise<unknown> {
  const reply = await window.evaluate(
    ([name, given]) => {
      // What the preload exposes (src/shared/bridge.ts).
      const door = Reflect.get(globalThis, 'auditDesk') as {
        readonly call: (name: string, input: unknown) => Promise<unknown>;
      };
      return door.call(name, given);
    },
    [operation, input] as const,
  );
  // The one shape of every answer (src/shared/error.ts).
  const { ok, value, error } = reply as { ok: boolean; value?: unknown; error?: { code: string } };
  if (!ok) throw new Error(`${operation}: ${error?.code}`);
  return value;
}

/** The rows of a list of the service, read anew as for a person who waits; at most the first part of them. */
export async function rowsOf(
  call: (operation: string, input: object) => Promise<unknown>,
  connection: string | null,
  list: { readonly operation: string; readonly path?: Readonly<Record<string, string>> },
): Promise<readonly unknown[]> {
  await call('mirror.read', { connection, list, freshFor: 0, waits: true });
  const reply = await call('mirror.rows', { connection, list, epoch: null, since: 0 });
  const { value } = reply as { readonly value: { readonly rows: readonly (readonly [number, unknown])[] } }; // shared/operations/mirror
  return value.rows.map(([, row]) => row);
}

/** The id of the only connection that a person has made. */
export async function connectionId(window: Page): Promise<string> {
  const all = (await callBridge(window, 'connections.list', {})) as readonly { readonly id: string }[]; // shared/model/connection
  const [only] = all.filter(({ id }) => id !== 'demonstration');
  if (only === undefined) throw new Error('There is no connection.');
  return only.id;
}

/** A plan that creates audits of the small firm's bakery, each with its id for a name. */
export function auditsPlan(connection: string, title: string, ids: readonly string[]) {
  return {
    id: `plan-${title}`,
    connection,
    title,
    steps: ids.map((id) => ({
      key: id,
      after: [],
      subject: id,
      task: {
        kind: 'createAudit',
        creation: {
          id,
          name: id,
          work_package_id: 'statutory-2025.10',
          scoping_package_id: 'Large',
          client_organisation_id: 'forno-vecchio',
          legal_entity_id: 'forno-vecchio',
          period_start: '2026-01-01',
          period_end: '2026-12-31',
          language: 'it',
          unit_of_measurement: 'EUR',
          audit_type: 'single',
        },
      },
    })),
  };
}

/** A plan that creates a group audit of the small firm's client and, once it is open, so many components in it. */
export function groupPlan(
  connection: string,
  {
    id,
    name,
    entity,
    year,
  }: { readonly id: string; readonly name: string; readonly entity: string; readonly year: number },
  components: number,
  deadline: string,
) {
  const creation = {
    id,
    name,
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Large',
    client_organisation_id: 'noorderhaven',
    legal_entity_id: entity,
    period_start: `${year}-01-01`,
    period_end: `${year}-12-31`,
    language: 'nl',
    audit_type: 'consolidated',
  };
  return {
    id: `plan ${id}`,
    connection,
    title: id,
    scheduling: { deadline, priority: 0 },
    steps: [
      { key: 'group', after: [], subject: id, task: { kind: 'createAudit', creation } },
      { key: 'open', after: ['group'], subject: id, task: { kind: 'awaitOpen', audit: id } },
      ...Array.from({ length: components }, (_, index) => ({
        key: `component-${index}`,
        after: ['open'],
        subject: `${id} ${index}`,
        task: {
          kind: 'createComponent',
          group: id,
          creation: { legal_entity_ids: ['NH-11'], name: `Part ${index}`, auditor_relation: 'self' },
        },
      })),
    ],
  };
}

/** Has the firm's service admit so many creations a minute. */
export function admitCreations(sandbox: Service, burst: number): Promise<unknown> {
  const lifecycle = { burst, sustained: 6_000, daily: 60_000 };
  return sandbox.control('POST', 'firms/kantoor/', { rate_limits: { lifecycle } });
}

/** Opens the page of a plan from the sidebar on. */
export async function openPlan(window: Page, title: string): Promise<void> {
  await window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible(); // a row of another list may be called the same
  await window.getByRole('row', { name: title }).click();
  await expect(window.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** How many steps of the plan the app has told its window to be done, and whether it has ended. */
export function progressOf(traffic: readonly Message[]): PlanChanged['plan'] {
  const told = traffic.filter(({ kind, body }) => kind === 'event' && body.includes('"plan-changed"')).at(-1);
  return told === undefined ? { state: 'running', counts: {} } : (JSON.parse(told.body) as PlanChanged).plan; // an event of the bridge
}

interface PlanChanged {
  readonly plan: { readonly state: string; readonly counts: Readonly<Record<string, number>> };
}
