import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit, AuditCreation } from '../../shared/model/audit.ts';
import type { ClientCreation } from '../../shared/model/client-organisation.ts';
import type { Difference, Task } from '../../shared/plan.ts';
import {
  auditDifferences,
  clientDifferences,
  isAnotherAudit,
  isAnotherClient,
  sameCode,
  showsAll,
} from '../../shared/rules/plans/same-creation.ts';
import { standsInPlaceOf } from '../../shared/rules/roll-forward/meanwhile.ts';
import type { CallOptions } from '../api/service.ts';
import {
  answered,
  entitiesOf,
  type Found,
  listed,
  mayBeThere,
  notFound,
  type PlanService,
  shortPauses,
  type Work,
  type WorkDeps,
  type Works,
} from './work.ts';

type AuditDeps = Pick<WorkDeps, 'service' | 'onCreated' | 'found' | 'rolled' | 'plannedAt'>;

/** Creates an audit under the id that the app chose: what has that id is either it or somebody else's (decisions.md §4.3). */
function auditCreation(
  creation: AuditCreation,
  { service, onCreated, found, rolled, plannedAt }: AuditDeps,
): Work {
  const work: Work = {
    send: async (options) => {
      const reply = await service.call('audits.create', { body: creation }, options);
      if (reply.ok) onCreated(reply.value);
      return answered(
        reply,
        (audit) => showsAll(audit, creation) && auditDifferences(creation, audit).length === 0,
      );
    },
    look: async (options, accepted = null) => {
      const reply = await service.call('audits.read', { path: { audit_id: creation.id } }, options);
      if (!reply.ok) return reply.error.code === 'missing' ? succeed({ kind: 'absent' }) : reply;
      if (accepted === null && isAnotherAudit(creation, reply.value))
        return otherThan(creation, reply.value, service, options);
      onCreated(reply.value);
      if (accepted === null) found.add(creation.id);
      return succeed(isThere(creation.id, auditDifferences(creation, reply.value)));
    },
    pauses: shortPauses,
    mayBeDone: mayBeThere,
    alone: `audit ${creation.id}`,
    ofNew: false,
  };
  if (rolled === null) return work;
  return {
    ...work,
    compare: async (options) => {
      const own = await work.look(options);
      if (!own.ok || own.value.kind !== 'absent') return own;
      const audits = await listed(service, 'audits.list', {}, options);
      if (!audits.ok) return audits;
      const candidates = audits.value.entries.flatMap((audit) => {
        const isFormer = Date.parse(audit.created_at ?? '') <= Date.parse(plannedAt);
        return isFormer || rolled.has(audit.id) || !standsInPlaceOf(creation, audit) ? [] : [audit.id];
      });
      return candidates.length === 0 ? own : succeed({ kind: 'several', candidates, code: 'made-meanwhile' });
    },
  };
}

/** What stands in the place of an audit: another one, unless that rests on a client or entities that are not said to be there. Those may be spelled in a way of their own. */
async function otherThan(
  creation: AuditCreation,
  audit: Audit,
  service: PlanService,
  options: CallOptions,
): Promise<Reply<Found>> {
  const other = succeed(isOther(auditDifferences(creation, audit)));
  const { client_organisation_id: client } = creation;
  if (isAnotherAudit(creation, { ...audit, client_organisation_id: client, legal_entity_ids: [] }))
    return other;
  if (isAnotherAudit(creation, { ...audit, legal_entity_ids: [] })) {
    const clients = await listed(service, 'clients.list', {}, options);
    if (!clients.ok) return clients;
    const isOfOther = clients.value.entries.some(({ id }) => sameCode(id, audit.client_organisation_id));
    return isOfOther ? other : succeed({ kind: 'several', candidates: [audit.id] });
  }
  const names = await entitiesOf(service, audit, options);
  if (!names.ok) return names;
  const isKnown = audit.legal_entity_ids.some((id) => names.value?.has(id));
  return isKnown ? other : succeed({ kind: 'several', candidates: [audit.id] });
}

/** Likewise a client organisation, which the service shows in its list only. */
function clientCreation(service: PlanService, creation: ClientCreation): Work {
  return {
    send: async (options) => {
      const reply = await service.call('clients.create', { body: creation }, options);
      return answered(
        reply,
        (client) => showsAll(client, creation) && clientDifferences(creation, client).length === 0,
      );
    },
    look: async (options, accepted = null) => {
      const reply = await listed(service, 'clients.list', {}, options);
      if (!reply.ok) return reply;
      const client = reply.value.entries.find(({ id }) => sameCode(id, creation.id));
      if (client === undefined) return succeed(notFound(reply.value));
      const differences = clientDifferences(creation, client);
      const isAnother = accepted === null && isAnotherClient(creation, client);
      return succeed(isAnother ? isOther(differences) : isThere(creation.id, differences));
    },
    pauses: shortPauses,
    mayBeDone: mayBeThere,
    alone: `client ${creation.id}`,
    ofNew: false,
  };
}

function isThere(result: string, differences: readonly Difference[]): Found {
  return { kind: 'done', result, differences };
}

function isOther(differences: readonly Difference[]): Found {
  const fields = Object.fromEntries(differences.map(({ field }) => [field, []]));
  return { kind: 'refused', error: fail('differs', { fields }).error };
}

/** What is sent to create an audit, with the components that its plan has created to be coupled. */
export function sentCreation(
  { creation, couple = [] }: Extract<Task, { readonly kind: 'createAudit' }>,
  resolve: WorkDeps['resolve'],
): AuditCreation {
  if (couple.length === 0) return creation;
  const coupled = [...(creation.coupled_component_audit_ids ?? []), ...couple.map(resolve)];
  return { ...creation, coupled_component_audit_ids: coupled };
}

function isCoupled({ coupled_component_audit_ids: ids = [] }: AuditCreation): boolean {
  return ids.length > 0;
}

export const creationWorks = {
  createClient: ({ creation }, { service }) => clientCreation(service, creation),
  createAudit: (task, deps) => {
    const creation = sentCreation(task, deps.resolve);
    // What is coupled hangs from what this plan makes.
    return auditCreation(creation, { ...deps, rolled: isCoupled(creation) ? null : deps.rolled });
  },
} satisfies Partial<Works>;
