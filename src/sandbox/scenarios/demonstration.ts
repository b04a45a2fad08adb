import { clientOrganisations } from '../demonstration/clients.ts';
import type { AuditRow } from '../demonstration/engagement.ts';
import { demonstrationFixture } from '../demonstration/firm.ts';

type DemonstrationFirm = ReturnType<typeof demonstrationFixture>['firms'][number];

/** The built-in firm's fixture with its one firm changed. */
export function demonstrationWith(change: (firm: DemonstrationFirm) => Readonly<Record<string, unknown>>) {
  const fixture = demonstrationFixture();
  return { ...fixture, firms: fixture.firms.map((firm) => ({ ...firm, ...change(firm) })) };
}

/** The built-in firm with other audits, and of its clients only those that these are of. */
export function demonstrationOf(audits: readonly AuditRow[]) {
  const clients = new Set(audits.map((audit) => audit.client_organisation_id));
  return demonstrationWith(() => ({
    client_organisations: clientOrganisations.filter(({ id }) => clients.has(id)),
    audits,
  }));
}
