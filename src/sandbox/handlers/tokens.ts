import { challenge } from '../auth.ts';
import { decoded, hasMediaType, tooLarge, unsupported } from '../body.ts';
import { type Answer, fieldsOf, json, jsonText } from '../exchange.ts';
import type { TokenHandler } from '../handler.ts';
import { withExtraField } from '../result.ts';
import { newToken, opens, tokenHash } from '../secret.ts';

/** Validity of a token in seconds (specification, "Limits"). */
const validity = 3_600;

const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
const invalidRequest = refused(400, 'invalid_request');
const unsupportedGrantType = refused(400, 'unsupported_grant_type');
const invalidClient = refused(401, 'invalid_client', challenge);

/** Issues a token; errors in the form of RFC 6749 (decisions.md §2, §11.1). */
export const issueToken: TokenHandler = (request, now, { store, reference }, admit) => {
  const anonymous = (answer: Answer) => ({ answer, clientId: null });
  if (!hasMediaType(request, 'application/x-www-form-urlencoded')) return anonymous(unsupported(request));
  if (request.body === 'too-large') return anonymous(tooLarge);
  const form = fieldsOf(decoded(request.body) ?? '');
  const [grantType, clientId, secret] = [
    only(form, 'grant_type'),
    only(form, 'client_id'),
    only(form, 'client_secret'),
  ];
  if (grantType === null || clientId === null || secret === null) return anonymous(invalidRequest);
  if (grantType !== 'client_credentials') return anonymous(unsupportedGrantType);
  const refusal = admit(clientId);
  if (refusal !== null) return { answer: refusal, clientId };
  const account = store.accounts.account({ clientId });
  const sealed = account === undefined ? undefined : { salt: account.salt, hash: account.secret_hash };
  if (!opens(secret, sealed) || account === undefined) return { answer: invalidClient, clientId };
  const token = newToken();
  store.transaction(() => {
    store.accounts.removeExpiredTokens({ now });
    store.accounts.insertToken({
      hash: tokenHash(token),
      account: account.seq,
      expiresAt: now + validity * 1_000,
    });
  });
  const issued = { access_token: token, expires_in: validity, token_type: 'Bearer', scope: 'read write' };
  const body = withExtraField(JSON.stringify(issued), reference.variants);
  return { answer: jsonText(200, body, uncached), clientId };
};

/** The value of a field that stands in the form exactly once and is not empty. */
function only(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

function refused(status: 400 | 401, error: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(status, { error }, { ...uncached, ...headers });
}
