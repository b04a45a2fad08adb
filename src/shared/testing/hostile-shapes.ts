// What a service may answer where the specification leaves the shape open, in JSON text: for the tests of the readers, of the
// scheduler and of screens.

export interface HostileShape {
  readonly name: string;
  readonly json: string;
}

const lifecycle = (windows: string) => `{"tiers": [{"tier": "lifecycle", "windows": ${windows}}]}`;

/** Answers to `GET /rate-limits/` in which no limit of `lifecycle` is told in a way that is understood: the table's hold. */
export const hostileLimits: readonly HostileShape[] = [
  { name: 'a limit in words', json: lifecycle('{"burst": "often", "sustained": "some", "daily": "many"}') },
  { name: 'null', json: lifecycle('{"burst": null, "sustained": {"limit": null}, "daily": null}') },
  { name: 'less than nothing', json: lifecycle('{"burst": -1, "sustained": {"limit": -60}}') },
  { name: 'beyond all numbers', json: lifecycle('{"burst": 1e999, "sustained": 1e300, "daily": "1e9"}') },
  { name: 'a fraction', json: lifecycle('{"burst": 0.4, "sustained": "5.5/hr", "daily": true}') },
  { name: 'not a number', json: lifecycle('{"burst": "NaN", "sustained": "Infinity", "daily": ""}') },
  {
    name: 'a period that is none of the three',
    json: lifecycle('{"burst": "500/10s", "daily": "9 per week"}'),
  },
  { name: 'a window within a window', json: lifecycle('{"burst": {"burst": {"limit": 500}}}') },
  { name: 'windows nobody knows', json: lifecycle('{"fortnight": {"limit": 500}}') },
  { name: 'no windows', json: '{"tiers": [{"tier": "lifecycle"}]}' },
  { name: 'a number without a window', json: '{"tiers": {"lifecycle": 500}}' },
  { name: 'an empty list of windows', json: lifecycle('[]') },
  { name: 'an empty object', json: '{}' },
  { name: 'an empty list', json: '[]' },
  { name: 'a text', json: '"5/min"' },
  { name: 'nothing', json: 'null' },
  { name: 'another object', json: '{"detail": "ok", "count": 0}' },
  { name: 'tiers nobody knows', json: '{"tiers": [{"tier": "moon", "windows": {"burst": 500}}, 7, null]}' },
  { name: 'lists within lists', json: '[[[["lifecycle", 500]]]]' },
  { name: 'a prototype', json: '{"__proto__": {"lifecycle": "500/min"}, "constructor": 500}' },
];

/** `prices` of a work package of which no price and no condition is understood: nobody can say what a single audit costs. */
export const hostilePrices: readonly HostileShape[] = [
  { name: 'null for credits', json: '[{"audit_type": "single", "credits": null, "conditions": null}]' },
  { name: 'no credits', json: '[{"audit_type": "single"}]' },
  { name: 'credits in words', json: '[{"audit_type": "single", "credits": "three", "conditions": null}]' },
  { name: 'empty credits', json: '[{"audit_type": "single", "credits": "", "conditions": null}]' },
  { name: 'less than nothing', json: '[{"audit_type": "single", "credits": -3, "conditions": null}]' },
  { name: 'beyond all numbers', json: '[{"audit_type": "single", "credits": 1e999, "conditions": null}]' },
  { name: 'true', json: '[{"audit_type": "single", "credits": true, "conditions": null}]' },
  { name: 'a list of credits', json: '[{"audit_type": "single", "credits": [0], "conditions": null}]' },
  { name: 'credits in an object', json: '[{"audit_type": "single", "credits": {"amount": 3}}]' },
  {
    name: 'a condition nobody knows',
    json: '[{"audit_type": "single", "credits": 3, "conditions": {"period": "2026"}}]',
  },
  {
    name: 'a condition beside the one that is known',
    json: '[{"audit_type": "single", "credits": 3, "conditions": {"coupled": false, "country": "NL"}}]',
  },
  {
    name: 'a condition in words',
    json: '[{"audit_type": "single", "credits": 3, "conditions": "if coupled"}]',
  },
  {
    name: 'a condition that is no yes or no',
    json: '[{"audit_type": "single", "credits": 3, "conditions": {"coupled": "maybe"}}]',
  },
  { name: 'no list', json: '{"single": 3}' },
  { name: 'a number', json: '3' },
  { name: 'a text', json: '"3 credits"' },
  { name: 'no entry', json: '[3, "single", null]' },
  { name: 'no audit type', json: '[{"credits": 0, "conditions": null}]' },
  { name: 'an object for an audit type', json: '[{"audit_type": {"of": "single"}, "credits": 0}]' },
];
