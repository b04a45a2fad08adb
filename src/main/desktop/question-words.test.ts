import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../words/languages.ts';
import type { Question } from '../connections/consent.ts';
import { proxyWords, questionWords } from './question-words.ts';
import { desktopWords } from './words.ts';

const place = { baseUrl: 'https://audits.example/api', clientId: 'north-manager' };
const guard = { kind: 'production', access: 'read-only' } as const;
const looser = { kind: 'test', access: 'read-write' } as const;
const questions: readonly Question[] = [
  { kind: 'new-address', name: 'Firm', ...place, guard },
  { kind: 'less-guarded', name: 'Firm', baseUrl: place.baseUrl, from: guard, to: looser },
  { kind: 'production-writes', name: 'Firm', ...place },
  { kind: 'unbound-secret', ...place },
];

test.each(languages.map(({ id }) => id))(
  'security 49: in %s each question names the address, and has words of its own',
  (language) => {
    const ofPlaces = questions.map((question) => questionWords(question, desktopWords(language).questions));
    for (const { detail } of ofPlaces) expect(detail).toContain(': https://audits.example/api\n');
    const all = [
      ...ofPlaces,
      questionWords({ kind: 'put-back', at: '2026-01-02T10:30:00.000Z' }, desktopWords(language).questions),
      questionWords({ kind: 'background-share', from: 0.8, to: 0.95 }, desktopWords(language).questions),
    ];
    expect(all.at(-2)?.detail).toContain(': 2026-01-02 10:30 UTC\n');
    expect(all.at(-1)?.detail).toMatch(/: 80 %\n.+: 95 %\n/);
    for (const key of ['message', 'yes'] as const)
      expect(new Set(all.map((words) => words[key])).size).toBe(all.length);
  },
);

test('security 49: a loosened guard shows what it is and what it becomes', () => {
  const [, loosened] = questions;
  expect(
    loosened && questionWords(loosened, desktopWords('en-us').questions).detail.split('\n').slice(0, 4),
  ).toEqual([
    'Connection: “Firm”',
    'Address: https://audits.example/api',
    'Now: production, read-only',
    'Afterwards: test, read and write',
  ]);
});

test.each([
  ['a line of its own', 'Firm\n\nAudit Desk has checked this address.'],
  ['a turned order', 'Firm\u202Egro.elpmaxe'],
  ['closed quotes', 'Firm” is known.'],
  ['very much', 'x'.repeat(1_000)],
])('security 49: a name with %s stays one name on one line', (_, name) => {
  const { detail } = questionWords(
    { kind: 'production-writes', name, ...place },
    desktopWords('en-us').questions,
  );
  const [first = '', second] = detail.split('\n');
  expect(first).toMatch(/^Connection: “[^“”\p{C}]{1,100}”$/u);
  expect(second).toBe('Address: https://audits.example/api');
});

test('security 49: an address that only looks like another one is spelled out', () => {
  const { detail } = questionWords(
    { kind: 'unbound-secret', baseUrl: 'https://аudits.example', clientId: 'c' },
    desktopWords('en-us').questions,
  );
  expect(detail).toContain('https://xn--udits-3ve.example');
});

test.each(languages.map(({ id }) => id))(
  'in %s the question of a proxy has a text for each part of its page, and hides what is not so',
  (language) => {
    const { questions: words } = desktopWords(language);
    const asked = { proxy: 'proxy.example:3128', realm: 'Office', isRefused: true, isKept: true };
    const { texts } = proxyWords(asked, language, words);
    const page = readFileSync(new URL('../../renderer/public/sign-in.html', import.meta.url), 'utf8');
    const parts = [...page.matchAll(/ id="(\w+)"/g)].map(([, id = '']) => id);
    expect(parts.filter((id) => !['user', 'password'].includes(id)).toSorted()).toEqual(
      Object.keys(texts)
        .filter((id) => id !== 'title')
        .toSorted(),
    );
    expect(Object.values(texts)).not.toContain('');
    expect(page).not.toMatch(/<script|\son\w+=|style=/);
    const first = proxyWords({ ...asked, realm: '', isRefused: false, isKept: false }, language, words).texts;
    expect([first['realm'], first['realmLabel'], first['refused']]).toEqual(['', '', '']);
    expect(first['kept']).toBe(words.proxy.notKept);
  },
);
