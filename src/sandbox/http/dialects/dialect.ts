import type { Operation } from '../../../shared/api.ts';
import type { Awaitable } from '../../awaitable.ts';
import type { Answer, ServiceRequest } from '../exchange.ts';

// A dialect is another form of what the service answers, spoken wherever the service shows that noun. It never changes what is carried out.

export type Fields = Readonly<Record<string, unknown>>;

export type Noun =
  | 'users'
  | 'components'
  | 'audits'
  | 'work-packages'
  | 'clients'
  | 'legal-entities'
  | 'roles'
  | 'lists'
  | 'errors';

/** What a dialect may know of an answer. */
export interface About {
  readonly operation: Operation | null;
  readonly request: ServiceRequest;
  /** By the service's clock. */
  readonly now: number;
  /** The answer to a reading, as specified. It counts against no limit. */
  readonly look: (path: string, query?: string) => Awaitable<Answer>;
  /** The country of a component audit, which no answer shows as specified. */
  readonly countryOf: (id: string) => Awaitable<string | null>;
  /** What `look` gives, in the dialects that are spoken. */
  readonly said: (path: string) => Promise<Answer>;
}

/** How an object is shown. What it does not know it leaves as it is. */
export type Show = (object: Fields, about: About) => Awaitable<unknown>;

export interface List {
  readonly entries: readonly unknown[];
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  /** Whether it is a plain array, and what else its envelope has. */
  readonly isBare?: boolean;
  readonly more?: Fields;
}

/** What it changes: some of these. */
export interface Form {
  /** Of two dialects of a noun with one facet, only one can be spoken. */
  readonly facet: string;
  /** One plain sentence. */
  readonly says: string;
  /** The other noun that it is shown of, too. */
  readonly also?: Noun;
  readonly show?: Show;
  /** An entry at its place in the whole list. */
  readonly entry?: (entry: unknown, place: number) => unknown;
  /** What is looked up in place of the query of a list, or a refusal. */
  readonly asks?: (query: URLSearchParams) => URLSearchParams | Answer;
  /** The whole list is answered, whatever page is asked for. */
  readonly isWhole?: true;
  /** All entries that are answered, before each is shown. */
  readonly entries?: (entries: readonly unknown[]) => readonly unknown[];
  /** In place of a refusal of a page that is not there. Gets the last page. */
  readonly beyond?: (last: List) => List | Answer;
  readonly link?: (link: string) => string;
  readonly wrap?: (list: List) => unknown;
  /** The answer to a creation or change that was carried out. */
  readonly wrote?: (answer: Answer, about: About) => Awaitable<Answer>;
  readonly refuses?: (answer: Answer, about: About) => Answer;
  /** Any answer. */
  readonly leaves?: (answer: Answer, about: About) => Answer;
}

export interface Dialect extends Form {
  readonly name: string;
  readonly noun: Noun;
}

/** The dialects of a noun, by the rest of their names. */
export function dialectsOf(noun: Noun, forms: Readonly<Record<string, Form>>): readonly Dialect[] {
  return Object.entries(forms).map(([rest, form]) => ({ name: `${noun}-${rest}`, noun, ...form }));
}

/** Puts fields in place of one, if the object has it. */
export function replace(
  key: string,
  by: (value: unknown, object: Fields) => Fields,
): (object: Fields) => Fields {
  return (object) =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) =>
        name === key ? Object.entries(by(value, object)) : [[name, value] as const],
      ),
    );
}

export function change(key: string, by: (value: unknown) => unknown): (object: Fields) => Fields {
  return replace(key, (value) => ({ [key]: by(value) }));
}

export function without(key: string): (object: Fields) => Fields {
  return replace(key, () => ({}));
}

export function chain(...shows: readonly ((object: Fields) => Fields)[]): (object: Fields) => Fields {
  return (object) => shows.reduce((shown, show) => show(shown), object);
}

/** Changes texts, and leaves all else. */
export function onText(by: (text: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? by(value) : value);
}

export function onList(by: (entries: readonly unknown[]) => unknown): (value: unknown) => unknown {
  return (value) => (Array.isArray(value) ? by(value) : value);
}

export const asIds = onList((ids) => ids.map((id) => ({ id })));
export const upper = onText((text) => text.toUpperCase());
export const lower = onText((text) => text.toLowerCase());

/** `inter_office` as a person reads it. */
export function label(code: string): string {
  const words = code.replace(/^audit_/, '').replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const asValueAndLabel = onText((value) => ({ value, label: label(value) }));

/** Other spellings of a text that a person wrote. */
export const spellings = {
  escaped: onText((text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ),
  folded: onText((text) => text.replaceAll(/\s+/gu, ' ').trim()),
  otherForm: onText((text) => text.normalize(text.normalize('NFC') === text ? 'NFD' : 'NFC')),
} as const;

const threeLetters = new Map(
  'AT:AUT BE:BEL CA:CAN CH:CHE CZ:CZE DE:DEU DK:DNK ES:ESP FI:FIN FR:FRA GB:GBR GR:GRC HU:HUN IE:IRL IT:ITA JP:JPN LU:LUX NL:NLD NO:NOR PL:POL PT:PRT RO:ROU SE:SWE US:USA'
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);

/** Other forms of a country code. */
const countries = {
  lower: { facet: 'country', says: 'Country codes are in small letters.', by: lower },
  name: {
    facet: 'country',
    says: 'Countries are shown by their English names.',
    by: onText((code) => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code),
  },
  three: {
    facet: 'country',
    says: 'Country codes of the commonest countries have three letters.',
    by: onText((code) => threeLetters.get(code) ?? code),
  },
} as const;

/** The dialects of countries, shown one way or another. */
export function countryForms(
  show: (by: (country: unknown) => unknown) => Show,
): Readonly<Record<string, Form>> {
  return Object.fromEntries(
    Object.entries(countries).map(([name, { facet, says, by }]) => [
      `country-${name}`,
      { facet, says, show: show(by) },
    ]),
  );
}

export function cut(letters: number): (value: unknown) => unknown {
  return onText((text) => Array.from(text).slice(0, letters).join(''));
}

/** A number that is always the same for a text. */
export function numberOf(text: string): number {
  let sum = 7;
  for (const letter of text.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991;
  return sum + 1;
}

/** The answer of a write, in another form. */
export const writes = {
  bare: ({ status }: Answer): Answer => ({ status, headers: {}, body: '' }),
  idOnly: (answer: Answer): Answer => {
    const { id } = JSON.parse(answer.body) as Fields; // an object that was created or changed
    return { ...answer, body: JSON.stringify({ id }) };
  },
} as const;

/** The address of the audit that a request goes to, or below. */
export function auditPath({ request: { path } }: About): string {
  return `${path.split('/').slice(0, 5).join('/')}/`;
}
