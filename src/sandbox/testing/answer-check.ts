import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answered } from '../app.ts';
import type { Variants } from '../fixture/fixture.ts';
import { type Method, type OperationObject, openApiDocument } from '../http/documents/document.ts';
import { headers, type Response, sharedResponses } from '../http/documents/responses.ts';
import type { ServiceRequest } from '../http/exchange.ts';

// Compares every answer of the service with its own OpenAPI document: status, headers and body. Compares the body of a
// request that was carried out, too.

const document = openApiDocument('http://127.0.0.1');
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(['components', 'paths']);
ajv.addSchema({ $id: 'document', components: document.components, paths: document.paths });

type Place = readonly string[];
const compiled = new Map<string, ValidateFunction>();

function schemaFaults(place: Place, value: unknown): readonly string[] {
  const steps = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const address = `document#/${steps.join('/')}`;
  const validate = compiled.get(address) ?? ajv.compile({ $ref: address });
  compiled.set(address, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath || 'body'} ${error.message ?? ''}`);
}

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function isMethod(method: string): method is Method {
  return ['get', 'post', 'patch', 'delete'].includes(method);
}

interface Documented {
  readonly response: Response;
  readonly place: Place;
}

function shared(name: string): Documented | null {
  const found = Object.entries(sharedResponses).find(([key]) => key === name)?.[1];
  return found === undefined ? null : { response: found, place: ['components', 'responses', name] };
}

function documentedAt(operation: OperationObject, place: Place, status: number): Documented | null {
  const response = operation.responses[String(status)];
  if (response === undefined) return null;
  if ('$ref' in response) return shared(response.$ref.split('/').at(-1) ?? '');
  return { response, place: [...place, 'responses', String(status)] };
}

/** For a path or a method that is not in the document. */
function documentedElsewhere(known: boolean, status: number): Documented | null {
  if (status === 404) return shared('NotFound');
  if (known && status === 405) return shared('MethodNotAllowed');
  return known && status === 401 ? shared('Unauthorized') : null;
}

/** Answers that a variant makes different from the document (sandbox.md, "Fixture"). */
function isVaried({ status, body }: Answered['answer'], variants: Variants): boolean {
  const asBadRequest = variants.duplicate_id_status === 400 || variants.state_conflict_status === 400;
  return (
    (variants.extra_fields && status < 300) ||
    (variants.basic_credentials === true && status === 200) ||
    (variants.bare_lists && status === 200 && body.startsWith('[')) ||
    (asBadRequest && status === 400)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyFaults({ response, place }: Documented, answer: Answered['answer']): readonly string[] {
  const type = answer.headers['Content-Type'];
  if (response.content === undefined)
    return answer.body === '' && type === undefined ? [] : ['a body where none is documented'];
  const value = parsed(answer.body);
  if (type !== 'application/json' || value === undefined) return [`no JSON, but ${type ?? 'nothing'}`];
  return schemaFaults([...place, 'content', 'application/json', 'schema'], value);
}

function headerFaults({ response }: Documented, answer: Answered['answer']): readonly string[] {
  const names = Object.keys(response.headers ?? {});
  const undocumented = Object.keys(answer.headers).filter(
    (name) => name !== 'Content-Type' && !names.includes(name),
  );
  return [
    ...undocumented.map((name) => `header ${name} is not documented`),
    ...names.flatMap((name) => {
      const text = answer.headers[name];
      if (text === undefined) return [`header ${name} is missing`];
      const value = headers[name]?.schema.type === 'integer' ? Number(text) : text;
      const faults = schemaFaults(['components', 'headers', name, 'schema'], value);
      return faults.map((fault) => `header ${name}: ${fault}`);
    }),
  ];
}

function requestFaults(operation: OperationObject, place: Place, request: ServiceRequest): readonly string[] {
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  if (type === undefined || request.body === 'too-large') return [];
  const text = new TextDecoder().decode(request.body);
  const value = type === 'application/json' ? parsed(text) : Object.fromEntries(new URLSearchParams(text));
  const faults = schemaFaults([...place, 'requestBody', 'content', type, 'schema'], value);
  return faults.map((fault) => `carried out, though the request has ${fault}`);
}

const ofTheirOwn = /^\/api\/v1\/(schema\/$|docs\/)/;

/** How an answer differs from the document, as one line, or null. The documents themselves are not judged. */
export function answerFault({ request, answer, variants }: Answered): string | null {
  if (ofTheirOwn.test(request.path) || isVaried(answer, variants)) return null;
  const path = templates.find(({ pattern }) => pattern.test(request.path))?.path;
  const method = request.method.toLowerCase();
  const operation = path !== undefined && isMethod(method) ? document.paths[path]?.[method] : undefined;
  const place = ['paths', path ?? '', method];
  const documented =
    operation === undefined
      ? documentedElsewhere(path !== undefined, answer.status)
      : documentedAt(operation, place, answer.status);
  const faults =
    documented === null
      ? ['the status is not documented']
      : [
          ...bodyFaults(documented, answer),
          ...headerFaults(documented, answer),
          ...(operation !== undefined && answer.status < 300 ? requestFaults(operation, place, request) : []),
        ];
  if (faults.length === 0) return null;
  const what = `${operation?.operationId ?? 'no operation'} ${String(answer.status)} ${request.method} ${request.path}`;
  return `${what}: ${faults.join('; ')}`;
}
