import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { speech } from '../../../renderer/messages/language.ts';
import english from '../../../words/en-us/screens/inspection.json';
import italian from '../../../words/it/screens/inspection.json';
import { fill } from '../../../words/language.ts';
import dutch from '../../../words/nl/screens/inspection.json';
import { differenceKinds, valueTypes } from '../../inspection.ts';
import type { Evidence } from '../../operations/inspection.ts';
import { type DifferenceWords, sentenceOf } from './inspection.ts';

const languages = { 'en-us': english, nl: dutch, it: italian };
const instance = createInstance();
await instance.init(
  speech({
    resources: Object.fromEntries(
      Object.entries(languages).map(([language, inspection]) => [language, { inspection }]),
    ),
  }),
);

/** The words as the report fills them in, and as the screen does. */
function ways(language: keyof typeof languages): readonly (readonly [string, DifferenceWords])[] {
  const { differences, types } = languages[language];
  const t = instance.getFixedT(language, 'inspection');
  return [
    [
      'the report',
      { difference: (kind, values) => fill(differences[kind], values), type: (type) => types[type] },
    ],
    [
      'the screen',
      {
        difference: (kind, values) => t(`differences.${kind}`, values),
        type: (type) => t(`types.${type}`),
      },
    ],
  ];
}

type Row = readonly [Evidence, ...sentences: readonly [english: string, dutch: string, italian: string]];

const kinds: readonly Row[] = [
  [
    { kind: 'instead', place: ['expires_in'], found: 600, wanted: 3_600 },
    'expires_in: 600 instead of 3600',
    'expires_in: 600 in plaats van 3600',
    'expires_in: 600 invece di 3600',
  ],
  [
    { kind: 'tooFew', place: ['audits/', 'count'], found: 90, wanted: 101 },
    'audits/: count: 90 instead of 101 at least',
    'audits/: count: 90 in plaats van ten minste 101',
    'audits/: count: 90 invece di almeno 101',
  ],
  [
    { kind: 'missing', place: ['clients/', 'count'] },
    'clients/: count: missing',
    'clients/: count: ontbreekt',
    'clients/: count: manca',
  ],
  [
    { kind: 'unspecified', place: ['prices', { type: 'key' }] },
    'prices: a key that is not shown: not in the specification',
    'prices: een sleutel die niet wordt getoond: staat niet in de specificatie',
    'prices: una chiave non mostrata: non è nella specifica',
  ],
  [
    { kind: 'unspecified', place: ['surprise'] },
    'surprise: not in the specification',
    'surprise: staat niet in de specificatie',
    'surprise: non è nella specifica',
  ],
  [
    { kind: 'unexpected', place: ['status'], found: 'draft' },
    'status: "draft" is not expected',
    'status: "draft" wordt niet verwacht',
    'status: "draft" non è previsto',
  ],
  [
    { kind: 'otherWords', place: ['detail'] },
    'detail: other words',
    'detail: andere woorden',
    'detail: altre parole',
  ],
  [
    { kind: 'notAbsolute', place: ['next'] },
    'next: not absolute',
    'next: niet absoluut',
    'next: non assoluto',
  ],
  [
    { kind: 'otherPath', place: ['next'] },
    'next: another path',
    'next: een ander pad',
    'next: un altro percorso',
  ],
  [
    { kind: 'otherHost', place: ['next'] },
    'next: another host than the address of the connection',
    'next: een andere host dan het adres van de verbinding',
    'next: un altro host rispetto all’indirizzo della connessione',
  ],
  [
    { kind: 'notGrowing', place: ['created_at'] },
    'created_at: does not grow',
    'created_at: loopt niet op',
    'created_at: non cresce',
  ],
];

const found = (type: (typeof valueTypes)[number]): Evidence => ({
  kind: 'instead',
  place: [],
  found: { type },
  wanted: 404,
});

