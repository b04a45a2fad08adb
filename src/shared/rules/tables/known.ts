import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { AuditUser, UserAssignment } from '../../model/audit-user.ts';
import type { ClientCreation, ClientOrganisation, LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import type { SeasonEntry } from '../../model/season.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import type { Plan } from '../../plan.ts';

// What rows of tables are about, and what they are checked against.

/** The service's own lists, as far as they were read; what is not among them was not read, and nothing is checked by it. */
export interface ImportKnown {
  readonly clients: readonly ClientOrganisation[];
  readonly entitiesOf: ReadonlyMap<string, readonly LegalEntity[]>;
  readonly audits: readonly Audit[];
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  readonly usersOf: ReadonlyMap<string, readonly AuditUser[]>;
  readonly workPackages: readonly WorkPackage[];
  readonly roles: readonly string[];
  /** What plans that have not ended make: of these also what is not there yet. */
  readonly underway: readonly Underway[];
  /** The groups of the season, which are kept on this computer; rows of deadlines are about them. */
  readonly groups: readonly SeasonGroup[];
}

/** The people of a group that this computer keeps: who leads it, and who plans it. */
export const people = ['partner', 'manager'] as const;
export type Person = (typeof people)[number];

/** A group of the season, as far as a row can be about it. */
export interface SeasonGroup {
  readonly id: string;
  /** What it is called now, and as it was expected. */
  readonly names: readonly string[];
  readonly client: string;
  readonly audit: string | null;
  readonly predecessor: string | null;
  readonly successor: string | null;
  readonly components: number | null;
  readonly coupled: number | null;
  readonly deadline: SeasonEntry['deadline'];
  /** Empty texts where nobody has said them; null of a group of which nothing is kept. */
  readonly people: Readonly<Record<Person, string>> | null;
  /** Whether it still needs quota, so that a deadline says something. */
  readonly isOpen: boolean;
}

/** What a row asks for. A component's group, and a user's audit, may be in the same file. */
export type ImportObject =
  | { readonly kind: 'client'; readonly creation: ClientCreation }
  | { readonly kind: 'audit'; readonly creation: AuditCreation }
  | {
      readonly kind: 'component';
      readonly group: string;
      /** The id that the service gave it, where the file has it from there. */
      readonly id: string | null;
      readonly creation: ComponentCreation;
      /** The explanation with which it is set out of scope once it is there; null where it is in scope. */
      readonly outOfScope: string | null;
    }
  | { readonly kind: 'user'; readonly audit: string; readonly assignment: UserAssignment }
  | ({ readonly kind: 'deadline' } & DeadlineRow);

/** What a row says of a group of the season: which it is, its deadline, and, of one that the season does not have, how large it is. */
export interface DeadlineRow {
  readonly audit: string;
  readonly successor: string;
  readonly predecessor: string;
  readonly name: string;
  readonly client: string;
  readonly clientName: string;
  /** Null where the row has none: the deadline stays. */
  readonly day: string | null;
  readonly components: number | null;
  readonly coupled: number;
  /** Empty where the row has none: who is there stays. */
  readonly partner: string;
  readonly manager: string;
}

/** What a plan that has not ended makes. A row that asks for the same would make it a second time. */
export interface Underway {
  readonly plan: Pick<Plan, 'id' | 'title'>;
  readonly object: ImportObject;
  /** The id of what the plan has still to delete before it creates this; null where nothing is. */
  readonly replaces: string | null;
}
