import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/work-package.ts';
import { fold } from '../../ui/fold.ts';

/** An audit with what the list says about it in words; an id stands where no name is known. */
export interface AuditRow {
  readonly audit: Audit;
  readonly client: string;
  readonly workPackage: string;
  /** The end of `workPackage` that tells the versions of one package apart; empty where it has none. */
  readonly version: string;
  readonly type: string;
  readonly status: string;
  /** Every year that a part of the period lies in. */
  readonly years: readonly string[];
  /** Whether its client is a test organisation. */
  readonly isTest: boolean;
  readonly isCoupled: boolean;
  /** What a search looks through, folded. */
  readonly searched: string;
}

export interface Names {
  readonly clients: readonly ClientOrganisation[];
  readonly packages: readonly WorkPackage[];
  readonly typeWord: (auditType: string) => string;
  readonly statusWord: (status: string) => string;
}

/**
 * Makes the rows of audits. An audit that it made one of before has the same one again: a list of thousands that is read
 * page by page makes each row once, and draws none anew.
 */
export function auditRowMaker(names: Names): (audits: readonly Audit[]) => readonly AuditRow[] {
  const clients = new Map(names.clients.map((one) => [one.id, one]));
  const packages = new Map(names.packages.map((one) => [one.id, one]));
  const made = new WeakMap<Audit, AuditRow>();
  return (audits) => audits.map((audit) => made.get(audit) ?? makeRow(audit));

  function makeRow(audit: Audit): AuditRow {
    const known = clients.get(audit.client_organisation_id);
    const client = known?.name ?? audit.client_organisation_id;
    const workPackage = packages.get(audit.work_package_id);
    const row = {
      audit,
      client,
      workPackage: workPackage === undefined ? audit.work_package_id : packageName(workPackage),
      version: workPackage?.version ?? '',
      type: names.typeWord(audit.audit_type),
      status: names.statusWord(audit.status),
      years: periodYears(audit),
      isTest: known?.is_test_organisation === true,
      isCoupled: audit.coupled_component_audit_ids.length > 0,
      searched: fold(`${audit.name}\n${audit.id}\n${client}\n${audit.client_organisation_id}`),
    };
    made.set(audit, row);
    return row;
  }
}

function periodYears({ period_start: start, period_end: end }: Audit): readonly string[] {
  const years = [start, end].flatMap((day) => /^\d{4}/.exec(day) ?? []).map(Number);
  const [from = 0, to = from] = years;
  const count = Math.min(Math.max(0, to - from), 20) + 1; // a slip of the pen spans millennia
  return years.length === 0 ? [] : Array.from({ length: count }, (_, index) => String(from + index));
}
