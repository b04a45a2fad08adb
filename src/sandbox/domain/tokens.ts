import { type Awaitable, after } from '../awaitable.ts';
import type { Variants } from '../fixture/fixture.ts';
import { challenge } from '../http/auth.ts';
import { decoded, tooLarge, typeRefusal } from '../http/body.ts';
import { type Answer, because, fieldsOf, json, jsonText, type ServiceRequest } from '../http/exchange.ts';
import { exactly, said } from '../http/json-schema.ts';
import { withExtraField } from '../http/result.ts';
import { newToken, opens, tokenHash } from '../http/secret.ts';
import type { Database } from '../store/store.ts';
import type { FactsOf } from './operation.ts';

const validity = 3_600; // seconds (specification, "Limits")

const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
const noCredentials = because(
  refused(400, 'invalid_request', 'Send client_id and client_secret as form fields.'),
  'token-request',
);
const noGrantType = because(
  refused(400, 'invalid_request', 'Send grant_type=client_credentials as a form field.'),
  'token-request',
);
const unsupportedGrantType = because(
  refused(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.'),
  'grant-type',
);
const invalidClient = because(
  refused(401, 'invalid_client', 'There is no such client, or its secret is another.', challenge),
  'wrong-secret',
);

export const tokens = {
  'tokens.issue': {
    summary: 'Obtain an access token',
    text: 'The grant of OAuth 2.0 for client credentials. Keep the token until shortly before it ends; a new one does not end older ones. Counted per `client_id`.',
    success: 'The token.',
    body: {
      name: 'TokenRequest',
      schema: {
        type: 'object',
        properties: {
          grant_type: { type: 'string', const: 'client_credentials' },
          client_id: { type: 'string', minLength: 1 },
          client_secret: { type: 'string', minLength: 1, format: 'password' },
        },
        required: ['grant_type', 'client_id', 'client_secret'],
      },
      example: {
        grant_type: 'client_credentials',
        client_id: 'demo-manager',
        client_secret: 'open-to-all-demo-manager',
      },
    },
    answer: {
      name: 'AccessToken',
      schema: exactly({
        access_token: said('Opaque.', { type: 'string', minLength: 1 }),
        expires_in: said('Seconds.', { type: 'integer', const: validity }),
        token_type: { type: 'string', const: 'Bearer' },
        scope: { type: 'string', const: 'read write' },
      }),
      example: {
        access_token: 'bqXc0TMwW4zR1kGm7dYfLhV5sNuA2eJp8iOo3xQtB6E',
        expires_in: validity,
        token_type: 'Bearer',
        scope: 'read write',
      },
    },
    // Errors in the form of RFC 6749 (decisions.md §2, §11.1).
    handle: (request, now, { database, reference }, admit) => {
      const anonymous = (answer: Answer) => ({ answer, clientId: null });
      const wrong = typeRefusal(request, 'application/x-www-form-urlencoded');
      if (wrong !== null) return anonymous(wrong);
      if (request.body === 'too-large') return anonymous(tooLarge);
      const form = fieldsOf(decoded(request.body) ?? '');
      const grantType = only(form, 'grant_type');
      const inHeader = reference.variants.basic_credentials === true ? basicOf(request) : null;
      const [clientId, secret] = inHeader ?? [only(form, 'client_id'), only(form, 'client_secret')];
      if (clientId === null || secret === null) return anonymous(noCredentials);
      if (grantType === null) return anonymous(noGrantType);
      if (grantType !== 'client_credentials') return anonymous(unsupportedGrantType);
      const sent = { clientId, secret, now };
      return after(admit(clientId), (refusal) =>
        refusal === null
          ? after(issue(sent, database), (token) => ({
              answer: token === null ? invalidClient : issued(token, reference.variants),
              clientId,
            }))
          : { answer: refusal, clientId },
      );
    },
  },
} satisfies FactsOf<'tokens'>;

interface Sent {
  readonly clientId: string;
  readonly secret: string;
  readonly now: number;
}

/** Null where the client is not known, or its secret another one. */
function issue({ clientId, secret, now }: Sent, database: Database): Awaitable<string | null> {
  return database.write('tokens', ({ accounts }) =>
    after(accounts.account(clientId), (account) => {
      if (!opens(secret, account) || account === undefined) return null;
      const token = newToken();
      const row = { hash: tokenHash(token), account: account.seq, expires_at: now + validity * 1_000 };
      return after(accounts.removeExpiredTokens(now), () => after(accounts.insertToken(row), () => token));
    }),
  );
}

function issued(token: string, variants: Variants): Answer {
  const value = { access_token: token, expires_in: validity, token_type: 'Bearer', scope: 'read write' };
  return jsonText(200, withExtraField(JSON.stringify(value), variants), uncached);
}

/** The value of a field that is in the form once and is not empty. */
function only(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

/** Client id and secret as RFC 6749 §2.3.1 puts them into a header: each encoded as in a form. */
function basicOf(request: ServiceRequest): readonly [id: string, secret: string] | null {
  const [, packed] = /^Basic +(\S+) *$/i.exec(request.header('authorization') ?? '') ?? [];
  const [, id, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(packed ?? '', 'base64').toString()) ?? [];
  const form = fieldsOf(`id=${id ?? ''}&secret=${secret ?? ''}`);
  const [clientId, clientSecret] = [only(form, 'id'), only(form, 'secret')];
  return clientId === null || clientSecret === null ? null : [clientId, clientSecret];
}

function refused(
  status: 400 | 401,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return json(status, { error, error_description: description }, { ...uncached, ...headers });
}
