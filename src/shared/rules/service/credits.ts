import type { AuditCreation } from '../../model/audit.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { priceOf, workPackageLines } from './work-package.ts';

/** An audit that is going to be created, as far as its price needs it. */
export interface PricedAudit {
  readonly workPackage: string;
  readonly client: string;
  readonly auditType: string;
  readonly isCoupled: boolean;
}

/** A creation as its price needs it. `isCoupledByPlan`: it is coupled to components of its own plan. */
export function pricedCreation(creation: AuditCreation, isCoupledByPlan = false): PricedAudit {
  return {
    workPackage: creation.work_package_id,
    client: creation.client_organisation_id,
    auditType: creation.audit_type ?? 'single',
    isCoupled: isCoupledByPlan || (creation.coupled_component_audit_ids ?? []).length > 0,
  };
}

/** What audits cost by the price lists: it promises nothing. */
export interface Cost {
  readonly credits: number;
  /** Audits whose price no list names, or not in words that are understood. */
  readonly unpriced: number;
}

/** What is known of prices. `tests`: the clients whose audits cost nothing. */
export interface PriceLists {
  readonly packages: ReadonlyMap<string, WorkPackage>;
  readonly tests: ReadonlySet<string>;
}

/** The credits of audits. Components cost none: only audits have a price (decisions.md §5.4). */
export function costOf(audits: readonly PricedAudit[], { packages, tests }: PriceLists): Cost {
  let [credits, unpriced] = [0, 0];
  for (const { workPackage, client, auditType, isCoupled } of audits) {
    if (tests.has(client)) continue;
    const quote = priceOf(packages.get(workPackage)?.prices ?? [], auditType, isCoupled);
    if (quote.kind === 'named') credits += quote.credits;
    else unpriced += 1;
  }
  return { credits, unpriced };
}

/** What is known of prices a year on: under each id stands the newest package of its line, which its successor takes. */
export function nextYears({ packages, tests }: PriceLists): PriceLists {
  return {
    packages: new Map(
      workPackageLines([...packages.values()]).flatMap(({ newest, older }) =>
        [newest, ...older].map(({ id }) => [id, newest] as const),
      ),
    ),
    tests,
  };
}
