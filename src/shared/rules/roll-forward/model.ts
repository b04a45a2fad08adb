import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { AuditUser, UserAssignment } from '../../model/audit-user.ts';
import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentAudit, ComponentCreation } from '../../model/component-audit.ts';
import type { AuditTemplate, ComponentPattern } from '../../model/template.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import type { Loss } from '../service/carry-over.ts';
import type { CouplingViolation } from '../service/coupling.ts';
import type { KnownAudits } from '../service/known-network.ts';
import type { NetworkGraph, NetworkPlace } from '../service/network-graph.ts';
import type { Period } from './period.ts';

/** Last year's network, and what is there today. */
export interface RollForwardKnown extends Omit<KnownAudits, 'isWhole'> {
  /** Any audit of the network that is rolled forward as a whole. */
  readonly audit: Audit;
  readonly clientName: string;
  /** Today's legal entities of the client. */
  readonly entities: readonly LegalEntity[];
  readonly packages: readonly WorkPackage[];
  readonly roles: readonly string[];
  /** Who is to be assigned to the successor of each audit; null where the service does not tell it. */
  readonly usersOf: ReadonlyMap<string, readonly UserAssignment[] | null>;
  /** Who is assigned to audits that are there already, by their ids; null where the service does not tell it. */
  readonly usersThere: ReadonlyMap<string, readonly Pick<AuditUser, 'id'>[] | null>;
  /** Whether the auditors of last year's components work in the audit, as far as this app has sent it: the service does not tell it. */
  readonly sentWorks: ReadonlyMap<string, boolean>;
  /** The successors that this computer remembers, by the audit before. */
  readonly remembered: ReadonlyMap<string, string>;
}

/** What becomes of a component: in scope, out of scope with a reason, or not carried over. */
export type ScopeDecision = (
  | { readonly as: 'in' | 'left' }
  | { readonly as: 'out'; readonly explanation: string }
) & {
  /** Of one that was affirmed at once with others: the sentence that was given for them, or none; absent where it was decided singly. */
  readonly together?: string;
};

/** What becomes of a legal entity that the network has no component of yet: one of a group of last year, or none. */
export type AdditionDecision =
  | { readonly as: 'left' }
  | {
      readonly as: 'in' | 'out';
      /** Last year's group; null for the nearest. */
      readonly group: string | null;
      /** Empty until somebody has chosen it. */
      readonly relation: string;
      /** Why it is out of scope. */
      readonly explanation: string;
    };

/** What a person has decided; everything that is not in it stands open or has one evident value. */
export interface RollForwardDecisions {
  readonly period: Period;
  /** The work package; null for the newest of the line. */
  readonly workPackage: string | null;
  /** In place of a label or language that the package no longer offers. */
  readonly label: string | null;
  readonly language: string | null;
  /** In place of those of last year; null for these. */
  readonly settings: AuditTemplate['settings'] | null;
  /** Of audits that had none. */
  readonly unit: string;
  /** The names of components that are added; null where the service names them. */
  readonly components: ComponentPattern | null;
  /** Empty where the years of a name or an id are moved. */
  readonly namePattern: string;
  readonly idPattern: string;
  /** Typed by hand, by the audit before. */
  readonly names: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
  /** By the component before. */
  readonly scopes: ReadonlyMap<string, ScopeDecision>;
  /** Who audits a component in place of last year's auditor, by the component before. */
  readonly relations: ReadonlyMap<string, string>;
  /** Whether the auditor of a component works in the audit, by the component before; by `worksKeyOf` of one that is added. */
  readonly works: ReadonlyMap<string, boolean>;
  /** Audits of which a person has said that they do not follow another, by that one. */
  readonly apart: ReadonlyMap<string, readonly string[]>;
  /** Today's legal entity in place of one that is gone, by that one. */
  readonly replacements: ReadonlyMap<string, string>;
  /** By the legal entity that no component of last year was about. */
  readonly additions: ReadonlyMap<string, AdditionDecision>;
  /** Components before to whose successors no audit is coupled, though that of their legal entity could be. */
  readonly uncoupled: ReadonlySet<string>;
}

