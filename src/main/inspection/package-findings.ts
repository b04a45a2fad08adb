import { auditTypes } from '../../shared/model/terms.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import {
  conditionFields,
  type Faults,
  fieldFaults,
  instead,
  optionFields,
  priceFields,
  recordsIn,
  settingFields,
  specified,
  typeOf,
  unlessUnseen,
  unusual,
  within,
} from './fields.ts';
import { objectsIn, type Survey } from './survey.ts';

/** The lists of all packages under a key, and what of it is no list. */
function ofPackages(
  survey: Survey,
  key: string,
): { readonly held: readonly unknown[]; readonly odd: Faults } {
  const values = [...objectsIn(survey, 'packages'), ...objectsIn(survey, 'package')]
    .filter(isRecord)
    .map((one) => one[key])
    .filter((value) => value !== undefined);
  return {
    held: values.filter((value) => Array.isArray(value)).flat(),
    odd: values
      .filter((value) => !Array.isArray(value))
      .map((value) => instead([key], typeOf(value), { type: 'list' })),
  };
}

export function labelFaults(survey: Survey): Faults | null {
  const { held, odd } = ofPackages(survey, 'scoping_packages');
  const others = held.filter((one) => typeof one !== 'string');
  return unlessUnseen(held.length > 0, [
    ...odd,
    ...others.map((one) => instead(['scoping_packages'], typeOf(one), { type: 'text' })),
  ]);
}

export function settingFaults(survey: Survey): Faults | null {
  const { held, odd } = ofPackages(survey, 'settings');
  return unlessUnseen(held.length > 0, [
    ...odd,
    ...fieldFaults(held, settingFields),
    ...unusual(recordsIn(held), 'type', specified.settingTypes),
    ...recordsIn(held).flatMap(({ options }) => optionFaults(options)),
  ]);
}

function optionFaults(options: unknown): Faults {
  if (options === null || options === undefined) return [];
  if (!Array.isArray(options)) return [instead(['options'], typeOf(options), { type: 'listOrNull' })];
  return within(['options'], fieldFaults(options, optionFields));
}

export function priceFaults(survey: Survey): Faults | null {
  const { held, odd } = ofPackages(survey, 'prices');
  return unlessUnseen(held.length > 0, [
    ...odd,
    ...fieldFaults(held, priceFields),
    ...unusual(recordsIn(held), 'audit_type', auditTypes),
    ...recordsIn(held).flatMap(({ conditions }) => conditionFaults(conditions)),
  ]);
}

function conditionFaults(conditions: unknown): Faults {
  if (conditions === null || conditions === undefined) return [];
  if (!isRecord(conditions)) return [instead(['conditions'], typeOf(conditions), { type: 'objectOrNull' })];
  return within(['conditions'], fieldFaults([conditions], conditionFields));
}
