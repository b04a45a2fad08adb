import { expect, test } from 'vitest';
import { messagesIn } from './refusal.ts';

// What is read of a refusal in the forms of frameworks and gateways, by hand. The words of no field stand under ''.

test.each<readonly [of: string, body: unknown, read: Readonly<Record<string, readonly string[]>>]>([
  [
    'RFC 9457',
    { type: 'https://x.example/v', title: 'Not valid.', status: 400, detail: 'Too long.', instance: '/a' },
    { '': ['Too long.'] },
  ],
  [
    'RFC 9457 with a title alone',
    { type: 'about:blank', title: 'Too long.', status: 400, traceId: '00-1' },
    { '': ['Too long.'] },
  ],
  [
    'RFC 9457 with pointers',
    { title: 'Not valid.', errors: [{ detail: 'It has passed.', pointer: '#/period_end' }] },
    { '': ['Not valid.'], period_end: ['It has passed.'] },
  ],
  [
    'RFC 7807 with parameters',
    { title: 'Not valid.', 'invalid-params': [{ name: 'name', reason: 'Too long.' }] },
    { '': ['Not valid.'], name: ['Too long.'] },
  ],
  [
    'ASP.NET',
    {
      title: 'Not valid.',
      traceId: '00-1',
      errors: { LegalEntityId: ['No.'], 'Settings.use_sampling': ['Bad.'] },
    },
    { '': ['Not valid.'], legal_entity_id: ['No.'], 'settings.use_sampling': ['Bad.'] },
  ],
  [
    'JSON:API',
    {
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/name' },
          title: 'Attribute',
          detail: 'Too long.',
        },
        { source: { parameter: 'language' }, title: 'Unknown.' },
      ],
    },
    { name: ['Too long.'], language: ['Unknown.'] },
  ],
  [
    'JSON:API with its version',
    {
      errors: [{ detail: 'Too long.', source: { pointer: '/data/attributes/name' } }],
      jsonapi: { version: '1.1' },
    },
    { name: ['Too long.'] },
  ],
  [
    'Google',
    {
      error: {
        code: 400,
        message: 'Not valid.',
        details: [{ '@type': 'x', fieldViolations: [{ field: 'name', description: 'Too long.' }] }],
      },
    },
    { '': ['Not valid.'], name: ['Too long.'] },
  ],
  [
    'Web API',
    { Message: 'Not valid.', ModelState: { Name: ['Too long.'] } },
    { '': ['Not valid.'], name: ['Too long.'] },
  ],
  ['Jira', { errorMessages: ['No.'], errors: { name: 'Too long.' } }, { '': ['No.'], name: ['Too long.'] }],
  [
    'Twilio',
    { code: 21, message: 'Too long.', more_info: 'https://x.example/21', status: 400 },
    { '': ['Too long.'] },
  ],
  ['a message', { message: 'Too long.' }, { '': ['Too long.'] }],
  ['messages', { messages: ['One.', 'Two.'] }, { '': ['One.', 'Two.'] }],
  ['a message with a code', { code: 'E12', msg: 'Too long.' }, { '': ['Too long.'] }],
  ['texts', ['One.', 'Two.'], { '': ['One.', 'Two.'] }],
  ['errors as texts', { errors: ['One.', 'Two.'] }, { '': ['One.', 'Two.'] }],
  ['errors as a map', { errors: { name: 'Too long.' } }, { name: ['Too long.'] }],
  [
    'an error as a map',
    { success: false, data: null, error: { name: ['Too long.'] } },
    { name: ['Too long.'] },
  ],
  ['a detail as a map', { detail: { name: ['Too long.'] } }, { name: ['Too long.'] }],
  [
    'an error with a message',
    { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Too long.', innererror: { stack: 'x' } } },
    { '': ['Too long.'] },
  ],
  [
    'Spring',
    {
      timestamp: '2026-01-05T09:00:00Z',
      status: 400,
      error: 'Bad Request',
      path: '/api/v1/audits/',
      errors: [{ field: 'name', defaultMessage: 'Too long.', rejectedValue: 'x', objectName: 'audit' }],
    },
    { '': ['Bad Request'], name: ['Too long.'] },
  ],
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'settings', 'note'], msg: 'Missing.', type: 'value_error' }] },
    { 'settings.note': ['Missing.'] },
  ],
  [
    'the form of drf-standardized-errors',
    {
      type: 'validation_error',
      errors: [
        { code: 'x', detail: 'Too long.', attr: 'name' },
        { detail: 'No.', attr: null },
      ],
    },
    { name: ['Too long.'], '': ['No.'] },
  ],
  [
    'by the places of a list',
    { legal_entity_ids: [{}, ['Unknown.']] },
    { 'legal_entity_ids.1': ['Unknown.'] },
  ],
  ['with codes', { id: [{ code: 'unique', message: 'Taken.' }] }, { id: ['Taken.'] }],
  [
    'Laravel',
    { message: 'Invalid.', errors: { name: ['Too long.'] } },
    { '': ['Invalid.'], name: ['Too long.'] },
  ],
  ['Rails', { name: ['is too long'], base: ['No.'] }, { name: ['is too long'], '': ['No.'] }],
  ['Symfony', { violations: [{ propertyPath: 'name', message: 'Too long.' }] }, { name: ['Too long.'] }],
  [
    'express-validator',
    { errors: [{ msg: 'Too long.', path: 'name', location: 'body' }] },
    { name: ['Too long.'] },
  ],
  ['SOAP in JSON', { fault: { faultstring: 'No.', detail: { errorcode: 'x' } } }, { '': ['No.'] }],
  [
    'names in capitals',
    { Name: ['Too long.'], legalEntityId: ['No.'] },
    { name: ['Too long.'], legal_entity_id: ['No.'] },
  ],
  ['an id that is about the answer', { id: 'e-1', detail: 'No.' }, { '': ['No.'] }],
  ['an id that is a field', { id: 'It is taken.', detail: 'No.' }, { '': ['No.'], id: ['It is taken.'] }],
  [
    'a setting by the name of a word',
    { settings: { code: ['Bad.'], type: 'Bad.' } },
    { 'settings.code': ['Bad.'], 'settings.type': ['Bad.'] },
  ],
  [
    'settings by the names of words',
    { settings: { note: 'Bad.', description: 'Long.' } },
    { 'settings.note': ['Bad.'], 'settings.description': ['Long.'] },
  ],
  ['nothing', { name: null, errors: [], detail: '' }, {}],
])('%s', (_, body, read) => {
  expect(Object.fromEntries(messagesIn(body))).toEqual(read);
});
