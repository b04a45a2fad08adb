import type { Handlers } from '../handler.ts';
import { createAudit, deleteAudit, listAudits, readAudit } from './audits.ts';
import { createClient, listClients, listLegalEntities } from './clients.ts';
import { createComponent, deleteComponent, listComponents, setOutOfScope } from './components.ts';
import { listRoles, listWorkPackages, readRateLimits, readWorkPackage } from './reference-data.ts';
import { issueToken } from './tokens.ts';
import { assignUser, changeRole, listUsers, removeUser } from './users.ts';

export const handlers: Handlers = {
  'tokens.issue': issueToken,
  'workPackages.list': listWorkPackages,
  'workPackages.read': readWorkPackage,
  'clients.list': listClients,
  'clients.create': createClient,
  'legalEntities.list': listLegalEntities,
  'audits.list': listAudits,
  'audits.create': createAudit,
  'audits.read': readAudit,
  'audits.delete': deleteAudit,
  'components.list': listComponents,
  'components.create': createComponent,
  'components.setOutOfScope': setOutOfScope,
  'components.delete': deleteComponent,
  'users.list': listUsers,
  'users.assign': assignUser,
  'users.change': changeRole,
  'users.remove': removeUser,
  'roles.list': listRoles,
  'rateLimits.read': readRateLimits,
};
