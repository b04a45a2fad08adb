import type { AuditCreation } from '../../model/audit.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { endsBeforeStart, isCalendarDate } from './calendar.ts';
import { type SettingFault, settingViolations } from './setting.ts';
import type { Violation } from './violation.ts';
import { scopingLabels, supportsAuditType, supportsLanguage } from './work-package.ts';

/** Longest `name`, in Unicode code points (specification, "Limits"; decisions.md §7.1). */
export const longestAuditName = 100;
/** Longest `unit_of_measurement` in code points (decisions.md §7.2). */
export const longestUnit = 32;
/** Longest external id in code points (decisions.md §4.1). */
export const longestId = 255;

export type AuditViolation = Violation<
  | 'required'
  | 'too-long'
  | 'not-a-date'
  | 'ends-before-start'
  | 'not-offered'
  | 'not-of-client'
  | 'control-character'
  | 'dot-segment'
  | SettingFault
  | 'unknown-setting'
>;

/** What is known of the things that a creation refers to; null where it could not be read, so nothing is judged. */
export interface AuditContext {
  readonly workPackage: WorkPackage | null;
  readonly legalEntityIds: readonly string[] | null;
}

const required = [
  'client_organisation_id',
  'legal_entity_id',
  'work_package_id',
  'scoping_package_id',
  'name',
  'period_start',
  'period_end',
  'language',
  'id',
] as const satisfies readonly (keyof AuditCreation)[];

/** Every rule of decisions.md §4.1 and §7.1–3 that an audit about to be created breaks, all at once. */
export function auditViolations(
  creation: Partial<AuditCreation>,
  known: AuditContext,
): readonly AuditViolation[] {
  return [
    ...required
      .filter((field) => isBlank(creation[field]))
      .map((field) => ({ code: 'required' as const, field })),
    ...tooLong('name', creation.name, longestAuditName),
    ...idViolations('id', creation.id),
    ...periodViolations(creation),
    ...(known.workPackage === null ? [] : packageViolations(creation, known.workPackage)),
    ...(known.legalEntityIds === null ||
    isBlank(creation.legal_entity_id) ||
    known.legalEntityIds.includes(creation.legal_entity_id)
      ? []
      : [
          {
            code: 'not-of-client' as const,
            field: 'legal_entity_id',
            facts: { id: creation.legal_entity_id },
          },
        ]),
  ];
}

export function isBlank(value: string | undefined): value is undefined | '' {
  return value === undefined || value.trim() === '';
}

/** Length as the service counts it: in Unicode code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Whether a service may refuse a unit: the specification names no limit for it, and decisions.md §7.2 does. */
export function isLongUnit(unit: string | undefined): boolean {
  return codePoints(unit ?? '') > longestUnit;
}

function tooLong(field: string, value: string | undefined, max: number): readonly AuditViolation[] {
  if (value === undefined || codePoints(value) <= max) return [];
  return [{ code: 'too-long', field, facts: { max, length: codePoints(value) } }];
}

/** What keeps a text from being an external id that this app can address (decisions.md §1.2, §4.1). */
export function idViolations(field: string, id: string | undefined): readonly AuditViolation[] {
  if (id === undefined || id === '') return [];
  return [
    ...tooLong(field, id, longestId),
    ...(hasControlCharacter(id) ? [{ code: 'control-character' as const, field }] : []),
    ...(id === '.' || id === '..' ? [{ code: 'dot-segment' as const, field }] : []),
  ];
}

/** Whether a text holds a control character: of the Unicode category Cc (decisions.md §4.1). */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function periodViolations({
  period_start: start,
  period_end: end,
}: Partial<AuditCreation>): readonly AuditViolation[] {
  const wrong = [
    ...(isBlank(start) || isCalendarDate(start)
      ? []
      : [{ code: 'not-a-date' as const, field: 'period_start' }]),
    ...(isBlank(end) || isCalendarDate(end) ? [] : [{ code: 'not-a-date' as const, field: 'period_end' }]),
  ];
  if (wrong.length > 0 || isBlank(start) || isBlank(end) || !endsBeforeStart(start, end)) return wrong;
  return [{ code: 'ends-before-start', field: 'period_end' }];
}

function packageViolations(
  creation: Partial<AuditCreation>,
  workPackage: WorkPackage,
): readonly AuditViolation[] {
  const { language, scoping_package_id: label, audit_type: auditType } = creation;
  const notOffered = (field: string): AuditViolation => ({ code: 'not-offered', field });
  return [
    ...(isBlank(language) || supportsLanguage(workPackage, language) ? [] : [notOffered('language')]),
    ...labelViolations(workPackage, label, language ?? ''),
    ...(isBlank(auditType) || supportsAuditType(workPackage, auditType) ? [] : [notOffered('audit_type')]),
    ...settingViolations(workPackage.settings, creation.settings ?? {}),
  ];
}

/** A package that shows no labels leaves them to the service; a label of another language is told with the language that it is not for. */
function labelViolations(
  workPackage: WorkPackage,
  label: string | undefined,
  language: string,
): readonly AuditViolation[] {
  const all = scopingLabels(workPackage, '');
  if (isBlank(label) || all.length === 0 || scopingLabels(workPackage, language).includes(label)) return [];
  const facts = all.includes(label) ? { facts: { language } } : {};
  return [{ code: 'not-offered', field: 'scoping_package_id', ...facts }];
}
