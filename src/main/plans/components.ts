import { type Reply, succeed } from '../../shared/error.ts';
import type { ComponentAudit, ComponentCreation } from '../../shared/model/component-audit.ts';
import type { CallOptions } from '../api/service.ts';
import {
  type Found,
  longPauses,
  type PlanService,
  shortPauses,
  type Work,
  type WorkSurroundings,
} from './work.ts';

interface Creating extends WorkSurroundings {
  readonly group: string;
  readonly creation: ComponentCreation;
  readonly ofNew: boolean;
}

/**
 * Creates a component audit, whose id the service chooses: after a lost answer it is what stands under the group that did
 * not stand there before, that no plan has created and that is as it was asked for (decisions.md §8.5).
 */
export function componentCreation(creating: Creating): Work {
  const { service, group, creation, ofNew } = creating;
  return {
    prepare: (options) => keepFormer(creating, group, options),
    send: async (options) => {
      const input = { path: { group_audit_id: group }, body: creation };
      const reply = await service.call('components.create', input, options);
      return reply.ok ? succeed(reply.value.id) : reply;
    },
    look: async (options) => {
      const candidates = await candidatesOf(creating, options);
      return candidates.ok ? succeed(foundAmong(candidates.value)) : candidates;
    },
    recheck: async (result, options) => {
      const candidates = await candidatesOf(creating, options);
      if (!candidates.ok) return candidates;
      const others = candidates.value.ids.filter((id) => id !== result);
      if (result === null || others.length === 0) return succeed({ kind: 'done', result });
      return succeed({ kind: 'several', candidates: [result, ...others] });
    },
    pauses: longPauses,
    mayBeDone: () => false,
    alone: `component ${JSON.stringify([group, creation.legal_entity_ids])}`,
    ofNew,
  };
}

/** Reads what stands under a group, once for each plan, before the plan creates or deletes the first there. */
async function keepFormer(
  { service, former }: Pick<WorkSurroundings, 'service' | 'former'>,
  group: string,
  options: CallOptions,
): Promise<Reply<null>> {
  if (former.read(group) !== null) return succeed(null);
  const reply = await listed(service, group, options);
  if (!reply.ok) return reply;
  former.keep(
    group,
    reply.value.map(({ id }) => id),
  );
  return succeed(null);
}

interface Candidates {
  readonly ids: readonly string[];
  /** Whether their names are those that were to be expected. */
  readonly named: boolean;
}

function foundAmong({ ids, named }: Candidates): Found {
  const [only, ...others] = ids;
  if (only === undefined) return { kind: 'absent' };
  return others.length === 0 && named ? { kind: 'done', result: only } : { kind: 'several', candidates: ids };
}

async function candidatesOf(creating: Creating, options: CallOptions): Promise<Reply<Candidates>> {
  const { service, group, creation, former, isCreation } = creating;
  const components = await listed(service, group, options);
  if (!components.ok) return components;
  const before = former.read(group) ?? [];
  const similar = components.value.filter(
    (component) =>
      !before.includes(component.id) && !isCreation(component.id) && isSimilar(creation, component),
  );
  const asked = creation.name;
  if (asked !== undefined) return succeed({ ids: idsNamed(similar, asked), named: true });
  if (similar.length === 0) return succeed({ ids: [], named: true });
  const expected = await defaultName(creating, options);
  if (!expected.ok) return expected;
  const named = expected.value === null ? [] : idsNamed(similar, expected.value);
  // A service may choose another name than the one of decisions.md §8.3: then it is for a person to tell.
  return succeed(
    named.length > 0 ? { ids: named, named: true } : { ids: similar.map(({ id }) => id), named: false },
  );
}

function idsNamed(components: readonly ComponentAudit[], name: string): readonly string[] {
  return components.filter((component) => component.name.trim() === name.trim()).map(({ id }) => id);
}

function isSimilar(creation: ComponentCreation, component: ComponentAudit): boolean {
  return (
    component.auditor_relation === creation.auditor_relation &&
    component.legal_entity_ids.length === creation.legal_entity_ids.length &&
    component.legal_entity_ids.every((id, index) => id === creation.legal_entity_ids[index])
  );
}

