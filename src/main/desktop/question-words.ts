import type { Connection } from '../../shared/model/connection.ts';
import type { SignInWords } from '../../shared/sign-in.ts';
import type english from '../../words/en-us/desktop.json';
import { fill } from '../../words/language.ts';
import type { Question } from '../connections/consent.ts';
import type { AskedWords, ChoiceWords } from './ask.ts';
import type { OwnCertificate } from './client-certificate.ts';

// What the app asks a person outside of any page.

export type QuestionTexts = (typeof english)['questions'];

type Guard = Pick<Connection, 'kind' | 'access'>;

export function questionWords(question: Question, words: QuestionTexts): AskedWords {
  const { message, why, yes } = words[question.kind];
  return { message, detail: [...factsOf(question, words), '', why].join('\n'), yes, no: words.no };
}

/** The question which certificate of a person's a service is shown, with an answer for each, and one more where there are others. */
export function certificateWords(
  url: string,
  certificates: readonly OwnCertificate[],
  hasOthers: boolean,
  { certificate, address }: QuestionTexts,
): ChoiceWords {
  const { message, why, issuedBy, until, send, others, none } = certificate;
  const lines = certificates.map(({ subjectName, issuerName, validExpiry }, at) => {
    const end = new Date(validExpiry * 1_000);
    const named = `${at + 1}. ${plain(subjectName)} · ${issuedBy} ${plain(issuerName)}`;
    return Number.isNaN(end.getTime()) ? named : `${named} · ${until} ${end.toISOString().slice(0, 10)}`;
  });
  return {
    message,
    detail: [`${address}: ${addressWords(url)}`, '', ...lines, '', why].join('\n'),
    answers: [...certificates.map((_, at) => fill(send, { number: at + 1 })), ...(hasOthers ? [others] : [])],
    no: none,
  };
}

function factsOf(question: Question, labels: QuestionTexts): readonly string[] {
  const { kinds, accesses } = labels;
  const guardWords = ({ kind, access }: Guard): string => `${kinds[kind]}, ${accesses[access]}`;
  if (question.kind === 'put-back')
    return [`${labels.copy}: ${question.at.slice(0, 16).replace('T', ' ')} UTC`];
  if (question.kind === 'background-share')
    return [
      `${labels.now}: ${Math.round(question.from * 100)} %`,
      `${labels.afterwards}: ${Math.round(question.to * 100)} %`,
    ];
  const account = (clientId: string): string => `${labels.clientId}: ${plain(clientId)}`;
  const address = `${labels.address}: ${addressWords(question.baseUrl)}`;
  const named = (name: string): string => `${labels.connection}: ${plain(name)}`;
  switch (question.kind) {
    case 'new-address':
      return [address, account(question.clientId), `${named(question.name)} (${guardWords(question.guard)})`];
    case 'less-guarded':
      return [
        named(question.name),
        address,
        `${labels.now}: ${guardWords(question.from)}`,
        `${labels.afterwards}: ${guardWords(question.to)}`,
      ];
    case 'production-writes':
      return [named(question.name), address, account(question.clientId)];
    case 'unbound-secret':
      return [address, account(question.clientId)];
  }
}

/** As it is asked for in the network: a name that only looks like another one is spelled out (`xn--…`). */
function addressWords(baseUrl: string): string {
  return (URL.parse(baseUrl)?.href ?? plain(baseUrl)).replace(/\/$/, '');
}

/** On one line, without what turns the order of letters: a name is no place to write a question of one's own. */
function plain(text: string): string {
  return `“${onOneLine(text)}”`;
}

export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}“”]/gu, ' ').slice(0, 100);
}

/** What a person is asked: by which proxy, whether it has refused what it was given, and whether the answer can be kept. */
export interface ProxyQuestion {
  readonly proxy: string;
  readonly realm: string;
  readonly isRefused: boolean;
  readonly isKept: boolean;
}

/** The page of that question. */
export function proxyWords(
  { proxy, realm, isRefused, isKept }: ProxyQuestion,
  language: string,
  words: QuestionTexts,
): SignInWords {
  const { refused, kept, notKept, ...texts } = words.proxy;
  return {
    language,
    texts: {
      ...texts,
      proxy,
      realm,
      realmLabel: realm === '' ? '' : texts.realmLabel,
      cancel: words.no,
      refused: isRefused ? refused : '',
      kept: isKept ? kept : notKept,
    },
  };
}
