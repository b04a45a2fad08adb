import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { languages } from '../../words/languages.ts';
import type { ChoiceWords } from './ask.ts';
import { type CertificateChoices, type OwnCertificate, watchCertificates } from './client-certificate.ts';
import { certificateWords } from './question-words.ts';
import { desktopWords } from './words.ts';

const url = 'https://audits.example:8443/';

function own(number: number): OwnCertificate {
  return {
    subjectName: `Anna ${number}`,
    issuerName: 'Noord CA',
    serialNumber: `${number}`,
    validExpiry: Date.UTC(2027, 4, 1) / 1_000,
  };
}

function open(answers: readonly (number | null)[]) {
  const app = new EventEmitter();
  const asked: ChoiceWords[] = [];
  const left = [...answers];
  const choices: CertificateChoices = new Map();
  watchCertificates(app, {
    choices,
    words: (at, shown, hasOthers) => certificateWords(at, shown, hasOthers, desktopWords('en-us').questions),
    ask: async (words) => {
      asked.push(words);
      const answer = left.shift();
      if (answer === undefined) throw new Error('no display');
      return answer;
    },
  });
  const offer = (count: number) => {
    let prevented = false;
    const sent = new Promise<string | null>((resolve) => {
      app.emit(
        'select-client-certificate',
        { preventDefault: () => (prevented = true) },
        null,
        url,
        Array.from({ length: count }, (_, at) => own(at + 1)),
        (certificate?: OwnCertificate) => resolve(certificate?.serialNumber ?? null),
      );
    });
    expect(prevented).toBe(true);
    return sent;
  };
  return { asked, offer, choices };
}

test.each([
  ['the one that is chosen', 1, [0], '1'],
  ['the second of three', 3, [1], '2'],
  ['none, where a person says so', 3, [null], null],
  ['none, where nobody can be asked', 3, [], null],
  ['one behind the first four', 6, [4, 1], '6'],
  ['one of the first four, looked at again', 6, [4, 2, 0], '1'],
  ['none, after the others', 6, [4, null], null],
])('security 49: what a service learns of this person: %s', async (_, count, answers, expected) => {
  const { offer, asked } = open(answers);
  expect(await offer(count)).toBe(expected);
  expect(asked).toHaveLength(Math.max(1, answers.length));
});

test('security 49: a service is asked about once, by however many connections, and anew once it has refused', async () => {
  const { offer, asked, choices } = open([0, null]);
  expect(await Promise.all([offer(2), offer(2)])).toEqual(['1', '1']);
  expect(await offer(2)).toBe('1');
  expect(asked).toHaveLength(1);
  choices.clear();
  expect(await offer(2)).toBeNull();
  expect(asked).toHaveLength(2);
});

test.each(languages.map(({ id }) => id))(
  'security 49: in %s the question names the service and each certificate, and has an answer for each',
  (language) => {
    const { message, detail, answers, no } = certificateWords(
      url,
      [own(1), own(2)],
      true,
      desktopWords(language).questions,
    );
    expect(detail).toContain(': https://audits.example:8443\n');
    expect(detail).toMatch(/^1\. “Anna 1” · .*“Noord CA” · .*2027-05-01$/m);
    expect(detail).toMatch(/^2\. “Anna 2”/m);
    expect(new Set([message, ...answers, no]).size).toBe(5);
    expect(certificateWords(url, [own(1)], false, desktopWords(language).questions).answers).toHaveLength(1);
  },
);

test('security 49: a name in a certificate is no place to write a question of one’s own', () => {
  const forged = { ...own(1), subjectName: 'Anna\n\nAddress: https://else.example', validExpiry: Number.NaN };
  const { detail } = certificateWords(url, [forged], false, desktopWords('en-us').questions);
  expect(detail.split('\n').filter((line) => line.startsWith('Address'))).toHaveLength(1);
  expect(detail).toContain('“Anna  Address: https://else.example” · issued by “Noord CA”\n');
});
