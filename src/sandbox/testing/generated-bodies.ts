import fc from 'fast-check';
import { codePoints } from '../../shared/rules/audit.ts';

// Bodies that the specification allows, as odd as they may be.

const control = /[\p{Cc}\ud800-\udfff]/u;
/** A text of at most `most` code points that is not blank. */
export const Text = (most: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('é', '𝕏', '\u200f', '&', '"', '\\', '</script>', "'", '%2F', '\u2028'),
        },
      ),
      { minLength: 1, maxLength: most },
    )
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '' && !text.includes('\0') && codePoints(text) <= most);
/** An external id (decisions.md §4.1) that no object of the two firms has. */
export const Id = fc
  .oneof(
    Text(40),
    fc.constantFrom(
      'a/b',
      'a?b',
      '#',
      '%',
      '%2e',
      '&',
      'a b',
      '@',
      "'",
      '+',
      '...',
      '__proto__',
      'constructor',
      'ŷ',
      'x'.repeat(255),
      '漢'.repeat(255),
      ' ',
      '-',
      '0',
      'null',
      '😀',
    ),
  )
  .filter(
    (id) =>
      !control.test(id) &&
      id !== '.' &&
      id !== '..' &&
      !['audit', 'consolidated', 'component', 'wide', 'group', 'trial'].includes(id),
  );

const Day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Fields that are ignored (decisions.md §1.4). */
export const Unread = fc.dictionary(
  fc.constantFrom('status', 'created_at', 'is_test_organisation', 'group_audit_id', 'firm', 'x'),
  fc.jsonValue(),
);

const values = {
  sampling: fc.boolean(),
  note: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  sample: fc.integer(),
  threshold: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('1.50', '-0.1', '100'),
  ),
  cut_off: Day,
  benchmark: fc.constantFrom('profit', 'revenue'),
  areas: fc.uniqueArray(fc.constantFrom('cash', 'stock')),
};
const Settings = fc.record(values, { requiredKeys: [] });

/** A body that creates an audit of the first firm. */
export const Creation = fc
  .record(
    {
      id: Id,
      name: Text(100),
      work_package_id: fc.constant('wp'),
      scoping_package_id: fc.constantFrom('Large', 'Small'),
      client_organisation_id: fc.constant('group'),
      legal_entity_id: fc.constantFrom('group', 'sub', 'leaf'),
      period_start: Day,
      period_end: Day,
      language: fc.constantFrom('nl', 'en-us'),
      unit_of_measurement: fc.oneof(Text(32), fc.constant(null)),
      audit_type: fc.constantFrom('single', 'consolidated', null),
      coupled_component_audit_ids: fc.constantFrom([], null),
      settings: fc.oneof(Settings, fc.constant(null)),
    },
    {
      requiredKeys: [
        'id',
        'name',
        'work_package_id',
        'scoping_package_id',
        'client_organisation_id',
        'legal_entity_id',
        'period_start',
        'period_end',
        'language',
      ],
    },
  )
  .map((body) =>
    body.period_start <= body.period_end
      ? body
      : { ...body, period_start: body.period_end, period_end: body.period_start },
  );
