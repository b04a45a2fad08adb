import type { Setting } from '../../../shared/model/work-package.ts';
import { type SettingFault, settingFault } from '../../../shared/rules/service/setting.ts';

// An entry is what a field of the form holds. For numbers, dates and unknown types it is the text as typed, so that a text that
// is not right yet is not lost. For all others it is the value.

type Definition = Pick<Setting, 'type' | 'default'>;

function isChosen(type: string): boolean {
  return type === 'boolean' || type === 'choice' || type === 'multiple_choice';
}

/** Whether the type has a field of its own. Other types are edited as JSON. */
export function isKnownType(type: string): boolean {
  return isChosen(type) || ['string', 'integer', 'decimal', 'date'].includes(type);
}

/** The type whose field a setting has: of a type that nobody here knows that of its default, where this is a text, a number or a yes or no. */
export function fieldType({ type, default: fallback }: Definition): string {
  if (isKnownType(type)) return type;
  if (typeof fallback === 'number') return 'decimal';
  return typeof fallback === 'boolean' || typeof fallback === 'string' ? typeof fallback : type;
}

/** The type whose field an entry has: of one that is JSON that of its value, where this is a text, a number or a yes or no. */
export function kindOfEntry(definition: Definition, entry: unknown): string {
  const type = fieldType(definition);
  return isKnownType(type) ? type : fieldType({ type, default: parsed(entryText(entry)).value });
}

/** What a field of a kind shows of an entry; of an entry in JSON its value. */
export function shownAs(kind: string, definition: Definition, entry: unknown): unknown {
  if (kind === fieldType(definition)) return entry;
  return parsed(entryText(entry)).value ?? '';
}

/** The entry for what was entered in a field of a kind. What is typed as a number is JSON already. */
export function enteredAs(kind: string, definition: Definition, entered: unknown): unknown {
  return kind === fieldType(definition) || kind === 'decimal' ? entered : JSON.stringify(entered);
}

/** The entry for a value of the package or of an audit. */
export function entryOf(type: string, value: unknown): unknown {
  if (isChosen(type)) return value;
  if (!isKnownType(type)) return value === undefined ? '' : JSON.stringify(value, null, 2);
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

export function entryText(entry: unknown): string {
  return typeof entry === 'string' ? entry : entry === undefined ? '' : JSON.stringify(entry);
}

/**
 * The value to send for an entry. A decimal is a number where its default is one and no digit is lost; else a text, exactly as
 * typed (decisions.md §5.3). A text that cannot be read is sent as typed.
 */
export function settingValue(definition: Definition, entry: unknown): unknown {
  const type = fieldType(definition);
  if (isChosen(type)) return entry;
  const typed = entryText(entry);
  switch (type) {
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

export function isJson(entry: unknown): boolean {
  return parsed(entryText(entry)).ok;
}

/** What is wrong with an entry, by the rule that judges the value that it becomes; null where nothing is. */
export function entryFault(definition: Setting, entry: unknown): SettingFault | 'not-json' | null {
  if (!isKnownType(fieldType(definition)) && !isJson(entry)) return 'not-json';
  return settingFault(definition, settingValue(definition, entry));
}

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
