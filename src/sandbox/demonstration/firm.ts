import { clientOrganisations } from './clients.ts';
import type { AuditRow } from './engagement.ts';
import { otherAudits } from './other-audits.ts';
import { roles, serviceAccounts, users } from './people.ts';
import { valkenhorstAudits } from './valkenhorst-audits.ts';
import { workPackages } from './work-packages.ts';

/** In the order in which an office opens its files: by the year they are about, otherwise as they stand. */
function inOrderOfYear(audits: readonly AuditRow[]): readonly AuditRow[] {
  const year = (audit: AuditRow) => Number(audit.period_end.slice(0, 4));
  return audits.toSorted((a, b) => year(a) - year(b));
}

/**
 * The built-in demonstration firm, in the fixture format: an invented Dutch, Italian and American audit firm with six
 * clients, always the same to the letter.
 */
export function demonstrationFixture() {
  return {
    work_packages: workPackages,
    roles,
    firms: [
      {
        id: 'van-rossem-bellani',
        name: 'Van Rossem Bellani Accountants',
        credits: 250,
        users,
        service_accounts: serviceAccounts,
        client_organisations: clientOrganisations,
        audits: inOrderOfYear([...valkenhorstAudits, ...otherAudits]),
      },
    ],
  };
}
