import { describe, expect, test } from 'vitest';
import { WorkPackage } from '../../model/work-package.ts';
import { carryOver, carryPackage, carryUsers, hidesSettings } from './carry-over.ts';

function version(year: string, change: object = {}) {
  return WorkPackage.parse({
    id: `stat-${year}`,
    name: 'Statutory',
    version: year,
    languages: ['nl', 'it'],
    audit_types: ['single'],
    scoping_packages: { nl: ['Groot', 'Beide'], it: ['Grande', 'Beide'] },
    settings: [{ id: 'days', name: 'Days', type: 'integer', default: 1, options: [] }],
    ...change,
  });
}
const [older, newest] = [version('2024'), version('2025')];

describe('the work package that follows', () => {
  test.each<[string, Parameters<typeof carryPackage>[0], string, string | undefined, readonly object[]]>([
    ['is the same where it is the newest', newest, 'single', 'stat-2025', []],
    [
      'is the newest of the line',
      older,
      'single',
      'stat-2025',
      [{ code: 'package-newer', subject: 'Statutory 2025' }],
    ],
    ['of a name alone is the newest, and no other one', { name: 'Statutory' }, 'single', 'stat-2025', []],
    [
      'is told to be for other types',
      newest,
      'consolidated',
      'stat-2025',
      [{ code: 'package-unfit', subject: 'Statutory 2025' }],
    ],
    [
      'is none of another line',
      { name: 'Old' },
      'single',
      undefined,
      [{ code: 'package-gone', subject: 'Old' }],
    ],
  ])('%s', (_, before, type, id, losses) => {
    const carried = carryPackage(before, type, [older, newest]);
    expect([carried.after?.id, carried.losses]).toEqual([id, losses]);
  });
});

describe('what a work package takes of values of before', () => {
  const values = { scoping_package_id: 'Groot', language: 'nl', settings: { days: 3 } };
  const italian = version('2025', { languages: ['it'] });
  test.each<[string, object, WorkPackage | null, object, readonly object[]]>([
    ['all that it has', {}, newest, {}, []],
    ['all, where there is none yet', { settings: { old: 1 } }, null, { settings: { old: 1 } }, []],
    [
      'nothing of what was not chosen',
      { scoping_package_id: '', language: '' },
      newest,
      { scoping_package_id: '', language: '' },
      [],
    ],
    [
      'no label of another language',
      { language: 'it' },
      newest,
      { language: 'it', scoping_package_id: '' },
      [{ code: 'label-gone', subject: 'Groot' }],
    ],
    [
      'the label where only the language is lost',
      { scoping_package_id: 'Beide' },
      italian,
      { scoping_package_id: 'Beide', language: '' },
      [{ code: 'language-gone', subject: 'nl' }],
    ],
    [
      'no setting that it does not have',
      { settings: { old: 'x' } },
      newest,
      { settings: {} },
      [{ code: 'setting-gone', subject: 'old', value: 'x' }],
    ],
    [
      'no value that it does not take',
      { settings: { days: 'few' } },
      newest,
      { settings: {} },
      [{ code: 'setting-unfit', subject: 'Days', value: 'few' }],
    ],
  ])('%s', (_, change, after, expected, losses) => {
    expect(carryOver({ ...values, ...change }, after)).toEqual({
      values: { ...values, ...change, ...expected },
      losses,
    });
  });

  test('an audit without settings hides them, if its package has some', () => {
    expect(hidesSettings({}, older)).toBe(true);
    expect(hidesSettings({}, version('2024', { settings: [] }))).toBe(false);
    expect(hidesSettings({}, null)).toBe(false);
    expect(hidesSettings({ days: 1 }, older)).toBe(false);
  });
});

test('users are assigned again once each, with an address and a role that there is', () => {
  const users = ['a@b.example', 'A@b.example', 'nobody', 'c@d.example'].map((id) => ({
    id,
    role: id === 'c@d.example' ? 'gone' : 'leader',
  }));
  expect(carryUsers(users, ['leader'])).toEqual({
    users: [{ id: 'A@b.example', role: 'leader' }],
    losses: [
      { code: 'no-address', subject: 'nobody' },
      { code: 'role-gone', subject: 'c@d.example' },
    ],
  });
});
