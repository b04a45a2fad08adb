import {
  described,
  type Faults,
  type FieldFaults,
  isDictionary,
  notADictionary,
  type Reader,
  type Reading,
} from './fields.ts';
import { type JsonSchema, orNull } from './json-schema.ts';

/** A field of a body: how it is read, whether it must be there, and what stands for it when it is not. */
export interface Field<Value> {
  readonly read: Reader<Value>;
  readonly required: boolean;
  readonly absent: Value | undefined;
}

export type Shape = Readonly<Record<string, Field<unknown>>>;
export type Values<Of extends Shape> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

export function required<Value>(read: Reader<Value>): Field<Value> {
  return { read, required: true, absent: undefined };
}

/** Absent and null are the same (decisions.md §1.5). */
export function optional<Value>(read: Reader<Value>): Field<Value | undefined> {
  return { read, required: false, absent: undefined };
}

export function defaulted<Value>(read: Reader<Value>, absent: Value): Field<Value> {
  return { read, required: false, absent };
}

/**
 * Reads the fields of a body, unknown ones ignored. `judge` adds what several fields together break; it sees only
 * the values that are right by themselves. All faults are reported at once, in the order of the shape (decisions.md §2).
 */
export function readForm<Of extends Shape>(
  body: Readonly<Record<string, unknown>>,
  shape: Of,
  judge: (values: Partial<Values<Of>>) => FieldFaults = () => ({}),
): { readonly ok: true; readonly value: Values<Of> } | { readonly ok: false; readonly faults: FieldFaults } {
  const values: Record<string, unknown> = {};
  const own: Record<string, Faults> = {};
  for (const [name, field] of Object.entries(shape)) {
    const reading = readField(field, body[name]);
    if (reading.ok) values[name] = reading.value;
    else own[name] = reading.faults;
  }
  const judged = judge(values as Partial<Values<Of>>); // each value was read by the field of its name
  const names = [...Object.keys(shape), 'non_field_errors'];
  const faults = names.flatMap((name): [string, Faults][] => {
    const fault = own[name] ?? judged[name];
    return fault === undefined ? [] : [[name, fault]];
  });
  return faults.length === 0
    ? { ok: true, value: values as Values<Of> } // no field failed, so all are there
    : { ok: false, faults: Object.fromEntries(faults) };
}

function readField(field: Field<unknown>, value: unknown): Reading<unknown> {
  if (value === undefined && field.required) return { ok: false, faults: ['This field is required.'] };
  if (value === null && field.required) return { ok: false, faults: ['This field may not be null.'] };
  if (value === undefined || value === null) return { ok: true, value: field.absent };
  return field.read(value);
}

/** A nested object, read like a body; its faults are nested likewise. */
export function nested<Of extends Shape>(shape: Of): Reader<Values<Of>> {
  return described(formSchema(shape), (value) =>
    isDictionary(value) ? readForm(value, shape) : { ok: false, faults: notADictionary(value) },
  );
}

/** What `readForm` takes without asking what it refers to: null counts as absent, unknown fields are ignored. */
export function formSchema(shape: Shape): JsonSchema {
  const entries = Object.entries(shape);
  const musts = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { read, required: must, absent }]) => {
        const schema = read.schema ?? {};
        const preset = absent === undefined || typeof absent === 'object' ? {} : { default: absent };
        return [name, must ? schema : { ...orNull(schema), ...preset }];
      }),
    ),
    ...(musts.length === 0 ? {} : { required: musts }),
  };
}
