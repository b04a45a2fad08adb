import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { nextId, nextName } from '../../../shared/rules/roll-forward/names.ts';
import type { Period } from '../../../shared/rules/roll-forward/period.ts';
import { predecessorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { longestAuditName } from '../../../shared/rules/service/audit.ts';
import { comparedFields, comparedValues } from '../../../shared/rules/service/coupling-component.ts';
import { coupledByValues, coupledTogether } from '../../../shared/rules/service/shared-audits.ts';
import { componentsByPattern } from '../../../shared/rules/service/template.ts';
import {
  lineOf,
  scopingLabels,
  supportsAuditType,
  workPackageLines,
} from '../../../shared/rules/service/work-package.ts';
import { firstCodePoints, freeId, plainId } from '../../../shared/rules/texts/free-id.ts';
import {
  idByPattern,
  isFillable,
  nameByPattern,
  type PatternValues,
  patternValues,
  periodName,
} from '../../../shared/rules/texts/patterns.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import type { Copies, Duplicated, WizardContent } from './content.ts';
import { type Offer, offerOf } from './offer.ts';
import { type FieldName, isBefore } from './steps.ts';

/** What the wizard has read; null where the reading is not finished. */
export interface Known {
  readonly clients: readonly ClientOrganisation[];
  readonly legalEntities: readonly LegalEntity[] | null;
  /** The client of these legal entities, which may not be the one just chosen. */
  readonly legalEntitiesOf: string;
  readonly packages: readonly WorkPackage[] | null;
  readonly audits: readonly Audit[];
  readonly areAuditsWhole: boolean;
  /** The group of the component that initialises the coupling; null where there is none, or it is not certain. */
  readonly group: Audit | null;
  /** What it may be coupled to, of the client at least; null while that is being read, or not asked for. */
  readonly network: CouplingCandidates['network'] | null;
}

/**
 * Fills empty fields that have one evident value, and derives name and id from the other fields. Fields that a person has
 * filled do not change. Answers the same object where nothing changes.
 */
export function withProposals(content: WizardContent, known: Known): WizardContent {
  return [
    proposeCoupling,
    proposeLegalEntity,
    proposeWorkPackage,
    proposeAsBefore,
    proposeLanguage,
    proposeScopingLabel,
    proposeName,
    proposeId,
  ].reduce((current, step) => step(current, known), content);
}

type Propose = (content: WizardContent, known: Known) => WizardContent;

/** All that can be coupled together, until a person leaves one out: of what was chosen, else of what the values tell. */
const proposeCoupling: Propose = (content, { network }) => {
  const { coupling, fields } = content;
  if (network === null || coupling.decision !== 'couple' || coupling.isExact === true) return content;
  const ids =
    coupling.ids.length > 0
      ? coupledTogether(coupling.ids, network)
      : comparedFields.every((field) => fields[field] !== '')
        ? coupledByValues(
            comparedValues((field) => fields[field]),
            network,
          )
        : [];
  return ids.length === coupling.ids.length ? content : { ...content, coupling: { ...coupling, ids } };
};

const proposeLegalEntity: Propose = (content, known) => {
  const clientId = content.fields.client_organisation_id;
  const legalEntities = entitiesOf(content, known);
  const [first, ...others] = legalEntities;
  const root = legalEntities.find(({ id }) => id === clientId) ?? (others.length === 0 ? first : undefined);
  return whenEmpty(content, 'legal_entity_id', root?.id);
};

function entitiesOf(
  content: Pick<WizardContent, 'fields'>,
  known: Pick<Known, 'legalEntities' | 'legalEntitiesOf'>,
): readonly LegalEntity[] {
  return known.legalEntitiesOf === content.fields.client_organisation_id ? (known.legalEntities ?? []) : [];
}

const proposeWorkPackage: Propose = (content, { packages, audits }) => {
  if (packages === null || content.fields.client_organisation_id === '') return content;
  const lines = workPackageLines(packages).filter(({ newest }) =>
    supportsAuditType(newest, content.fields.audit_type),
  );
  const nameOf = new Map(packages.map(({ id, name }) => [id, name]));
  const before = predecessorOf(content.fields, audits);
  const usual =
    before === null
      ? mostFrequent(
          audits
            .filter((audit) => audit.audit_type === content.fields.audit_type)
            .map((audit) => nameOf.get(audit.work_package_id)),
        )
      : nameOf.get(before.work_package_id);
  const name = lineOf(packages, usual)?.name;
  const line = lines.find((one) => one.name === name) ?? lines[0];
  // Audits may be read after the client was chosen. Once a person has seen the proposal, it stays.
  return isBefore(content.reached, 'methodology')
    ? propose(content, 'work_package_id', line?.newest.id)
    : whenEmpty(content, 'work_package_id', line?.newest.id);
};

function mostFrequent(names: readonly (string | undefined)[]): string | undefined {
  const counts = Map.groupBy(names, (name) => name);
  const [best] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return best?.[0];
}

/**
 * Period, language and unit as the audit before offers them; of a coupled audit the language and unit of the group (ux W12).
 * Nothing comes in while a person may be typing there.
 */
const proposeAsBefore: Propose = (content, known) => {
  const workPackage = chosenPackage(content, known.packages);
  if (workPackage === null || content.step === 'period') return content;
  const {
    period_start: start,
    period_end: end,
    language,
    unit_of_measurement: unit,
  } = offered(content, known);
  const { fields } = content;
  const hasPeriod = fields.period_start !== '' || fields.period_end !== '';
  const ofPeriod = hasPeriod ? content : propose(propose(content, 'period_start', start), 'period_end', end);
  return whenEmpty(whenEmpty(ofPeriod, 'language', language), 'unit_of_measurement', unit);
};

function offered(content: WizardContent, known: Known): Offer {
  const workPackage = chosenPackage(content, known.packages);
  const before = known.areAuditsWhole ? predecessorOf(content.fields, known.audits) : null;
  const {
    period_start: _,
    period_end: __,
    ...ofGroup
  } = content.coupling.isFilled && known.group !== null ? offerOf(known.group, workPackage) : noOffer;
  return { ...(before === null ? {} : offerOf(before, workPackage)), ...ofGroup };
}

const noOffer: Offer = {};

const proposeLanguage: Propose = (content, { packages }) => {
  const [only, ...others] = chosenPackage(content, packages)?.languages ?? [];
  return others.length > 0 ? content : whenEmpty(content, 'language', only);
};

const proposeScopingLabel: Propose = (content, known) => {
  const workPackage = chosenPackage(content, known.packages);
  if (workPackage === null) return content;
  const labels = [...new Set(scopingLabels(workPackage, content.fields.language))];
  const { scoping_package_id: label } = content.fields;
  if (label !== '' && labels.includes(label)) return content;
  const [only = '', ...others] = labels;
  const before = offered(content, known).scoping_package_id ?? '';
  return propose(
    content,
    'scoping_package_id',
    others.length === 0 ? only : labels.includes(before) ? before : '',
  );
};

const proposeName: Propose = (content, known) => {
  const pattern = content.template?.name_pattern ?? '';
  if (pattern !== '') {
    const values = valuesOf(content, known);
    return propose(content, 'name', isFillable(pattern, values) ? nameByPattern(pattern, values) : '');
  }
  const { client_organisation_id: clientId, legal_entity_id: entityId } = content.fields;
  const followed = followedBy(content);
  if (followed !== null) return propose(content, 'name', nameBehind(followed, content, known));
  const subject =
    entitiesOf(content, known).find(({ id }) => id === entityId)?.name ??
    known.clients.find(({ id }) => id === clientId)?.name;
  const period = periodName(periodOf(content));
  const room = longestAuditName - period.length - 1;
  return propose(
    content,
    'name',
    subject === undefined || period === '' ? '' : `${firstCodePoints(subject, room).trim()} ${period}`,
  );
};

const proposeId: Propose = (content, known) => {
  const { audits } = known;
  const pattern = content.template?.id_pattern ?? '';
  if (pattern !== '') {
    const values = valuesOf(content, known);
    return propose(
      content,
      'id',
      isFillable(pattern, values) && !content.own.includes('id')
        ? idByPattern(pattern, values, idsOf(audits))
        : '',
    );
  }
  const { client_organisation_id: clientId, legal_entity_id: entityId } = content.fields;
  const period = periodName(periodOf(content));
  const subject = entityId || clientId;
  if (content.own.includes('id') || subject === '' || period === '') return propose(content, 'id', '');
  const followed = followedBy(content);
  if (followed !== null)
    return propose(content, 'id', nextId(followed.id, dated(followed), periodOf(content), idsOf(audits)));
  const suffix = content.fields.audit_type === 'consolidated' ? '-group' : '';
  return propose(
    content,
    'id',
    freeId(`${plainId(subject)}-${period.replace('/', '-')}${suffix}`, idsOf(audits)),
  );
};

/**
 * The audit that this one is a duplicate of, and so named after as in a roll-forward: its years are moved. A new audit that only happens to come
 * after another is named by its subject and period, as nobody has said that it follows it.
 */
export function followedBy({ like, fields }: WizardContent): Duplicated | null {
  return like?.legal_entity_id === fields.legal_entity_id ? like : null;
}

function nameBehind(followed: Duplicated, content: WizardContent, known: Known): string {
  if (periodName(periodOf(content)) === '') return '';
  const { client_organisation_id: clientId } = content.fields;
  const names = [...known.clients.filter(({ id }) => id === clientId), ...entitiesOf(content, known)];
  return nextName(
    followed.name,
    dated(followed),
    periodOf(content),
    names.map(({ name }) => name),
  );
}

function dated({ period_start: start, period_end: end }: Duplicated): Period {
  return { start, end };
}

/** What the patterns of a template are filled with: an entity that is not read yet is not known. */
function valuesOf(
  content: Pick<WizardContent, 'fields'>,
  known: Pick<Known, 'clients' | 'legalEntities' | 'legalEntitiesOf'>,
): PatternValues {
  const { client_organisation_id: clientId, legal_entity_id: entityId } = content.fields;
  return patternValues({
    client: { id: clientId, name: known.clients.find(({ id }) => id === clientId)?.name ?? '' },
    entity: {
      id: entityId,
      name: entitiesOf(content, known).find(({ id }) => id === entityId)?.name ?? '',
    },
    period: periodOf(content),
    name: '',
  });
}

/**
 * What is made in the audit once it is open: users, and in a group the components of the audit that it is a duplicate of, as long as it is of the
 * same client, or those of its template.
 */
export function copiedInto(
  content: Pick<WizardContent, 'copies' | 'fields' | 'template'>,
  known: Pick<Known, 'clients' | 'legalEntities' | 'legalEntitiesOf'>,
): Omit<Copies, 'client'> {
  const { copies, fields, template } = content;
  const users = copies?.users ?? [];
  if (fields.audit_type !== 'consolidated') return { components: [], users };
  if (template?.components != null) {
    const entities = entitiesOf(content, known);
    const values = valuesOf(content, known);
    return {
      components: componentsByPattern(template.components, fields.legal_entity_id, entities, values),
      users,
    };
  }
  return { components: copies?.client === fields.client_organisation_id ? copies.components : [], users };
}

/** The known ids, of audits and of the components coupled to them. */
export function idsOf(audits: readonly Audit[]): ReadonlySet<string> {
  return new Set(audits.flatMap((audit) => [audit.id, ...audit.coupled_component_audit_ids]));
}

export function chosenPackage(
  content: WizardContent,
  packages: readonly WorkPackage[] | null,
): WorkPackage | null {
  return packages?.find(({ id }) => id === content.fields.work_package_id) ?? null;
}

function propose(content: WizardContent, field: FieldName, value: string | undefined): WizardContent {
  if (value === undefined || content.own.includes(field) || content.fields[field] === value) return content;
  return { ...content, fields: { ...content.fields, [field]: value } };
}

function whenEmpty(content: WizardContent, field: FieldName, value: string | undefined): WizardContent {
  return content.fields[field] === '' ? propose(content, field, value) : content;
}

function periodOf({ fields }: Pick<WizardContent, 'fields'>): Period {
  return { start: fields.period_start, end: fields.period_end };
}
