import type { FindingName } from '../inspection.ts';

const ofObjects = [
  'auditFields',
  'componentFields',
  'clientFields',
  'entityFields',
  'userFields',
  'roleFields',
] as const satisfies readonly FindingName[];

type OfObjects = (typeof ofObjects)[number];

/** What the app does about a finding, by the name of its sentence: the fields of all objects have one. */
export function consequenceOf(name: FindingName): Exclude<FindingName, OfObjects> | 'fields' {
  return isOfObjects(name) ? 'fields' : name;
}

function isOfObjects(name: FindingName): name is OfObjects {
  return ofObjects.some((one) => one === name);
}
