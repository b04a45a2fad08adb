import { type SettingType, settingTypes } from '../../model/terms.ts';
import { isCalendarDate } from './calendar.ts';
import type { Violation } from './violation.ts';

export type SettingFault =
  | 'not-a-boolean'
  | 'not-a-string'
  | 'not-an-integer'
  | 'not-a-decimal'
  | 'not-a-date'
  | 'not-a-choice'
  | 'not-a-list';

interface Definition {
  readonly id: string;
  readonly type: string;
  /** Null where there are none. */
  readonly options: readonly { readonly value: unknown }[] | null;
}

/**
 * What is wrong with the value of a setting (decisions.md §5.3, §7.3); null where it is right, or where the type is
 * one that nobody here knows and the service decides.
 */
export function settingFault(definition: Definition, value: unknown): SettingFault | null {
  const type = settingTypes.find((known) => known === definition.type);
  return type === undefined ? null : faultOfType(type, definition, value);
}

function faultOfType(type: SettingType, definition: Definition, value: unknown): SettingFault | null {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'not-a-boolean';
    case 'string':
      return typeof value === 'string' ? null : 'not-a-string';
    case 'integer':
      return Number.isInteger(value) ? null : 'not-an-integer';
    case 'decimal':
      return isDecimal(value) ? null : 'not-a-decimal';
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? null : 'not-a-date';
    case 'choice':
      return isOffered(definition, value) ? null : 'not-a-choice';
    case 'multiple_choice':
      if (!Array.isArray(value)) return 'not-a-list';
      return value.every((entry) => isOffered(definition, entry)) ? null : 'not-a-choice';
  }
}

function isOffered(definition: Definition, value: unknown): boolean {
  return definition.options?.some((option) => option.value === value) === true;
}

/** A decimal is a JSON number or a decimal string, without exponent (decisions.md §5.3). */
function isDecimal(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value);
}

/** All wrong values among those given, under `settings.<id>`; ids that no definition has are `unknown-setting`. */
export function settingViolations(
  definitions: readonly Definition[],
  values: Readonly<Record<string, unknown>>,
): readonly Violation<SettingFault | 'unknown-setting'>[] {
  return Object.entries(values).flatMap(([id, value]) => {
    const definition = definitions.find((one) => one.id === id);
    const code = definition === undefined ? 'unknown-setting' : settingFault(definition, value);
    return code === null ? [] : [{ code, field: `settings.${id}` }];
  });
}
