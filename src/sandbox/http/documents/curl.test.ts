import { expect, it } from 'vitest';
import type { OperationObject } from './document.ts';
import { curlOf } from './reference-page.ts';

const operation: OperationObject = {
  operationId: 'users.change',
  tags: ['Users'],
  summary: '',
  description: '',
  parameters: [
    { name: 'user_id', in: 'path', description: '', required: true, schema: {}, example: "o'brien@firm" },
    { name: 'page', in: 'query', description: '', required: false, schema: {} },
  ],
  responses: {},
};
const json = (example: unknown): OperationObject => ({
  ...operation,
  requestBody: { required: true, content: { 'application/json': { schema: {}, example } } },
});

it.each([
  ['get', operation, `curl 'http://h/o'\\''brien%40firm/' \\\n  -H "Authorization: Bearer $TOKEN"`],
  [
    'delete',
    operation,
    `curl -X DELETE 'http://h/o'\\''brien%40firm/' \\\n  -H "Authorization: Bearer $TOKEN"`,
  ],
  [
    'patch',
    json({ a: "it's" }),
    `curl -X PATCH 'http://h/o'\\''brien%40firm/' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "a": "it'\\''s"\n}'`,
  ],
])('%s', (method, of, expected) => {
  expect(curlOf('http://h', '/{user_id}/', method, of)).toBe(expected);
});
it('a form has its fields, and no token', () => {
  const content = { 'application/x-www-form-urlencoded': { schema: {}, example: { a: 'b c', d: '&' } } };
  expect(
    curlOf('http://h', '/t/', 'post', {
      ...operation,
      parameters: [],
      security: [],
      requestBody: { required: true, content },
    }),
  ).toBe("curl 'http://h/t/' \\\n  --data-urlencode 'a=b c' \\\n  --data-urlencode 'd=&'");
});
