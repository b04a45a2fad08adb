import { beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './testing/desk.ts';
import {
  type GoodRequest,
  goodRequestNames,
  goodRequests,
  sendInstead,
  stateOf,
} from './testing/good-requests.ts';

// Every field of every body, wrong in every way, and the messages that it is told by.

let desk: Desk = undefined as never; // set before each test
beforeEach(() => {
  desk = openDesk();
});

const requiredText = 'This field is required.';
const nullText = 'This field may not be null.';
const blankText = 'This field may not be blank.';
const stringText = 'Not a valid string.';
const booleanText = 'Must be a valid boolean.';
const dateText = 'Date has wrong format. Use YYYY-MM-DD.';
const nulText = 'Null characters are not allowed.';
const listText = (type: string) => `Expected a list of items but got type "${type}".`;
/** A good body but for one field. A number too large for JSON to write is one all the same when it is read. */
function bodyWith(name: GoodRequest, field: string, value: unknown): string {
  const text = JSON.stringify({ ...goodRequests[name][2], [field]: value });
  return value === Number.POSITIVE_INFINITY ? text.replace('null', '1e400') : text;
}
const choiceText = (value: string) => `"${value}" is not a valid choice.`;
const missingText = (id: string) => `Object with id=${id} does not exist.`;
const tooLong = (most: number) => `Ensure this field has no more than ${String(most)} characters.`;

describe('decisions §2 every field', () => {
  const long = 'é'.repeat(101);
  type Case = readonly [GoodRequest, field: string, value: unknown, faults: unknown];
  const texts = [
    [5, stringText],
    [0, stringText],
    [true, stringText],
    [{}, stringText],
    [['a'], stringText],
    ['', blankText],
    ['\ud800', stringText],
  ] as const;
  const strings: readonly (readonly [GoodRequest, string])[] = [
    ['audit', 'name'],
    ['audit', 'work_package_id'],
    ['audit', 'scoping_package_id'],
    ['audit', 'client_organisation_id'],
    ['audit', 'legal_entity_id'],
    ['client', 'id'],
    ['client', 'name'],
    ['user', 'id'],
    ['user', 'role'],
    ['role', 'role'],
    ['scope', 'out_of_scope_explanation'],
  ];
  const cases: readonly Case[] = [
    ...strings.flatMap(([name, field]): Case[] => [
      [name, field, undefined, [requiredText]],
      [name, field, null, [nullText]],
      [name, field, 'a\0b', [nulText]],
      ...texts.map(([value, text]): Case => [name, field, value, [text]]),
    ]),
    ...texts.flatMap(([value, text]): Case[] => [
      ['audit', 'id', value, [text]],
      ['audit', 'unit_of_measurement', value, [text]],
      ['component', 'name', value, [text]],
    ]),
    ...['name'].flatMap((field): Case[] => [
      ['audit', field, '  \t\n\u00A0\u3000', [blankText]],
      ['audit', field, long, [tooLong(100)]],
      ['audit', field, '👩‍💼'.repeat(34), [tooLong(100)]],
    ]),
    ['audit', 'id', 'x'.repeat(256), [tooLong(255)]],
    ['audit', 'id', 'a\nb', ['Control characters are not allowed.']],
    ['audit', 'id', 'a\u0085b', ['Control characters are not allowed.']],
    ['client', 'id', 'a\u007Fb', ['Control characters are not allowed.']],
    ['audit', 'unit_of_measurement', 'x'.repeat(33), [tooLong(32)]],
    ['audit', 'work_package_id', 'WP', [missingText('WP')]],
    ['audit', 'work_package_id', ' wp', [missingText(' wp')]],
    ['audit', 'work_package_id', '__proto__', [missingText('__proto__')]],
    ['audit', 'scoping_package_id', 'small', [choiceText('small')]],
    ['audit', 'client_organisation_id', 'none', [missingText('none')]],
    ['audit', 'legal_entity_id', 'trial', [missingText('trial')]],
    ...['period_start', 'period_end'].flatMap((field): Case[] => [
      ['audit', field, undefined, [requiredText]],
      ['audit', field, null, [nullText]],
      ...[
        '',
        5,
        true,
        [],
        {},
        20260101,
        '2026-1-1',
        '2026-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-01-32',
        '2026-04-31',
        '1900-02-29',
        '01-01-2026',
        '2026/01/01',
        '20260101',
        '2026-01-01T00:00:00Z',
        ' 2026-01-01',
        '2026-01-01\n',
        '-2026-01-01',
        '02026-01-01',
        '２０２６-01-01',
        '2026-W01-1',
      ].map((value): Case => ['audit', field, value, [dateText]]),
    ]),
    ['audit', 'period_end', '2025-12-31', [expect.any(String)]],
    ...[
      ['de', 'de'],
      ['NL', 'NL'],
      ['it', 'it'],
      ['', ''],
      [5, '5'],
      [true, 'True'],
    ].map(([value, text]): Case => ['audit', 'language', value, [choiceText(String(text))]]),
    ['audit', 'language', [], [expect.stringMatching(/ is not a valid choice\.$/)]],
    ['audit', 'language', { a: 1 }, [expect.stringMatching(/ is not a valid choice\.$/)]],
    ['audit', 'language', undefined, [requiredText]],
    ['audit', 'audit_type', 'component', [choiceText('component')]],
    ['audit', 'audit_type', 'Single', [choiceText('Single')]],
    ['audit', 'audit_type', 1.5, [choiceText('1.5')]],
    ...(
      [
        ['a', 'str'],
        [5, 'int'],
        [5.5, 'float'],
        [Number.POSITIVE_INFINITY, 'float'],
        [false, 'bool'],
        [{ 0: 'sub' }, 'dict'],
      ] as const
    ).flatMap(([value, type]): Case[] => [
      ['component', 'legal_entity_ids', value, [listText(type)]],
      ['audit', 'coupled_component_audit_ids', value, [listText(type)]],
      ['client', 'domains', value, [listText(type)]],
    ]),
    ['component', 'legal_entity_ids', [], ['This list may not be empty.']],
    ['component', 'legal_entity_ids', undefined, [requiredText]],
    ['component', 'legal_entity_ids', null, [nullText]],
    [
      'component',
      'legal_entity_ids',
      ['sub', 5, null, '', ['sub']],
      { 1: [stringText], 2: [nullText], 3: [blankText], 4: [stringText] },
    ],
    ['component', 'legal_entity_ids', ['sub', 'trial'], [missingText('trial')]],
    ['component', 'legal_entity_ids', ['sub', 'leaf', 'sub'], [expect.stringContaining('sub')]],
    ['audit', 'coupled_component_audit_ids', ['component', 5, null], { 1: [stringText], 2: [nullText] }],
    ['client', 'domains', ['a.example', 5], { 1: [stringText] }],
    ['component', 'auditor_relation', undefined, [requiredText]],
    ['component', 'auditor_relation', null, [nullText]],
    ['component', 'auditor_relation', 'Self', [choiceText('Self')]],
    ['component', 'auditor_relation', 5, [choiceText('5')]],
    ['component', 'country', 'nl', [choiceText('nl')]],
    ['component', 'country', 'XX', [choiceText('XX')]],
    ['component', 'country', 'NLD', [choiceText('NLD')]],
    ['client', 'country', 'UK', [choiceText('UK')]],
    ['client', 'country', ' NL', [choiceText(' NL')]],
    [
      'component',
      'component_settings',
      [],
      { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    ],
    [
      'component',
      'component_settings',
      'a',
      { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
    ],
    ...['true', 1, 0, 'yes', [], {}].flatMap((value): Case[] => [
      [
        'component',
        'component_settings',
        { component_auditor_works_in_audit: value },
        { component_auditor_works_in_audit: [booleanText] },
      ],
      ['client', 'allow_password_login', value, [booleanText]],
      ['scope', 'in_scope', value, [booleanText]],
    ]),
    ['scope', 'in_scope', undefined, [requiredText]],
    ['scope', 'in_scope', null, [nullText]],
    ['scope', 'in_scope', true, [expect.any(String)]],
    ['scope', 'out_of_scope_explanation', ' \n ', [blankText]],
    ['audit', 'settings', [], ['Expected a dictionary of items but got type "list".']],
    ['audit', 'settings', 'a', ['Expected a dictionary of items but got type "str".']],
    ['user', 'id', 'nobody@firm.example', [missingText('nobody@firm.example')]],
    ['user', 'id', ' anna.smit@firm.example', [missingText(' anna.smit@firm.example')]],
    ['user', 'role', 'api_account_manager', [choiceText('api_account_manager')]],
    ['user', 'role', 'Audit_Auditor', [choiceText('Audit_Auditor')]],
    ['role', 'role', 'none', [choiceText('none')]],
  ];
  const byField = Map.groupBy(cases, ([name, field]) => `${name}, ${field}`);
  it.each([...byField])('of %s', async (_, ofField) => {
    for (const [name, field, value, faults] of ofField) {
      const received = await sendInstead(desk, name, bodyWith(name, field, value));
      expect([value, received.status, received.body]).toEqual([value, 400, { [field]: faults }]);
    }
  });
  it.each(goodRequestNames)('%s: the good one is accepted', async (name) => {
    expect((await sendInstead(desk, name, goodRequests[name][2])).status).toBeLessThan(202);
  });
  it('nothing of all that has left a trace', async () => {
    const before = await stateOf(desk);
    for (const [name, field, value] of cases) await sendInstead(desk, name, bodyWith(name, field, value));
    expect(await stateOf(desk)).toEqual(before);
  });
});
