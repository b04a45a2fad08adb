import { type AppError, fail, succeed } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { ClientCreation } from '../../shared/model/client-organisation.ts';
import {
  auditDifferences,
  clientDifferences,
  confirmsAudit,
  confirmsClient,
} from '../../shared/rules/same-creation.ts';
import {
  confirmed,
  type Found,
  type PlanService,
  shortPauses,
  type Work,
  type WorkDeps,
  type Works,
} from './work.ts';

/** Creates an audit under the id that the app chose: what has that id is either it or somebody else's (decisions.md §4.3). */
function auditCreation(
  creation: AuditCreation,
  { service, onCreated, found }: Pick<WorkDeps, 'service' | 'onCreated' | 'found'>,
): Work {
  return {
    send: async (options) => {
      const reply = await service.call('audits.create', { body: creation }, options);
      const sent = confirmed(reply, (audit) => confirmsAudit(creation, audit));
      if (reply.ok && sent.ok) onCreated(reply.value);
      return sent;
    },
    look: async (options) => {
      const reply = await service.call('audits.read', { path: { audit_id: creation.id } }, options);
      if (!reply.ok) return reply.error.code === 'missing' ? succeed({ kind: 'absent' }) : reply;
      const differences = auditDifferences(creation, reply.value);
      if (differences.length === 0) {
        onCreated(reply.value);
        found.add(creation.id);
      }
      return succeed(compared(creation.id, differences));
    },
    pauses: shortPauses,
    mayBeDone: isAboutId,
    alone: `audit ${creation.id}`,
    ofNew: false,
  };
}

/** Likewise a client organisation, which the service shows in its list only. */
function clientCreation(service: PlanService, creation: ClientCreation): Work {
  return {
    send: async (options) => {
      const reply = await service.call('clients.create', { body: creation }, options);
      return confirmed(reply, (client) => confirmsClient(creation, client));
    },
    look: async (options) => {
      const reply = await service.all('clients.list', {}, options);
      if (!reply.ok) return reply;
      const client = reply.value.find(({ id }) => id === creation.id);
      return succeed(
        client === undefined
          ? { kind: 'absent' }
          : compared(creation.id, clientDifferences(creation, client)),
      );
    },
    pauses: shortPauses,
    mayBeDone: isAboutId,
    alone: `client ${creation.id}`,
    ofNew: false,
  };
}

function compared(id: string, differences: readonly string[]): Found {
  if (differences.length === 0) return { kind: 'done', result: id };
  const fields = Object.fromEntries(differences.map((field) => [field, []]));
  return { kind: 'refused', error: fail('differs', { fields }).error };
}

/** Whether a refusal may mean that the id is taken, perhaps by us: 409, or 400 on `id` (decisions.md §4.3). */
function isAboutId({ code, fields }: AppError): boolean {
  return code === 'conflict' || (code === 'validation' && fields?.id !== undefined);
}

export const creationWorks = {
  createClient: ({ creation }, { service }) => clientCreation(service, creation),
  createAudit: ({ creation, couple = [] }, deps) => {
    if (couple.length === 0) return auditCreation(creation, deps);
    const coupled = [...(creation.coupled_component_audit_ids ?? []), ...couple.map(deps.resolve)];
    return auditCreation({ ...creation, coupled_component_audit_ids: coupled }, deps);
  },
} satisfies Partial<Works>;