export type OpenCode =
  | 'period'
  | 'package'
  | 'label'
  | 'language'
  | 'name-pattern'
  | 'id-pattern'
  | 'name'
  /** The years of the name, or of the id, can be read in several ways. */
  | 'name-reading'
  | 'id-reading'
  /** Taken, or none that a service takes. */
  | 'id'
  /** Nobody has affirmed or changed the scope. */
  | 'scope'
  /** Out of scope without a reason. */
  | 'explanation'
  /** The explanation names a year of the period before. */
  | 'explanation-year'
  /** The list of the client does not have the legal entity any more. */
  | 'entity'
  /** The service does not say which legal entity it was about. */
  | 'entity-unknown'
  /** No relation of the auditor that a component can be created with. */
  | 'relation'
  /** Nobody has said whether another firm's or office's auditor works in the audit; the service takes it at the creation only. */
  | 'works'
  /** Nobody has decided whether a legal entity without a component gets one. */
  | 'addition'
  /** The audit has a successor already. */
  | 'rolled'
  | 'coupling'
  /** The components of the group were not read, or an audit of the network was not. */
  | 'unread';

/** Something that has to be settled before the plan can be made, or that a person sends as it is where the app only doubts it. */
export interface OpenPoint {
  readonly code: OpenCode;
  /** The audit or component before, or the legal entity that is added; empty where it is about all. */
  readonly of: string;
  /** Whether it rests on our decisions, or on a list that may lack something: then the service decides once a person says so. */
  readonly isDoubted?: boolean;
  /** The legal entity or the successor in question, or the readings in words. */
  readonly subject?: string;
  /** What it can become, the likelier first. */
  readonly readings?: readonly string[];
  /** The coupling rule that is broken, with the components before; none where it cannot be judged here. */
  readonly violation?: CouplingViolation;
}

/** In what the network of the next period is another one; none of it keeps the plan from being made. */
export interface RollForwardRemark {
  readonly code:
    | 'merged'
    /** It is there already; `subject` is its id. */
    | 'there'
    /** It is there, and coupled to nothing of the network: it cannot be any more. */
    | 'apart'
    | 'replaced'
    | 'not-rolled'
    | 'coupled-too'
    | 'uncoupled'
    | 'same-name';
  readonly subject: string;
}

interface Rolled {
  readonly place: NetworkPlace;
  readonly name: string;
  /** Today's. */
  readonly entities: readonly string[];
  /** False where a person left it out, or all that it hangs from. */
  readonly isRolled: boolean;
  readonly open: readonly OpenPoint[];
  readonly remarks: readonly RollForwardRemark[];
}
export interface RolledAudit extends Rolled {
  readonly kind: 'audit';
  readonly before: Audit;
  /** What is there of it already; null where a plan makes it. */
  readonly there: Audit | null;
  readonly creation: AuditCreation;
  /** Components before whose successors it is coupled to. */
  readonly couple: readonly string[];
  /** Components before that it was not coupled to, and can be now: in `couple` but where a person left them out. */
  readonly more: readonly string[];
  readonly users: readonly UserAssignment[];
  /** What it does not have as it was. Label and package are chosen once for all audits, and told there. */
  readonly losses: readonly Loss[];
}
export interface RolledComponent extends Rolled {
  readonly kind: 'component';
  readonly before: ComponentAudit;
  /** As of an audit. */
  readonly there: ComponentAudit | null;
  readonly group: Audit;
  readonly creation: ComponentCreation;
  /** Null while it stands open. */
  readonly scope: ScopeDecision | null;
  /** Null while it stands open, and where it is no question. */
  readonly works: boolean | null;
}
export type RolledEntry = RolledAudit | RolledComponent;

/** A component of a legal entity that the network had none of. */
export interface RolledAddition {
  readonly kind: 'addition';
  readonly entity: LegalEntity;
  /** Null while nobody has decided it. */
  readonly decision: AdditionDecision | null;
  /** The group before whose successor it is in, or would be. */
  readonly group: Audit;
  readonly isRolled: boolean;
  /** Null while it stands open, and where it is no question. */
  readonly works: boolean | null;
  readonly creation: ComponentCreation;
  readonly open: readonly OpenPoint[];
}

/** A network of the next period as it would be, with everything that stands open. */
export interface RollForwardProposal {
  /** From the top down: each behind all that it hangs from. */
  readonly entries: readonly RolledEntry[];
  readonly graph: NetworkGraph;
  /** The package of last year, and that of the next; null where it is not known. */
  /** Of the audits that are made. */
  readonly period: Period;
  readonly packages: { readonly before: WorkPackage | null; readonly after: WorkPackage | null };
  /** Today's legal entities that nothing in the network is about: new since last year, or left out then. */
  readonly additions: readonly RolledAddition[];
  readonly open: readonly OpenPoint[];
}
