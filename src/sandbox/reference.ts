import type { Limits, Tier } from '../shared/model/limits.ts';
import { WorkPackage } from '../shared/model/work-package.ts';
import type { Variants } from './fixture.ts';
import { limitsOf, type SealedFixture } from './load.ts';

type PackageDocument = SealedFixture['work_packages'][number];
export interface ReferencePackage {
  readonly document: PackageDocument;
  /** The same, read once: for the shared rules. */
  readonly model: WorkPackage;
}
interface Person {
  readonly email: string;
  readonly name: string;
}

/** What nothing in the service changes: it comes from the fixture and stays in memory. */
export interface Reference {
  readonly workPackages: readonly PackageDocument[];
  readonly workPackage: (id: string) => ReferencePackage | undefined;
  readonly roles: SealedFixture['roles'];
  readonly isAuditRole: (name: string) => boolean;
  /** A user of a firm; addresses compare without case (decisions.md §10.1). */
  readonly person: (firm: number, email: string) => Person | undefined;
  readonly variants: Variants;
  /** The limits of every firm as long as the control plane does not change them. */
  readonly limits: Readonly<Record<Tier, Limits>>;
}

export function referenceOf(fixture: SealedFixture): Reference {
  const packages = new Map(
    fixture.work_packages.map((document) => [document.id, { document, model: WorkPackage.parse(document) }]),
  );
  const people = fixture.firms.map(
    (firm) => new Map(firm.users.map((person) => [person.email.toLowerCase(), person])),
  );
  const auditRoles = new Set(
    fixture.roles.filter((role) => role.associated_model === 'Audit').map((role) => role.name),
  );
  return {
    workPackages: fixture.work_packages,
    workPackage: (id) => packages.get(id),
    roles: fixture.roles,
    isAuditRole: (name) => auditRoles.has(name),
    person: (firm, email) => people[firm - 1]?.get(email.toLowerCase()),
    variants: fixture.variants,
    limits: limitsOf(fixture),
  };
}