/** The name that a component gets when none is asked for (decisions.md §8.3); null where its entities are not known. */
async function defaultName(
  { service, group, creation }: Creating,
  options: CallOptions,
): Promise<Reply<string | null>> {
  const audit = await service.call('audits.read', { path: { audit_id: group } }, options);
  if (!audit.ok) return audit;
  const entities = await service.all(
    'legalEntities.list',
    { path: { id: audit.value.client_organisation_id } },
    options,
  );
  if (!entities.ok) return entities;
  const names = new Map(entities.value.map(({ id, name }) => [id, name]));
  if (!creation.legal_entity_ids.every((id) => names.has(id))) return succeed(null);
  return succeed(creation.legal_entity_ids.map((id) => names.get(id)).join(' & '));
}

/** The components of a group; none where there is no such group. */
async function listed(
  service: PlanService,
  group: string,
  options: CallOptions,
): Promise<Reply<readonly ComponentAudit[]>> {
  const reply = await service.all('components.list', { path: { audit_id: group } }, options);
  return !reply.ok && reply.error.code === 'missing' ? succeed([]) : reply;
}

/** Sets a component out of scope, which can be repeated without harm (decisions.md §8.7). */
export function scopeChange(
  service: PlanService,
  { group, component, explanation }: Readonly<Record<'group' | 'component' | 'explanation', string>>,
  ofNew: boolean,
): Work {
  return {
    send: async (options) => {
      const path = { group_audit_id: group, component_audit_id: component };
      const body = { in_scope: false, out_of_scope_explanation: explanation } as const;
      const reply = await service.call('components.setOutOfScope', { path, body }, options);
      return reply.ok ? succeed(component) : reply;
    },
    look: async (options) => {
      const components = await listed(service, group, options);
      if (!components.ok) return components;
      const found = components.value.find(({ id }) => id === component);
      const holds = found?.in_scope === false && found.out_of_scope_explanation.trim() === explanation.trim();
      return succeed(holds ? { kind: 'done', result: component } : { kind: 'absent' });
    },
    pauses: shortPauses,
    mayBeDone: () => false,
    alone: `scope ${component}`,
    ofNew,
  };
}

/** Deletes a component audit: done when its group does not list it any more, if it was there before. */
export function componentDeletion(
  surroundings: Pick<WorkSurroundings, 'service' | 'former'>,
  { group, component }: Readonly<Record<'group' | 'component', string>>,
  ofNew: boolean,
): Work {
  const { service, former } = surroundings;
  return {
    prepare: async (options) => (ofNew ? succeed(null) : keepFormer(surroundings, group, options)),
    send: async (options) => {
      const path = { audit_id: group, component_audit_id: component };
      const reply = await service.call('components.delete', { path }, options);
      return reply.ok ? succeed(component) : reply;
    },
    look: async (options) => {
      const components = await listed(service, group, options);
      if (!components.ok) return components;
      const found = components.value.find(({ id }) => id === component);
      const gone = found === undefined || found.status === 'deleting';
      return succeed(gone ? { kind: 'done', result: component } : { kind: 'absent' });
    },
    pauses: shortPauses,
    mayBeDone: ({ code }) =>
      code === 'missing' && (ofNew || former.read(group)?.includes(component) === true),
    alone: `deletion ${component}`,
    ofNew,
  };
}

/** Deletes an audit: done when it is gone, or on its way to be (decisions.md §7.5), if it was there before. */
export function auditDeletion(service: PlanService, audit: string, ofNew: boolean): Work {
  let existed = ofNew;
  return {
    prepare: async (options) => {
      if (existed) return succeed(null);
      const reply = await service.call('audits.read', { path: { audit_id: audit } }, options);
      existed = reply.ok;
      return reply.ok || reply.error.code === 'missing' ? succeed(null) : reply;
    },
    send: async (options) => {
      const reply = await service.call('audits.delete', { path: { audit_id: audit } }, options);
      return reply.ok ? succeed(audit) : reply;
    },
    look: async (options) => {
      const reply = await service.call('audits.read', { path: { audit_id: audit } }, options);
      if (!reply.ok && reply.error.code !== 'missing') return reply;
      const gone = !reply.ok || reply.value.status === 'deleting';
      return succeed(gone ? { kind: 'done', result: audit } : { kind: 'absent' });
    },
    pauses: shortPauses,
    mayBeDone: ({ code }) => code === 'missing' && existed,
    alone: `deletion ${audit}`,
    ofNew,
  };
}
