import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { ClientCreation } from '../../shared/model/client-organisation.ts';
import { auditDifferences, clientDifferences } from '../../shared/rules/same-creation.ts';
import { type Found, type PlanService, shortPauses, type Work } from './work.ts';

/** Creates an audit under the id that the app chose: what has that id is either it or somebody else's (decisions.md §4.3). */
export function auditCreation(service: PlanService, creation: AuditCreation, ofNew: boolean): Work {
  return {
    send: async (options) =>
      ownAnswer(creation.id, await service.call('audits.create', { body: creation }, options)),
    look: async (options) => {
      const reply = await service.call('audits.read', { path: { audit_id: creation.id } }, options);
      if (reply.ok) return succeed(compared(creation.id, auditDifferences(creation, reply.value)));
      return reply.error.code === 'missing' ? succeed({ kind: 'absent' }) : reply;
    },
    pauses: shortPauses,
    mayBeDone: isAboutId,
    alone: `audit ${creation.id}`,
    ofNew,
  };
}

/** Likewise a client organisation, which the service shows in its list only. */
export function clientCreation(service: PlanService, creation: ClientCreation): Work {
  return {
    send: async (options) =>
      ownAnswer(creation.id, await service.call('clients.create', { body: creation }, options)),
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

/** An answer about another id is none to what was asked. */
function ownAnswer(id: string, reply: Reply<{ readonly id: string }>): Reply<string> {
  if (!reply.ok) return reply;
  return reply.value.id === id ? succeed(id) : fail('unexpected-answer', { status: 201 });
}

function compared(id: string, differences: readonly string[]): Found {
  if (differences.length === 0) return { kind: 'done', result: id };
  const fields = Object.fromEntries(differences.map((field) => [field, []]));
  return { kind: 'refused', error: fail('differs', { fields }).error };
}

/** Whether a refusal says that the id is taken, by us perhaps: 409, or 400 on `id` (decisions.md §4.3). */
function isAboutId({ code, fields }: AppError): boolean {
  return code === 'conflict' || (code === 'validation' && fields?.id !== undefined);
}
