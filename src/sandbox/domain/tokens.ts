import { challenge } from '../http/auth.ts';
import { decoded, tooLarge, typeRefusal } from '../http/body.ts';
import { type Answer, because, fieldsOf, json, jsonText } from '../http/exchange.ts';
import { exactly, said } from '../http/json-schema.ts';
import { withExtraField } from '../http/result.ts';
import { newToken, opens, tokenHash } from '../http/secret.ts';
import type { FactsOf } from './operation.ts';

const validity = 3_600; // seconds (specification, "Limits")

const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
const invalidRequest = because(refused(400, 'invalid_request'), 'token-request');
const unsupportedGrantType = because(refused(400, 'unsupported_grant_type'), 'grant-type');
const invalidClient = because(refused(401, 'invalid_client', challenge), 'wrong-secret');

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
    handle: async (request, now, { database, reference }, admit) => {
      const anonymous = (answer: Answer) => ({ answer, clientId: null });
      const wrong = typeRefusal(request, 'application/x-www-form-urlencoded');
      if (wrong !== null) return anonymous(wrong);
      if (request.body === 'too-large') return anonymous(tooLarge);
      const form = fieldsOf(decoded(request.body) ?? '');
      const [grantType, clientId] = [only(form, 'grant_type'), only(form, 'client_id')];
      const secret = only(form, 'client_secret');
      if (grantType === null || clientId === null || secret === null) return anonymous(invalidRequest);
      if (grantType !== 'client_credentials') return anonymous(unsupportedGrantType);
      const refusal = await admit(clientId);
      if (refusal !== null) return { answer: refusal, clientId };
      const token = newToken();
      const isIssued = await database.write('tokens', async ({ accounts }) => {
        const account = await accounts.account(clientId);
        if (!opens(secret, account) || account === undefined) return false;
        await accounts.removeExpiredTokens(now);
        const row = { hash: tokenHash(token), account: account.seq, expires_at: now + validity * 1_000 };
        await accounts.insertToken(row);
        return true;
      });
      if (!isIssued) return { answer: invalidClient, clientId };
      const issued = { access_token: token, expires_in: validity, token_type: 'Bearer', scope: 'read write' };
      const body = withExtraField(JSON.stringify(issued), reference.variants);
      return { answer: jsonText(200, body, uncached), clientId };
    },
  },
} satisfies FactsOf<'tokens'>;

/** The value of a field that is in the form once and is not empty. */
function only(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

function refused(status: 400 | 401, error: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { error }, { ...uncached, ...headers });
}
