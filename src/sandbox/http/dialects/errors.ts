import type { Answer } from '../exchange.ts';
import { json } from '../exchange.ts';
import { isDictionary } from '../fields.ts';
import { dialectsOf, type Form } from './dialect.ts';
import { fieldsIn } from './list.ts';

interface Message {
  readonly field: string | null;
  readonly text: string;
}

/** All messages of a refusal, as specified. */
function messagesOf(value: unknown, field: string | null = null): readonly Message[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => messagesOf(one, field));
  if (!isDictionary(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    messagesOf(
      one,
      key === 'detail' || key === 'non_field_errors' ? field : field === null ? key : `${field}.${key}`,
    ),
  );
}

const withBody = (answer: Answer, body: unknown): Answer => ({ ...answer, body: JSON.stringify(body) });
const asText = (answer: Answer, type: string, by: (text: string) => string): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Type': type },
  body: by(
    messagesOf(fieldsIn(answer))
      .map(({ field, text }) => (field === null ? text : `${field}: ${text}`))
      .join('\n'),
  ),
});

const duplicate =
  (body: unknown): NonNullable<Form['refuses']> =>
  (answer) =>
    answer.why?.()[0]?.rule === 'id-taken' ? { ...withBody(answer, body), status: 400 } : answer;

const waited = (by: (seconds: string, now: number) => string | null): NonNullable<Form['refuses']> => {
  return (answer, { now }) => {
    const { 'Retry-After': seconds, ...headers } = answer.headers;
    if (seconds === undefined) return answer;
    const value = by(seconds, now);
    return { ...answer, headers: value === null ? headers : { ...headers, 'Retry-After': value } };
  };
};
const dateAfter = (seconds: string, now: number) => new Date(now + Number(seconds) * 1_000).toUTCString();
const aDay = 86_400_000; // milliseconds

export const errors = dialectsOf('errors', {
  'after-creation': {
    facet: 'repeated',
    says: 'A creation with an id is carried out and answered with `409`, as if a proxy had sent it twice.',
    wrote: (answer, { operation, request }) =>
      request.method === 'POST' && operation !== 'components.create'
        ? json(409, { detail: 'An object with this id already exists.' })
        : answer,
  },
  'duplicate-unique': {
    facet: 'duplicate',
    says: 'A duplicate id is `400`: `{"id": ["This field must be unique."]}`.',
    refuses: duplicate({ id: ['This field must be unique.'] }),
  },
  'duplicate-set': {
    facet: 'duplicate',
    says: 'A duplicate id is `400` under `non_field_errors`.',
    refuses: duplicate({ non_field_errors: ['The fields organisation, id must make a unique set.'] }),
  },
  'duplicate-detail': {
    facet: 'duplicate',
    says: 'A duplicate id is `400` under `detail`.',
    refuses: duplicate({ detail: 'An object with this identifier has been registered before.' }),
  },
  'duplicate-external': {
    facet: 'duplicate',
    says: 'A duplicate id is `400` under `external_id`.',
    refuses: duplicate({ external_id: ['audit with this external id already exists.'] }),
  },
  'duplicate-code': {
    facet: 'duplicate',
    says: 'A duplicate id is `400`: `{"id": [{"code": "unique", "message"}]}`.',
    refuses: duplicate({ id: [{ code: 'unique', message: 'Id is al in gebruik.' }] }),
  },
  list: {
    facet: 'body',
    says: 'Errors are `{"errors": [{"code", "detail", "attr"}]}`.',
    refuses: (answer) =>
      withBody(answer, {
        errors: messagesOf(fieldsIn(answer)).map(({ field, text }) => ({
          code: field === null ? 'error' : 'invalid',
          detail: text,
          attr: field,
        })),
      }),
  },
  message: {
    facet: 'body',
    says: 'Errors are `{"message"}`.',
    refuses: (answer) =>
      withBody(answer, {
        message: messagesOf(fieldsIn(answer))
          .map(({ text }) => text)
          .join(' '),
      }),
  },
  text: {
    facet: 'body',
    says: 'Errors are plain text.',
    refuses: (answer) => asText(answer, 'text/plain; charset=utf-8', (text) => text),
  },
  html: {
    facet: 'body',
    says: 'Errors are a page of HTML.',
    refuses: (answer) =>
      asText(
        answer,
        'text/html; charset=utf-8',
        (text) => `<!doctype html><h1>${String(answer.status)}</h1><p>${text}</p>`,
      ),
  },
  'retry-date': {
    facet: 'retry',
    says: '`Retry-After` is a date.',
    refuses: waited(dateAfter),
  },
  'retry-twice': {
    facet: 'retry',
    says: '`Retry-After` has two values.',
    refuses: waited((seconds) => `${seconds}, ${seconds}`),
  },
  'retry-absent': { facet: 'retry', says: '`Retry-After` is absent.', refuses: waited(() => null) },
  'retry-wrong-clock': {
    facet: 'retry',
    says: 'The clock of the service is a day ahead: `Date`, and `Retry-After` as a date.',
    refuses: waited((seconds, now) => dateAfter(seconds, now + aDay)),
    leaves: (answer, { now }) => ({
      ...answer,
      headers: { ...answer.headers, Date: new Date(now + aDay).toUTCString() },
    }),
  },
});
