import { describe, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { emptyContent, type WizardContent } from './content.ts';
import { contentNotes } from './content-notes.tsx';

const older = WorkPackage.parse({
  id: 'fin-2025.9',
  name: 'Fin',
  version: '2025.9',
  languages: ['nl', 'it'],
  scoping_packages: { nl: ['Standaard'], it: ['Normale'] },
  settings: [{ id: 'days', type: 'integer' }],
});
const newest = WorkPackage.parse({
  ...older,
  id: 'fin-2025.10',
  version: '2025.10',
  scoping_packages: ['Standaard'],
});
const packages = [older, newest];

const content = (
  fields: Partial<WizardContent['fields']>,
  change: Partial<WizardContent> = {},
): WizardContent => ({
  ...emptyContent('single'),
  fields: {
    ...emptyContent('single').fields,
    work_package_id: 'fin-2025.10',
    scoping_package_id: 'Standaard',
    language: 'nl',
    ...fields,
  },
  ...change,
});
const isFilled = { coupling: { ...emptyContent('single').coupling, isFilled: true } };

describe('What a content holds and the work packages do not offer is said', () => {
  it.each<[string, WizardContent, readonly object[]]>([
    ['nothing, where all is as offered', content({}), []],
    ['nothing, before a package is chosen', content({ work_package_id: '' }), []],
    [
      'an older version, by numbers and not by letters',
      content({ work_package_id: 'fin-2025.9' }),
      [{ step: 'methodology', code: 'package-older', newest: { id: 'fin-2025.10' }, isFilled: false }],
    ],
    [
      'an older version that a component wants',
      content({ work_package_id: 'fin-2025.9' }, isFilled),
      [{ code: 'package-older', isFilled: true }],
    ],
    [
      'a package that is gone',
      content({ work_package_id: 'gone' }),
      [{ step: 'methodology', code: 'package-gone', id: 'gone' }],
    ],
    [
      'a label that is gone',
      content({ scoping_package_id: 'Gone' }),
      [{ step: 'methodology', code: 'label-gone', label: 'Gone' }],
    ],
    [
      'a label that is not offered in the language',
      content({ work_package_id: 'fin-2025.9', language: 'it' }),
      [{ code: 'package-older' }, { code: 'label-gone', label: 'Standaard' }],
    ],
    [
      'a language that is gone',
      content({ language: 'en-us' }),
      [{ step: 'period', code: 'language-gone', language: 'en-us' }],
    ],
    [
      'settings that are gone, which are not sent',
      content({}, { settings: { days: '3', gone: true } }),
      [{ step: 'settings', code: 'settings-gone', ids: ['gone'] }],
    ],
  ])('%s', (_, of, notes) => {
    expect(contentNotes(of, packages)).toMatchObject(notes);
    expect(contentNotes(of, packages)).toHaveLength(notes.length);
  });

  it('nothing of packages that were not all read', () => {
    expect(contentNotes(content({ work_package_id: 'gone' }), null)).toEqual([]);
  });
});
