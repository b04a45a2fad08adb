import type { Audit } from '../../../shared/model/audit.ts';
import { auditTypes } from '../../../shared/model/terms.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { yearAfter } from '../../../shared/rules/roll-forward/period.ts';
import {
  carryOver,
  carryPackage,
  hidesSettings,
  type Loss,
} from '../../../shared/rules/service/carry-over.ts';
import { entryOf, fieldType, isDefault } from '../../parts/settings/setting-entry.ts';
import { emptyContent, type WizardContent } from './content.ts';
import { type FieldName, fieldNames } from './steps.ts';

/** Values that a previous audit offers to the next one. */
export type Offer = Readonly<Partial<Record<FieldName, string>>>;

/** The year behind its period, and language, unit and scoping label of the audit before where the package still has them (ux W12). */
export function offerOf(before: Audit, workPackage: WorkPackage | null): Offer {
  const period = yearAfter({ start: before.period_start, end: before.period_end });
  const { language, scoping_package_id: label } = carryOver(before, workPackage).values;
  return {
    ...(period === null ? {} : { period_start: period.start, period_end: period.end }),
    ...(language === '' ? {} : { language }),
    ...(before.unit_of_measurement === null ? {} : { unit_of_measurement: before.unit_of_measurement }),
    ...(label === '' ? {} : { scoping_package_id: label }),
  };
}

export function isTaken(content: WizardContent, offer: Offer): boolean {
  return fieldNames.every((name) => offer[name] === undefined || offer[name] === content.fields[name]);
}

/**
 * The content for next year's audit: same client, type, language, unit and settings, the newest version of the work package,
 * and the year behind the period. An audit that is coupled to nothing is followed by one that is not; to what else it is coupled a person decides.
 * `isWhole`: whether these are all packages.
 */
export function contentLike(audit: Audit, packages: readonly WorkPackage[], isWhole: boolean): WizardContent {
  const {
    id,
    name,
    period_start,
    period_end,
    legal_entity_ids: entities,
    work_package_id: packageId,
  } = audit;
  const type = audit.audit_type === 'consolidated' ? 'consolidated' : 'single';
  const before = packages.find((one) => one.id === packageId) ?? null;
  const { after, losses } =
    before === null
      ? { after: null, losses: [{ code: 'package-gone', subject: packageId } as const] }
      : carryPackage(before, type, packages);
  const carried = carryOver(audit, after);
  const offer = offerOf(audit, after);
  const empty = emptyContent(type);
  const lost: (Loss | false)[] = [
    !auditTypes.some((one) => one === audit.audit_type) && { code: 'other-type', subject: audit.audit_type },
    entities.length > 1 && { code: 'more-entities', subject: String(entities.length - 1) },
    offer.period_start === undefined && { code: 'period-unknown', subject: '' },
    ...(isWhole ? losses : [{ code: 'packages-unread', subject: '' } as const]),
    ...carried.losses,
    ...(hidesSettings(audit.settings, before)
      ? [{ code: 'settings-unknown', subject: '' } as const]
      : newSettings(before, after)),
  ];
  return {
    ...empty,
    fields: {
      ...empty.fields,
      client_organisation_id: audit.client_organisation_id,
      legal_entity_id: entities[0] ?? '',
      work_package_id: after?.id ?? '',
      ...offer,
    },
    settings: changedSettings(carried.values.settings, after),
    coupling: {
      ...empty.coupling,
      decision: audit.coupled_component_audit_ids.length > 0 ? 'couple' : 'without',
    },
    like: {
      id,
      name,
      period_start,
      period_end,
      legal_entity_id: entities[0] ?? '',
      losses: lost.filter((loss) => loss !== false),
    },
    own: [...empty.own, 'work_package_id'],
    step: 'review',
    reached: 'review',
  };
}

/** What a person decides for the first time; a roll-forward says it once for all its audits. */
function newSettings(before: WorkPackage | null, after: WorkPackage | null): readonly Loss[] {
  if (before === null || after === null) return [];
  const known = new Set(before.settings.map(({ id }) => id));
  return after.settings.flatMap(({ id, name, default: value }) =>
    known.has(id) ? [] : [{ code: 'setting-new', subject: name, value }],
  );
}

/** The content for a single audit that is coupled to components: their values are filled in once they are read. */
export function contentCoupled(ids: readonly string[]): WizardContent {
  const empty = emptyContent('single');
  return { ...empty, coupling: { ...empty.coupling, decision: 'couple', ids: [...new Set(ids)] } };
}

/**
 * The content to replace an audit by a coupled one: everything but the id is the same, and coupling is next. Submitting it
 * deletes the audit first.
 */
export function contentAgain(audit: Audit, packages: readonly WorkPackage[]): WizardContent {
  const workPackage = packages.find(({ id }) => id === audit.work_package_id) ?? null;
  const empty = emptyContent(audit.audit_type === 'consolidated' ? 'consolidated' : 'single');
  const fields = {
    client_organisation_id: audit.client_organisation_id,
    legal_entity_id: audit.legal_entity_ids[0] ?? '',
    work_package_id: audit.work_package_id,
    scoping_package_id: audit.scoping_package_id,
    period_start: audit.period_start,
    period_end: audit.period_end,
    language: audit.language,
    unit_of_measurement: audit.unit_of_measurement ?? '',
    name: audit.name,
  } as const;
  return {
    ...empty,
    fields: { ...empty.fields, ...fields },
    settings: changedSettings(carryOver(audit, workPackage).values.settings, workPackage),
    coupling: { ...empty.coupling, decision: 'couple' },
    replaces: { id: audit.id, name: audit.name, created_at: audit.created_at },
    own: fieldNames.filter((field) => field !== 'id'),
    step: 'coupling',
    reached: 'coupling',
  };
}

/** Without those that are the defaults: they are not sent. */
function changedSettings(
  settings: Audit['settings'],
  workPackage: WorkPackage | null,
): WizardContent['settings'] {
  const isDefaultOf = (id: string, entry: unknown): boolean => {
    const definition = workPackage?.settings.find((one) => one.id === id);
    return definition !== undefined && isDefault(definition, entry);
  };
  const entries = Object.entries(entriesOf(settings, workPackage));
  return Object.fromEntries(entries.filter(([id, entry]) => !isDefaultOf(id, entry)));
}

/** What the fields show of settings. Without their definitions they stay as they are. */
export function entriesOf(
  settings: Audit['settings'],
  workPackage: WorkPackage | null,
): WizardContent['settings'] {
  return Object.fromEntries(
    Object.entries(settings).map(([id, value]) => {
      const definition = workPackage?.settings.find((one) => one.id === id);
      return [id, definition === undefined ? value : entryOf(fieldType(definition), value)];
    }),
  );
}
