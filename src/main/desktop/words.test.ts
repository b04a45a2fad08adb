import { describe, expect, test } from 'vitest';
import { languages } from '../../words/languages.ts';
import { MigrationFailed, NotOpened } from '../storage/database.ts';
import { planProgress } from '../testing/plan-progress.ts';
import { endWords, quitWords, storeFault, storeFaultLine } from './words.ts';

test.each(languages.map(({ id }) => id))(
  'in %s: what cannot be opened names the folder, what could not be migrated its copy',
  (language) => {
    const folder = storeFault(language, '/data', new Error('EACCES'));
    const copy = storeFault(language, '/data', new MigrationFailed('/data/a.db.backup-v1-5', null));
    expect(folder.split('\n').at(-1)).toBe('/data');
    expect(copy.split('\n').at(-1)).toBe('/data/a.db.backup-v1-5');
    expect(copy.split('\n')[0]).not.toBe(folder.split('\n')[0]);
  },
);

const faults: readonly (readonly [string, string, object])[] = [
  ['locked', 'another program uses its data', { errcode: 5 }],
  ['locked for a moment (an extended code)', 'another program uses its data', { errcode: 261 }],
  ['read-only', 'cannot be opened for writing', { errcode: 8 }],
  ['no permission', 'cannot be opened for writing', { code: 'EACCES' }],
  ['a full disk', 'no room on the disk', { code: 'ENOSPC' }],
  ['a full disk, to the database', 'no room on the disk', { errcode: 13 }],
  ['something else', 'its data cannot be opened', { code: 'EEXIST' }],
];

test.each(faults)('a start that fails names its cause and its file: %s', (_, cause, codes) => {
  const fault = new NotOpened('/data/journal.db', Object.assign(new Error('words of\nthe system'), codes));
  const line = storeFaultLine('/data', fault);
  expect(line).toContain(cause);
  expect(line).toContain('/data/journal.db');
  expect(line).toContain('words of the system');
  expect(line).toMatch(/^[^\n]*\n$/);
  const said = languages.map(({ id: language }) => storeFault(language, '/data', fault));
  expect(new Set(said).size).toBe(languages.length);
  for (const words of said) expect(words.split('\n').at(-1)).toBe('/data/journal.db');
});

describe('what is asked before the app quits', () => {
  const plan = planProgress({}, { done: 10, failed: 2, waiting: 28 });
  test.each([
    [
      'en-us',
      '“Create Hold Co 2026” is in progress: 12 of 40.',
      '2 plans are in progress.',
      'at the next start',
    ],
    ['nl', '“Hold Co 2026 aanmaken” is bezig: 12 van 40.', '2 plannen zijn bezig.', 'bij de volgende start'],
    ['it', '“Crea Hold Co 2026” in corso: 12 di 40.', '2 piani in corso.', 'al prossimo avvio'],
  ] as const)(
    'in %s names the plan, or how many there are, and says that it goes on',
    (language, one, two, next) => {
      expect(quitWords([plan], false, language).message).toBe(one);
      expect(quitWords([plan, plan], false, language).message).toBe(two);
      expect(quitWords([plan], false, language).detail).toContain(next);
    },
  );

  test('says what becomes of production, and only there', () => {
    for (const { id: language } of languages) {
      const [without, withIt] = [false, true].map((writes) => quitWords([plan], writes, language).detail);
      expect(withIt).toContain(without);
      expect(withIt?.length).toBeGreaterThan(without?.length ?? 0);
    }
  });
});

test.each([
  [{ done: 8 }, 'Done: 8 of 8.'],
  [{ done: 5, cancelled: 3 }, 'Stopped: 5 of 8 done.'],
  [{ done: 5, failed: 1, blocked: 2 }, '3 of 8 were not carried out. Activity says why.'],
  [{ done: 5, failed: 2, unclear: 1 }, '1 of 8 with an unknown outcome. Resolve them in Activity.'],
])('a plan of %o ends with “%s”', (counts, expected) => {
  expect(endWords([planProgress({ state: 'ended' }, counts)], 'en-us')).toEqual({
    title: 'Create Hold Co 2026',
    body: expected,
  });
});

test.each([
  ['en-us', '2 plans have ended', '6 of 16 were not carried out. Activity says why.'],
  ['nl', '2 plannen zijn beëindigd', '6 van 16 niet uitgevoerd. Activiteit zegt waarom.'],
  ['it', '2 piani sono terminati', '6 di 16 non eseguiti. Attività dice perché.'],
] as const)('in %s several that ended alike have one notice', (language, title, body) => {
  const plan = planProgress({ state: 'ended' }, { done: 5, failed: 1, blocked: 2 });
  expect(endWords([plan, plan], language)).toEqual({ title, body });
});

test.each([
  ['en-us', 'Set 1,000 components out of scope · Hold Co 2026', 'Remove R. Leader · Hold Co 2026'],
  [
    'nl',
    '1.000 groepsonderdelen buiten scope plaatsen · Hold Co 2026',
    'R. Leader verwijderen · Hold Co 2026',
  ],
  ['it', 'Metti 1000 componenti fuori perimetro · Hold Co 2026', 'Rimuovi R. Leader · Hold Co 2026'],
])('in %s a plan is named by what it does', (language, many, one) => {
  const titleOf = (deed: ReturnType<typeof planProgress>['deeds'][number]) =>
    endWords([planProgress({ state: 'ended', deeds: [deed] })], language).title;
  expect(titleOf({ kind: 'setOutOfScope', count: 1_000, subject: 'Leaf' })).toBe(many);
  expect(titleOf({ kind: 'removeUser', count: 1, subject: 'R. Leader' })).toBe(one);
});
