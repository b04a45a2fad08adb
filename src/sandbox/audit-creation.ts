import { auditLanguages, auditTypes } from '../shared/model/audit.ts';
import type { Setting } from '../shared/model/work-package.ts';
import { longestAuditName, longestUnit } from '../shared/rules/audit.ts';
import { endsBeforeStart } from '../shared/rules/calendar.ts';
import { comparedFields } from '../shared/rules/coupling-component.ts';
import { type SettingFault, settingViolations } from '../shared/rules/setting.ts';
import { couplingFaults } from './coupling.ts';
import {
  choice,
  date,
  dictionary,
  doesNotExist,
  externalId,
  type FieldFaults,
  list,
  notAChoice,
  pythonType,
  reference,
  text,
} from './fields.ts';
import { defaulted, optional, required, type Values } from './form.ts';
import type { Service } from './handler.ts';
import type { ReferencePackage } from './reference.ts';

/** The body that creates an audit (specification, "Audit"; decisions.md §4, §7). */
export const auditCreation = {
  id: optional(externalId),
  name: required(text({ blank: 'white', max: longestAuditName })),
  work_package_id: required(reference),
  scoping_package_id: required(text({ blank: 'empty' })),
  client_organisation_id: required(reference),
  legal_entity_id: required(reference),
  period_start: required(date),
  period_end: required(date),
  language: required(choice(auditLanguages)),
  unit_of_measurement: optional(text({ blank: 'white', max: longestUnit })),
  audit_type: defaulted(choice(auditTypes), 'single'),
  coupled_component_audit_ids: defaulted(list(reference, { mayBeEmpty: true }), []),
  settings: defaulted(dictionary, {}),
};
export type AuditCreationValues = Values<typeof auditCreation>;

/** What the fields of a creation break together, or against what they refer to (decisions.md §7.1–3). */
export function creationFaults(
  values: Partial<AuditCreationValues>,
  { firm, now }: { readonly firm: number; readonly now: number },
  { reference: known, store }: Pick<Service, 'reference' | 'store'>,
): FieldFaults {
  const faults: [string, FieldFaults[string]][] = [];
  const { work_package_id: packageId, client_organisation_id: client, legal_entity_id: entity } = values;
  const workPackage = packageId === undefined ? undefined : known.workPackage(packageId);
  if (packageId !== undefined && workPackage === undefined)
    faults.push(['work_package_id', [doesNotExist(packageId)]]);
  if (workPackage !== undefined) faults.push(...packageFaults(values, workPackage));
  const clientExists = client !== undefined && store.clients.byId({ firm, id: client }) !== undefined;
  if (client !== undefined && !clientExists) faults.push(['client_organisation_id', [doesNotExist(client)]]);
  if (entity !== undefined && client !== undefined) {
    const exists = clientExists
      ? store.clients.entityById({ firm, client, id: entity }) !== undefined
      : store.clients.someEntity({ firm, id: entity }) !== undefined; // of which client cannot be judged
    if (!exists) faults.push(['legal_entity_id', [doesNotExist(entity)]]);
  }
  const { period_start: start, period_end: end } = values;
  if (start !== undefined && end !== undefined && endsBeforeStart(start, end))
    faults.push(['period_end', ['The period may not end before it starts.']]);
  const own = Object.fromEntries(faults);
  const ids = values.coupled_component_audit_ids ?? [];
  const compared = Object.fromEntries(
    comparedFields.map((name) => [name, name in own ? undefined : values[name]]),
  );
  return { ...own, ...couplingFaults({ ids, values: compared }, firm, now, store) };
}

function packageFaults(
  values: Partial<AuditCreationValues>,
  { document, model }: ReferencePackage,
): readonly [string, FieldFaults[string]][] {
  const { language, scoping_package_id: label, audit_type: type, settings = {} } = values;
  const offered = [
    ['scoping_package_id', label, document.scoping_packages],
    ['language', language, document.languages],
    ['audit_type', type, document.audit_types],
  ] as const;
  const wrongSettings = settingViolations(model.settings, givenSettings(settings)).map(
    ({ code, field }): [string, FieldFaults[string]] => {
      const id = field.slice('settings.'.length);
      const setting = model.settings.find((one) => one.id === id);
      return [id, settingMessages(code, settings[id], setting)];
    },
  );
  return [
    ...offered.flatMap(([field, value, choices]): [string, FieldFaults[string]][] =>
      value === undefined || choices.some((one) => one === value) ? [] : [[field, [notAChoice(value)]]],
    ),
    ...(wrongSettings.length === 0
      ? []
      : [['settings', Object.fromEntries(wrongSettings)] satisfies [string, FieldFaults]]),
  ];
}

/** The settings that a creation gives: null means that it does not (decisions.md §1.5). */
export function givenSettings(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

function settingMessages(
  code: SettingFault | 'unknown-setting',
  value: unknown,
  setting: Setting | undefined,
): readonly string[] {
  // Of a list, each value that is not offered is named.
  if (code === 'not-a-choice' && setting?.type === 'multiple_choice' && Array.isArray(value))
    return value
      .filter((one) => !setting.options.some((option) => option.value === one))
      .map((one) => notAChoice(one));
  return [settingMessage(code, value)];
}

function settingMessage(code: SettingFault | 'unknown-setting', value: unknown): string {
  switch (code) {
    case 'not-a-boolean':
      return 'Must be a valid boolean.';
    case 'not-a-string':
      return 'Not a valid string.';
    case 'not-an-integer':
      return 'A valid integer is required.';
    case 'not-a-decimal':
      return 'A valid number is required.';
    case 'not-a-date':
      return 'Date has wrong format. Use YYYY-MM-DD.';
    case 'not-a-choice':
      return notAChoice(value);
    case 'not-a-list':
      return `Expected a list of items but got type "${pythonType(value)}".`;
    case 'unknown-setting':
      return 'The work package has no such setting.';
  }
}
