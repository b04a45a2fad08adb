import { describe, expect, it } from 'vitest';
import type { Answered } from '../app.ts';
import type { Variants } from '../fixture/fixture.ts';
import { type Answer, json } from '../http/exchange.ts';
import { answerFault } from './answer-check.ts';

// The check of the whole run must be able to fail: answers that were tampered with.

const variants: Variants = {
  rejected_requests_count: false,
  windows: 'sliding',
  duplicate_id_status: 409,
  state_conflict_status: 409,
  bare_lists: false,
  extra_fields: false,
};
const assignment = { id: 'anna@firm.example', role: 'audit_auditor', name: 'Anna' };
const page = { count: 1, next: null, previous: null, results: [assignment] };
const challenge = { 'WWW-Authenticate': 'Bearer' };

function told(
  asked: string,
  answer: Answer,
  { body = '', decided = {} }: { readonly body?: string; readonly decided?: Partial<Variants> } = {},
): Answered {
  const [method = '', path = ''] = asked.split(' ');
  const request = {
    method,
    path: `/api/v1${path}`,
    query: '',
    origin: 'http://127.0.0.1',
    header: () => undefined,
    body: new TextEncoder().encode(body),
  };
  return { request, answer, variants: { ...variants, ...decided } };
}

const list = 'GET /audits/a%2Fb/users/';
const assign = 'POST /audits/a/users/';
const asked = JSON.stringify({ id: 'anna@firm.example', role: 'audit_auditor' });

describe('what the document says', () => {
  it.each([
    ['a page', told(list, json(200, page))],
    ['no body', told('DELETE /audits/a/', { status: 204, headers: {}, body: '' })],
    ['a challenge', told(list, json(401, { detail: 'Invalid token.' }, challenge))],
    ['a wait', told(list, json(429, { detail: 'Wait.' }, { 'Retry-After': '7' }))],
    ['an unknown path', told('GET /nothing/', json(404, { detail: 'Not found.' }))],
    ['a method', told('PUT /audits/', json(405, { detail: 'No.' }, { Allow: 'GET, POST' }))],
    ['nested faults', told(assign, json(400, { id: { 1: ['Not a valid string.'] } }))],
    ['a creation', told(assign, json(201, assignment), { body: asked })],
  ])('%s', (_, answered) => {
    expect(answerFault(answered)).toBeNull();
  });
});

describe('what it does not', () => {
  it.each([
    ['a field less', told(list, json(200, { ...page, results: [{ id: 'a@b', role: 'x' }] })), 'name'],
    ['a field more', told(list, json(200, { ...page, more: 1 })), 'additional'],
    ['another type', told(list, json(200, { ...page, count: '1' })), 'integer'],
    ['another status', told(list, json(418, { detail: 'Tea.' })), 'not documented'],
    ['a bug', told(list, json(500, { detail: 'Internal server error.' })), 'not documented'],
    ['no challenge', told(list, json(401, { detail: 'Invalid token.' })), 'WWW-Authenticate is missing'],
    ['a wait of nothing', told(list, json(429, { detail: 'Wait.' }, { 'Retry-After': '0' })), 'Retry-After'],
    ['a wait of halves', told(list, json(429, { detail: 'Wait.' }, { 'Retry-After': '1.5' })), 'Retry-After'],
    ['another header', told(list, json(200, page, { 'X-Powered-By': 'us' })), 'X-Powered-By'],
    ['text', told(list, { status: 200, headers: { 'Content-Type': 'text/html' }, body: '{}' }), 'no JSON'],
    ['broken JSON', told(list, { ...json(200, page), body: '{' }), 'no JSON'],
    ['a body for 204', told('DELETE /audits/a/', json(204, {})), 'none is documented'],
    ['another 404', told(list, json(404, { detail: 'User not found.' })), 'allowed values'],
    ['a fault of no field', told(assign, json(400, { colour: ['Red.'] })), 'additional'],
    ['an answer for an unknown path', told('GET /nothing/', json(200, {})), 'not documented'],
    ['a method that there is not', told('PUT /audits/', json(200, {})), 'not documented'],
    ['a creation without a role', told(assign, json(201, assignment), { body: '{"id":"a@b"}' }), 'role'],
  ])('%s', (_, answered, reason) => {
    expect(answerFault(answered)).toContain(reason);
  });
  it('operation, status and path are told', () => {
    expect(answerFault(told(list, json(418, {})))).toMatch(
      /^users\.list 418 GET \/api\/v1\/audits\/a%2Fb\/users\//,
    );
  });
});

describe('a variant excuses what it makes otherwise, and no more', () => {
  it.each([
    ['extra_fields', { extra_fields: true }, json(200, { ...page, more: 1 })],
    ['bare_lists', { bare_lists: true }, json(200, [assignment])],
    ['duplicate_id_status', { duplicate_id_status: 400 }, json(400, { id: ['Exists.'] })],
    ['state_conflict_status', { state_conflict_status: 400 }, json(400, { non_field_errors: ['No.'] })],
  ] as const)('%s', (_, decided, answer) => {
    expect(answerFault(told(list, answer, { decided }))).toBeNull();
    expect(answerFault(told(list, answer))).not.toBeNull();
    expect(answerFault(told(list, json(418, {}), { decided }))).not.toBeNull();
    expect(answerFault(told(list, json(401, { detail: 'No.' }), { decided }))).not.toBeNull();
  });
});
