import { tiers, windowNames } from '../../shared/model/limits.ts';
import { windowSeconds } from '../../shared/rules/limits.ts';
import { fieldsOf } from '../exchange.ts';
import type { Handler } from '../handler.ts';
import { given, listed, missing } from '../result.ts';

/** Work packages, the same for every organisation (decisions.md §5.1). */
export const listWorkPackages: Handler<'workPackages.list'> = (_call, { reference }) =>
  listed(reference.workPackages);

export const readWorkPackage: Handler<'workPackages.read'> = ({ path }, { reference }) => {
  const found = reference.workPackage(path.work_package_id);
  return found === undefined ? missing : given(found.document);
};

/** All roles, or those of exactly one model (decisions.md §5.6). */
export const listRoles: Handler<'roles.list'> = ({ query }, { reference }) => {
  const model = fieldsOf(query).getAll('associated_model').at(-1);
  return listed(
    model === undefined ? reference.roles : reference.roles.filter((role) => role.associated_model === model),
  );
};

/** The limits in force for the caller's firm (decisions.md §5.7). */
export const readRateLimits: Handler<'rateLimits.read'> = ({ caller }) =>
  given({
    tiers: tiers.map((tier) => ({
      tier,
      scope: tier === 'token' ? 'client' : 'organisation',
      windows: Object.fromEntries(
        windowNames.flatMap((name) => {
          const limit = caller.limits[tier][name];
          return limit === undefined ? [] : [[name, { limit, period_seconds: windowSeconds[name] }]];
        }),
      ),
    })),
  });
