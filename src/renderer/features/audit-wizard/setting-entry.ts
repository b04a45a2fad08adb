import type { Setting } from '../../../shared/model/work-package.ts';
import { settingFault } from '../../../shared/rules/setting.ts';

// An entry is what a field of the form holds: for numbers, dates and unknown types the text as it was typed, so
// that nothing is lost while it is not yet right; for all others the value itself.

type Definition = Pick<Setting, 'type' | 'default'>;

/** The types whose form field is one that a person chooses in rather than types. */
function isChosen(type: string): boolean {
  return type === 'boolean' || type === 'choice' || type === 'multiple_choice';
}

/** Whether this app has a field of its own for a type; all others are edited as JSON. */
export function isKnownType(type: string): boolean {
  return isChosen(type) || ['string', 'integer', 'decimal', 'date'].includes(type);
}

/** What the form shows for a value, be it a default or one that was read from an audit. */
export function entryOf(type: string, value: unknown): unknown {
  if (isChosen(type)) return value;
  if (!isKnownType(type)) return value === undefined ? '' : JSON.stringify(value, null, 2);
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** The text of an entry for a field that is typed in. */
export function entryText(entry: unknown): string {
  return typeof entry === 'string' ? entry : entry === undefined ? '' : JSON.stringify(entry);
}

/**
 * The value that an entry sends. A decimal stays a number where its default is one and no digit is lost by it, else it
 * goes as a decimal string, exactly as typed (decisions.md §5.3). What cannot be read goes as it was typed.
 */
export function settingValue(definition: Definition, entry: unknown): unknown {
  if (isChosen(definition.type)) return entry;
  const typed = entryText(entry);
  switch (definition.type) {
    case 'string':
      return typed;
    case 'date':
      return typed.trim();
    case 'integer':
      return integer(typed.trim());
    case 'decimal':
      return decimal(typed.trim(), definition.default);
    default:
      return parsed(typed).value;
  }
}

/** Whether an entry of an unknown type is JSON at all. */
export function isJson(entry: unknown): boolean {
  return parsed(entryText(entry)).ok;
}

/** Whether a setting is as the work package has it anyway. */
export function isDefault(definition: Setting, entry: unknown): boolean {
  const value = settingValue(definition, entry);
  return (
    settingFault(definition, value) === null && JSON.stringify(value) === JSON.stringify(definition.default)
  );
}

function integer(typed: string): number | string {
  if (!/^[+-]?\d+$/.test(typed)) return typed;
  const value = Number(typed);
  return Number.isSafeInteger(value) ? value : typed;
}

function decimal(typed: string, fallback: unknown): number | string {
  const value = Number(typed);
  return typeof fallback === 'number' && String(value) === typed ? value : typed;
}

function parsed(typed: string): { readonly ok: boolean; readonly value: unknown } {
  try {
    return { ok: true, value: JSON.parse(typed) };
  } catch {
    return { ok: false, value: typed };
  }
}