const types: readonly Row[] = [
  [found('nothing'), 'nothing instead of 404', 'niets in plaats van 404', 'nulla invece di 404'],
  [found('notJson'), 'no JSON instead of 404', 'geen JSON in plaats van 404', 'nessun JSON invece di 404'],
  [found('null'), 'null instead of 404', 'null in plaats van 404', 'null invece di 404'],
  [found('text'), 'a text instead of 404', 'een tekst in plaats van 404', 'un testo invece di 404'],
  [
    found('untold'),
    'a text that is not shown instead of 404',
    'een tekst die niet wordt getoond in plaats van 404',
    'un testo non mostrato invece di 404',
  ],
  [
    found('key'),
    'a key that is not shown instead of 404',
    'een sleutel die niet wordt getoond in plaats van 404',
    'una chiave non mostrata invece di 404',
  ],
  [
    found('textOrNull'),
    'a text or null instead of 404',
    'een tekst of null in plaats van 404',
    'un testo o null invece di 404',
  ],
  [
    found('texts'),
    'a list of texts instead of 404',
    'een lijst van teksten in plaats van 404',
    'un elenco di testi invece di 404',
  ],
  [found('date'), 'a date instead of 404', 'een datum in plaats van 404', 'una data invece di 404'],
  [found('number'), 'a number instead of 404', 'een getal in plaats van 404', 'un numero invece di 404'],
  [
    found('boolean'),
    'a boolean instead of 404',
    'een boolean in plaats van 404',
    'un booleano invece di 404',
  ],
  [found('object'), 'an object instead of 404', 'een object in plaats van 404', 'un oggetto invece di 404'],
  [
    found('objectOrNull'),
    'an object or null instead of 404',
    'een object of null in plaats van 404',
    'un oggetto o null invece di 404',
  ],
  [found('list'), 'a list instead of 404', 'een lijst in plaats van 404', 'un elenco invece di 404'],
  [
    found('listOrNull'),
    'a list or null instead of 404',
    'een lijst of null in plaats van 404',
    'un elenco o null invece di 404',
  ],
  [
    found('envelope'),
    'an envelope instead of 404',
    'een omhulsel in plaats van 404',
    'una busta invece di 404',
  ],
  [
    found('redirect'),
    'a redirect instead of 404',
    'een omleiding in plaats van 404',
    'un reindirizzamento invece di 404',
  ],
  [
    found('unlimited'),
    'no limit instead of 404',
    'geen limiet in plaats van 404',
    'nessun limite invece di 404',
  ],
];

// What a service may call its fields and write in them: nothing of it is read as words of ours.
const foreign: readonly Row[] = [
  [
    { kind: 'unspecified', place: ['{{count}}'] },
    '"{{count}}": not in the specification',
    '"{{count}}": staat niet in de specificatie',
    '"{{count}}": non è nella specifica',
  ],
  [
    { kind: 'instead', place: ['{{wanted}}'], found: '{{wanted}} $t(title) $& $1', wanted: '{{found}}' },
    '"{{wanted}}": "{{wanted}} $t(title) $& $1" instead of "{{found}}"',
    '"{{wanted}}": "{{wanted}} $t(title) $& $1" in plaats van "{{found}}"',
    '"{{wanted}}": "{{wanted}} $t(title) $& $1" invece di "{{found}}"',
  ],
  [
    { kind: 'unexpected', place: ['settings', 'a: b'], found: 'two\nlines' },
    'settings: "a: b": "two\\nlines" is not expected',
    'settings: "a: b": "two\\nlines" wordt niet verwacht',
    'settings: "a: b": "two\\nlines" non è previsto',
  ],
  [
    { kind: 'unexpected', place: ['na\u{202e}me'], found: 'a\u{2028}b\u{feff}' },
    '"na\\u{202e}me": "a\\u{2028}b\\u{feff}" is not expected',
    '"na\\u{202e}me": "a\\u{2028}b\\u{feff}" wordt niet verwacht',
    '"na\\u{202e}me": "a\\u{2028}b\\u{feff}" non è previsto',
  ],
  [
    { kind: 'missing', place: ['größe', ''] },
    'größe: "": missing',
    'größe: "": ontbreekt',
    'größe: "": manca',
  ],
  [
    { kind: 'instead', place: ['page_size=2', 'audits/…/component-audits/'], found: '1', wanted: true },
    'page_size=2: audits/…/component-audits/: "1" instead of true',
    'page_size=2: audits/…/component-audits/: "1" in plaats van true',
    'page_size=2: audits/…/component-audits/: "1" invece di true',
  ],
];

describe.each([
  ['en-us', 0],
  ['nl', 1],
  ['it', 2],
] as const)('what differs, in %s', (language, column) => {
  describe.each(ways(language))('as %s says it', (_, words) => {
    test.each([...kinds, ...types, ...foreign])('%j', (evidence, ...sentences) => {
      expect(sentenceOf(evidence, words)).toBe(sentences[column]);
    });
  });
});

test('each kind and each type has its sentence above', () => {
  expect([...new Set(kinds.map(([{ kind }]) => kind))]).toEqual(differenceKinds);
  expect(types.map(([{ found: value }]) => value)).toEqual(valueTypes.map((type) => ({ type })));
});
