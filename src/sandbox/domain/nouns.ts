import type { Operation } from '../../shared/api.ts';
import { audits } from './audits.ts';
import { clients } from './clients.ts';
import { components } from './components.ts';
import type { Facts } from './operation.ts';
import { rateLimits, roles, workPackages } from './reference-data.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';

export type AllFacts = { readonly [Name in Operation]: Facts<Name> };

export const facts: AllFacts = {
  ...tokens,
  ...workPackages,
  ...clients,
  ...audits,
  ...components,
  ...users,
  ...roles,
  ...rateLimits,
};
