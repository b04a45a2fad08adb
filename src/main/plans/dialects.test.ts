import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dialects, mixtureOf } from '../../sandbox/http/dialects/dialects.ts';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, openPlanDesk, step } from '../testing/plan-desk.ts';

// Every kind of write, in front of a service that speaks each dialect (docs/sandbox-dialects.md): what was asked for once is sent once and
// is there once, and its step is done or leaves it to a person. Never failed, never twice.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const anna = 'anna.smit@firm.example';
const writes: Readonly<Record<string, { readonly step: Step; readonly method: string }>> = {
  client: {
    step: step('client', {
      kind: 'createClient',
      creation: { id: 'molen', name: 'Molen & Zn', country: 'NL' },
    }),
    method: 'POST',
  },
  audit: { step: auditStep(creation), method: 'POST' },
  component: { step: componentStep('component', ['leaf']), method: 'POST' },
  named: { step: componentStep('named', ['leaf', 'sub'], 'Noord & Zuid'), method: 'POST' },
  scope: {
    step: step('scope', {
      kind: 'setOutOfScope',
      group: 'consolidated',
      component: 'component',
      explanation: 'Sold  in March & closed.',
    }),
    method: 'PATCH',
  },
  deleted: {
    step: step('deleted', { kind: 'deleteComponent', group: 'consolidated', component: 'component' }),
    method: 'DELETE',
  },
  gone: { step: step('gone', { kind: 'deleteAudit', audit: 'audit' }), method: 'DELETE' },
  assigned: {
    step: step('assigned', {
      kind: 'assignUser',
      audit: 'consolidated',
      assignment: { id: anna, role: 'audit_auditor' },
    }),
    method: 'POST',
  },
  changed: {
    step: step('changed', {
      kind: 'changeUser',
      audit: 'audit',
      assignment: { id: anna, role: 'audit_engagement_leader' },
      before: 'audit_auditor',
    }),
    method: 'PATCH',
  },
  removed: { step: step('removed', { kind: 'removeUser', audit: 'audit', user: anna }), method: 'DELETE' },
};

async function carriedOut(variants: readonly string[], name: string) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall, variants });
  const { carryOut, steps, sent } = openPlanDesk(desk, { clock, path: join(folder, `${name}.db`) });
  const { step: asked, method } = writes[name] ?? { step: auditStep(creation), method: '' };
  await carryOut(asked);
  const [ended] = steps('plan');
  return { ended, requests: await sent(method) };
}

/** What is said: how it ended, and of each difference what was sent and what is there. With it, what the service did with each request. */
const told = ({ ended, requests }: Awaited<ReturnType<typeof carriedOut>>): string =>
  [
    [ended?.state, ended?.error?.code ?? [], ...requests].flat().join(' '),
    ...(ended?.differences ?? []).map(({ field, sent, there }) => `${field}: ${sent}, not ${there}`),
  ].join('; ');

/** Where it is done: one request, and one object made, changed or removed. */
const once: Readonly<Record<string, string>> = { POST: 'done 201', PATCH: 'done 200', DELETE: 'done 204' };

/** What is not simply done, by hand: the service has another value. */
const otherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'users-role-label': {
    assigned: 'role: audit_auditor, not Auditor',
    changed: 'role: audit_engagement_leader, not Engagement leader',
  },
  'components-name-default': { named: 'name: Noord & Zuid, not Foglia S.r.l. & Dochter B.V.' },
  'components-name-prefixed': { named: 'name: Noord & Zuid, not CE - Noord & Zuid' },
  'audits-entities-one-more': { audit: 'legal_entity_id: leaf, not leaf, group' },
  'audits-name-suffixed': { audit: 'name: Jaarrekening 2026, not Jaarrekening 2026 (FY)' },
  'clients-country-three': { client: 'country: NL, not NLD' },
  'clients-country-unknown': { client: 'country: NL, not XK' },
};

// Of the nouns that no write here looks at, one write is enough.
const few: readonly string[] = ['work-packages', 'roles', 'legal-entities'];

test.each(dialects.map(({ name, noun }) => [name, noun] as const))(
  'in front of %s each write is sent once, and done',
  async (name, noun) => {
    for (const write of few.includes(noun) ? ['component'] : Object.keys(writes))
      expect([write, told(await carriedOut([name], write))]).toEqual([
        write,
        [once[writes[write]?.method ?? ''], otherwise[name]?.[write] ?? []].flat().join('; '),
      ]);
  },
);

test.each(Array.from({ length: 25 }, (_, seed) => seed))(
  'in front of the mixture %i none is sent twice, and none has failed',
  async (seed) => {
    for (const write of Object.keys(writes)) {
      const { ended, requests } = await carriedOut(mixtureOf(seed), write);
      expect([write, requests.length]).toEqual([write, 1]);
      expect([undefined, 'accepted-unseen', 'unknown-outcome']).toContain(ended?.error?.code);
      expect(ended?.state).toBe(ended?.error === null ? 'done' : 'unclear');
    }
  },
);
