import type { SealedFixture } from '../fixture/fixture.ts';
import { limitsOf } from '../fixture/load.ts';
import { defaultSettings } from './audit-state.ts';

type PackageDocument = SealedFixture['work_packages'][number];
export interface ReferencePackage {
  readonly document: PackageDocument;
  /** Value by setting id. */
  readonly defaults: Readonly<Record<string, unknown>>;
}
export type Reference = ReturnType<typeof referenceOf>;

/** The parts of the fixture that no operation changes. */
export function referenceOf(fixture: SealedFixture) {
  const packages = new Map(
    fixture.work_packages.map((document) => {
      const defaults = defaultSettings(document.settings);
      return [document.id, { document, defaults }];
    }),
  );
  const people = fixture.firms.map(
    (firm) => new Map(firm.users.map((person) => [person.email.toLowerCase(), person])),
  );
  const auditRoles = new Set(
    fixture.roles.filter((role) => role.associated_model === 'Audit').map((role) => role.name),
  );
  return {
    workPackages: fixture.work_packages,
    workPackage: (id: string): ReferencePackage | undefined => packages.get(id),
    roles: fixture.roles,
    isAuditRole: (name: string): boolean => auditRoles.has(name),
    /** A user of a firm; addresses compare without case (decisions.md §10.1). */
    person: (firm: number, email: string) => people[firm - 1]?.get(email.toLowerCase()),
    users: (firm: number) => fixture.firms[firm - 1]?.users ?? [],
    variants: fixture.variants,
    /** The limits of every firm until the control plane changes them. */
    limits: limitsOf(fixture),
  };
}
