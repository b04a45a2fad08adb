import { describe, expect, test } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import { auditDeletions, isObstacleDoubt } from './audit-deletion.ts';

const single = (id: string, fields: object = {}) => ({
  audit: Audit.parse({ id, audit_type: 'single', status: 'open', ...fields }),
  components: null,
});
/** A group with a component for each entry: the audit that is coupled to it, or null. */
const group = (id: string, coupled: readonly (string | null)[] | null, fields: object = {}) => ({
  audit: Audit.parse({ id, audit_type: 'consolidated', status: 'open', ...fields }),
  components:
    coupled?.map((audit, place) =>
      ComponentAudit.parse({ id: `${id}-${place}`, coupled_entity_audit_id: audit }),
    ) ?? null,
});
const verdicts = (...chosen: Parameters<typeof auditDeletions>[0]) =>
  auditDeletions(chosen).map(({ audit, obstacle, after }) => [audit.id, obstacle, after]);

describe('an audit alone (decisions.md §7.5)', () => {
  test.each(['initializing', 'open', 'archived', 'something new', ''])(
    'can be deleted in status “%s”',
    (status) => {
      expect(verdicts(single('a', { status }))).toEqual([['a', null, []]]);
    },
  );
  test.each([
    ['deleting already', single('a', { status: 'deleting' }), 'deleting'],
    ['a component', single('a', { audit_type: 'component' }), 'component'],
    ['a group of which no component was read', group('a', null), 'unread'],
    ['of a type that nobody knows, and nothing read', { ...single('a', { audit_type: 'new' }) }, 'unread'],
    ['a group with a coupled component', group('a', [null, 'x']), 'coupled'],
    ['a group whose components are free', group('a', [null, null]), null],
    ['a group without components', group('a', []), null],
    ['itself coupled to components', single('a', { coupled_component_audit_ids: ['k'] }), null],
  ])('%s', (_, chosen, obstacle) => {
    expect(verdicts(chosen)).toEqual([['a', obstacle, []]]);
  });
});

test('a person can send what decisions of ours alone keep from being deleted', () => {
  const obstacles = [null, 'component', 'deleting', 'unread', 'coupled'] as const;
  expect(obstacles.filter(isObstacleDoubt)).toEqual(['unread', 'coupled']);
});

describe('several together', () => {
  test('what is coupled to a group goes first, and so the group can go too', () => {
    expect(verdicts(group('g', ['s', null]), single('s'))).toEqual([
      ['g', null, ['s']],
      ['s', null, []],
    ]);
  });
  test('the way up is followed as far as it goes', () => {
    expect(verdicts(group('top', ['middle']), group('middle', ['s']), single('s'))).toEqual([
      ['top', null, ['middle']],
      ['middle', null, ['s']],
      ['s', null, []],
    ]);
  });
  test('what hangs on one that stays, stays', () => {
    expect(verdicts(group('top', ['middle']), group('middle', ['s', 'elsewhere']), single('s'))).toEqual([
      ['top', 'coupled', []],
      ['middle', 'coupled', ['s']],
      ['s', null, []],
    ]);
    expect(verdicts(group('top', ['middle']), group('middle', null))).toEqual([
      ['top', 'coupled', []],
      ['middle', 'unread', []],
    ]);
  });
  test('one that is being deleted already has freed nothing that is still listed as coupled', () => {
    expect(verdicts(group('g', ['s']), single('s', { status: 'deleting' }))).toEqual([
      ['g', 'coupled', []],
      ['s', 'deleting', []],
    ]);
  });
  test('a circle is no way out', () => {
    expect(verdicts(group('g', ['h']), group('h', ['g']))).toEqual([
      ['g', 'coupled', []],
      ['h', 'coupled', []],
    ]);
  });
});
