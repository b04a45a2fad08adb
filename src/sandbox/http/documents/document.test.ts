import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { type AnyRow, operationNames, operations } from '../../../shared/api.ts';
import { createSandbox } from '../../app.ts';
import { facts } from '../../domain/nouns.ts';
import type { AnyFacts } from '../../domain/operation.ts';
import { demonstrationFixture } from '../../fixture/demonstration/firm.ts';
import { readFixture } from '../../fixture/fixture.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument('http://127.0.0.1:4000');
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'document', components: document.components });

const found = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    typeof operation === 'string' ? [] : [{ path, method, operation }],
  ),
);
const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

function everyValue(value: unknown, at = '#'): readonly (readonly [string, string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    [at, key, one] as const,
    ...everyValue(one, `${at}/${key}`),
  ]);
}

/** Everything in the document that has an example beside its schema. */
function exampleHolders(value: unknown): readonly { readonly schema: unknown; readonly example: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { schema, example } = value as { readonly schema?: unknown; readonly example?: unknown }; // of an object, maybe
  const own = schema === undefined || example === undefined ? [] : [{ schema, example }];
  return [...own, ...Object.values(value).flatMap(exampleHolders)];
}

function resolved(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], document);
}

describe('every operation of the table is in the document, and no other', () => {
  it.each(operationNames)('%s', (name) => {
    const row: AnyRow = operations[name];
    const [only, ...others] = found.filter(({ operation }) => operation.operationId === name);
    expect(others).toEqual([]);
    expect(only?.method).toBe(row.method.toLowerCase());
    expect(nameless(only?.path ?? '')).toBe(nameless(row.path));
    expect(only?.operation.description.split('\n')).toContain(`Rate limit tier: ${row.tier}`);
  });
  it('nothing else', () => {
    expect(found).toHaveLength(20);
    expect(new Set(Object.keys(document.paths).map(nameless)).size).toBe(Object.keys(document.paths).length);
  });
});

describe('the document holds together', () => {
  it('every reference leads somewhere', () => {
    const references = everyValue(document).filter(([, key]) => key === '$ref');
    expect(references.length).toBeGreaterThan(50);
    for (const [at, , reference] of references) expect(resolved(String(reference)), at).toBeDefined();
  });
  it.each(found)('the parameters of $method $path are those of its path', ({ path, operation }) => {
    const names = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name);
    expect(names).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    for (const parameter of operation.parameters ?? []) expect(parameter.description).not.toBe('');
  });
  it('links give their target exactly the ids of its path, from what there is', () => {
    let count = 0;
    for (const { path, operation } of found)
      for (const response of Object.values(operation.responses))
        for (const link of Object.values('links' in response ? (response.links ?? {}) : {})) {
          count += 1;
          const target = found.find((one) => one.operation.operationId === link.operationId);
          const ids = [...(target?.path ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
          expect(Object.keys(link.parameters)).toEqual(ids);
          for (const from of Object.values(link.parameters)) {
            const [, id] = /^\$request\.path\.(\w+)$/.exec(from) ?? [];
            if (id === undefined) expect(from).toMatch(/^\$response\.body#\/(results\/0\/)?id$/);
            else expect(path).toContain(`{${id}}`);
          }
        }
    expect(count).toBeGreaterThan(15);
  });
  it.each(Object.keys(document.components.schemas))('the schema %s is one', (name) => {
    expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
  });
  it.each(found)(
    '$method $path says when the service is not to be had, and which methods there are',
    ({ operation }) => {
      expect(operation.responses).toMatchObject({
        405: { $ref: '#/components/responses/MethodNotAllowed' },
        503: { $ref: '#/components/responses/Unavailable' },
      });
    },
  );
  it('generators can follow it: no schema leads to itself, each const is an enum too, and no field of a request has a default', () => {
    const { schemas } = document.components;
    const named = (value: unknown): readonly string[] =>
      everyValue(value).flatMap(([, key, to]) =>
        key === '$ref' ? [String(to).split('/').at(-1) ?? ''] : [],
      );
    const leadsTo = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const next of named(schemas[name])) if (!seen.has(next)) leadsTo(next, seen.add(next));
      return seen;
    };
    for (const name of Object.keys(schemas)) expect(leadsTo(name)).not.toContain(name);
    const consts = everyValue(document).filter(([, key]) => key === 'const');
    expect(consts.length).toBeGreaterThan(8);
    for (const [at, , value] of consts)
      expect(everyValue(document), at).toContainEqual([at, 'enum', [value]]);
    const bodies = found.flatMap(({ operation: { requestBody } }) => named(requestBody));
    expect(everyValue(bodies.map((name) => schemas[name])).filter(([, key]) => key === 'default')).toEqual(
      [],
    );
  });
  it('every property of what is sent and answered has an example', () => {
    const bare = Object.values(facts).flatMap(({ body, answer }: AnyFacts) =>
      [body, answer].flatMap((one) =>
        Object.entries(document.components.schemas[one?.name ?? '']?.properties ?? {}).flatMap(
          ([name, property]) => (property.examples === undefined ? [`${one?.name ?? ''}.${name}`] : []),
        ),
      ),
    );
    expect(bare).toEqual([]);
  });
  it('every example is valid', () => {
    const all = exampleHolders(document);
    expect(all.length).toBeGreaterThan(50);
    for (const { schema, example } of all) {
      const absolute = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = ajv.compile(JSON.parse(absolute) as object); // as the type of the document has it
      expect(validate(example), `${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });
});

it('the examples are carried out by the built-in firm as they stand, in the order of the table', async () => {
  const fixture = readFixture(demonstrationFixture());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value });
  let token = '';
  // What is deleted goes last, so that what needs it comes before.
  const inOrder = operationNames.toSorted(
    (a, b) => Number(/delete|remove/.test(a)) - Number(/delete|remove/.test(b)),
  );
  for (const name of inOrder) {
    const row: AnyRow = operations[name];
    const { path: ids, body: asked }: AnyFacts = facts[name];
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, id: string) =>
      encodeURIComponent(ids?.[id]?.example ?? ''),
    );
    const body = asked?.example;
    const response = await sandbox.fetch(
      new Request(`http://127.0.0.1:4000${path}`, {
        method: row.method,
        headers: {
          ...(row.form === true ? {} : { Authorization: `Bearer ${token}` }),
          'Content-Type': row.form === true ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(body === undefined
          ? {}
          : {
              body:
                row.form === true
                  ? new URLSearchParams(body as Record<string, string>).toString()
                  : JSON.stringify(body),
            }), // the fields of the form
      }),
    );
    const text = await response.text();
    expect(response.ok, `${name} ${String(response.status)} ${text}`).toBe(true);
    if (row.form === true) token = (JSON.parse(text) as { access_token: string }).access_token; // as the token tests prove
  }
});
