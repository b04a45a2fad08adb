import { type Limits, type Tier, tiers, windowNames } from '../../../shared/model/tiers.ts';
import { shellWord } from '../../../shared/rules/shell-word.ts';
import type { Answer } from '../exchange.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type OperationObject, openApiDocument } from './document.ts';
import { type Html, html, type Piece, prose, sentence } from './html.ts';
import { page } from './page.ts';
import type { Response } from './responses.ts';

type Document = ReturnType<typeof openApiDocument>;

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

function entriesOf({ paths }: Document): readonly Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      typeof operation === 'string' ? [] : [{ path, method, operation }],
    ),
  );
}

/** The documentation page: the OpenAPI document, and the limits of the reader's firm. */
export function referencePage(origin: string, limits: Readonly<Record<Tier, Limits>>): Answer {
  const document = openApiDocument(origin);
  const entries = entriesOf(document);
  const schemas = Object.entries(document.components.schemas).filter(([name]) => isToldHere(document, name));
  const content = html`<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
${contents(document, entries, schemas)}
<main id="content" tabindex="-1">
<h1>${document.info.title}</h1>
<p>${document.info.summary}</p>
<p>This service: <code>${origin}</code> · <a href="/api/v1/schema/">OpenAPI 3.1</a></p>
<p>In the examples, <code>$TOKEN</code> stands for the <code>access_token</code> of <a href="#tokens.issue">the first operation</a>.</p>
${prose(document.info.description)}
${limitsView(limits)}
${document.tags.map(
  ({ name, description }) => html`<h2 id="${anchorOf(name)}">${name}</h2>
<p>${sentence(description)}</p>
${entries.filter(({ operation }) => operation.tags[0] === name).map((entry) => operationView(document, entry))}`,
)}
<h2 id="schemas">What is answered</h2>
<p>Every field is always there, and there is no other.</p>
${schemas.map(
  ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>
${schema.description === undefined ? null : html`<p>${sentence(schema.description)}</p>`}
${schemaView(name, schema, { marked: false })}</article>
`,
)}
</main>
</div>`;
  return page(200, document.info.title, content);
}

function limitsView(limits: Readonly<Record<Tier, Limits>>): Html {
  const rows = tiers.map((tier) => {
    const cells = windowNames.map(
      (name) => html`<td>${limits[tier][name]?.toLocaleString('en') ?? 'unlimited'}</td>`,
    );
    return html`<tr><th scope="row"><code>${tier}</code></th>${cells}</tr>
`;
  });
  return html`<h2 id="limits-in-force">Limits in force</h2>
<p>Of the firm that you are logged in for; <a href="#rateLimits.read">they can be read</a> by any of its service accounts.</p>
<div class="table" tabindex="0" role="region" aria-label="Limits in force"><table>
<thead><tr><th scope="col">Tier</th><th scope="col">A minute</th><th scope="col">An hour</th><th scope="col">A day</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

// Bodies are shown with their operations. Pages of lists and faults of bodies are all alike.
function isToldHere({ components: { schemas } }: Document, name: string): boolean {
  const isBody = `${name}Faults` in schemas || name === 'TokenRequest';
  return !isBody && !name.endsWith('Page') && (!name.endsWith('Faults') || name === 'Faults');
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

function contents(
  { info, tags }: Document,
  entries: readonly Entry[],
  schemas: readonly (readonly [string, JsonSchema])[],
): Html {
  const chapters = [...info.description.matchAll(/^## (.+)$/gm)].flatMap((match) => match.slice(1));
  const item = (address: string, text: string, searched: string) =>
    html`<li data-text="${searched.toLowerCase()}"><a href="#${address}">${text}</a></li>`;
  const group = (title: string, items: readonly Html[]) =>
    html`<section><h2>${title}</h2><ul>${items}</ul></section>`;
  return html`<nav aria-label="Contents">
<label for="search">Search the contents (press /)</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p id="none" role="status" hidden>Nothing of that name.</p>
${group(
  'Overview',
  chapters.map((title) => item(title.toLowerCase(), title, title)),
)}
${tags.map(({ name }) =>
  group(
    name,
    entries
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation: { operationId, summary } }) =>
        item(operationId, summary, `${summary} ${method} ${path} ${operationId}`),
      ),
  ),
)}
${group(
  'What is answered',
  schemas.map(([name]) => item(`schema-${name}`, name, name)),
)}
</nav>`;
}

function operationView(document: Document, { path, method, operation }: Entry): Html {
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation;
  const tierAt = description.indexOf('Rate limit tier: ');
  const [text, tier] = [description.slice(0, tierAt).trim(), description.slice(tierAt)];
  const [body] = Object.values(requestBody?.content ?? {});
  const bodyName = body?.schema.$ref?.split('/').at(-1) ?? '';
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${summary}</h3>
<div class="line"><span class="method ${method}">${method.toUpperCase()}</span><span class="path">${path}</span><span class="tier">${tier}</span></div>
${text === '' ? null : html`<p>${sentence(text)}</p>`}
${
  parameters.length === 0
    ? null
    : html`<h4>Parameters</h4>${table(
        `Parameters of ${id}`,
        parameters.map(({ name, required, schema, description: meaning }) => ({
          name,
          must: required,
          schema: { ...schema, description: meaning },
        })),
      )}`
}
${
  body === undefined
    ? null
    : html`<h4>Body</h4>${schemaView(bodyName, document.components.schemas[bodyName] ?? {}, { marked: true })}`
}
<h4>Answers</h4>
${answersView(document, responses, id)}
<h4>Example</h4>
<pre tabindex="0" aria-label="Command for ${id}"><code>${curlOf(document.servers[0].url, path, method, operation)}</code></pre>
${exampleView(responses, id)}
${leadsView(document, responses)}
</article>
`;
}

type Responses = OperationObject['responses'];

function resolved({ components }: Document, response: Responses[string]): Response {
  if (!('$ref' in response)) return response;
  const name = response.$ref.split('/').at(-1);
  return Object.entries(components.responses).find(([key]) => key === name)?.[1] ?? { description: '' };
}

function answersView(document: Document, responses: Responses, id: string): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, headers = {}, content = {} } = resolved(document, response);
    const [body] = Object.values(content);
    const named = Object.keys(headers).map((name) => html` <code>${name}</code>`);
    return html`<tr><th scope="row"><code>${status}</code></th>
<td>${body === undefined ? 'no body' : bodyKind(body.schema)}${named.length === 0 ? null : html`<br><span class="note">with${named}</span>`}</td>
<td>${sentence(description)}</td></tr>
`;
  });
  return html`<div class="table" tabindex="0" role="region" aria-label="Answers of ${id}"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Body</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function bodyKind(schema: JsonSchema): Html {
  const name = schema.$ref?.split('/').at(-1) ?? '';
  if (name.endsWith('Page')) return html`page of ${kindOf({ $ref: name.slice(0, -'Page'.length) })}`;
  return schema.anyOf === undefined ? kindOf(schema) : html`faults, by field: ${kindOf({ $ref: 'Faults' })}`;
}

function exampleView(responses: Responses, id: string): Html | null {
  const [[status, success] = []] = Object.entries(responses);
  const [body] = success !== undefined && 'content' in success ? Object.values(success.content ?? {}) : [];
  return body?.example === undefined
    ? null
    : html`<p>Answered <code>${status ?? ''}</code> with:</p>
<pre tabindex="0" aria-label="Answer of ${id}"><code>${JSON.stringify(body.example, null, 2)}</code></pre>`;
}

function leadsView({ paths }: Document, responses: Responses): Html | null {
  const links = Object.values(responses).flatMap((response) =>
    'links' in response ? Object.values(response.links ?? {}) : [],
  );
  const summaries = new Map(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) =>
        typeof operation === 'string' ? [] : [[operation.operationId, operation.summary]],
      ),
  );
  return links.length === 0
    ? null
    : html`<h4>Leads to</h4><ul class="leads">${links.map(
        ({ operationId, description }) =>
          html`<li><a href="#${operationId}">${summaries.get(operationId) ?? operationId}</a>. ${sentence(description)}</li>
`,
      )}</ul>`;
}

/** A curl command for an operation and its examples. `$TOKEN` is the token. */
export function curlOf(origin: string, path: string, method: string, operation: OperationObject): string {
  const { parameters = [], requestBody, security } = operation;
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {});
  const form = type === 'application/x-www-form-urlencoded';
  const fields = Object.entries(body?.example ?? {});
  const named = method !== 'get' && !(method === 'post' && body !== undefined); // else curl's own choice is right
  const words = [
    `curl ${named ? `-X ${method.toUpperCase()} ` : ''}${shellWord(`${origin}${address}`)}`,
    ...(security === undefined ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined || form ? [] : [`-H 'Content-Type: ${type ?? ''}'`]),
    ...(form
      ? fields.map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${String(value)}`)}`)
      : []),
    ...(body === undefined || form ? [] : [`-d ${shellWord(JSON.stringify(body.example, null, 2))}`]),
  ];
  return words.join(' \\\n  ');
}

function kindOf(schema: JsonSchema): Html {
  const { $ref: reference, anyOf, type, format, items } = schema;
  if (reference !== undefined) {
    const name = reference.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return choices(schema.enum);
  if (anyOf !== undefined) return html`${joined(anyOf.map(kindOf), ' or ')}`;
  if (items !== undefined) return html`list of ${kindOf(items)}${nullable(type)}`;
  if (type === undefined) return html`any value`;
  const names = typeof type === 'string' ? [type] : type;
  return html`${names.join(' or ')}${format === undefined ? null : html` <span class="note">(${format})</span>`}`;
}

function nullable(type: JsonSchema['type']): string | null {
  return Array.isArray(type) && type.includes('null') ? ' or null' : null;
}

const mostInLine = 12;

function choices(values: readonly unknown[]): Html {
  const all = joined(
    values.map((value) => html`<code>${String(value)}</code>`),
    ' ',
  );
  return values.length <= mostInLine
    ? html`${all}`
    : html`<details><summary>one of ${values.length}</summary>${all}</details>`;
}

function joined(pieces: readonly Piece[], between: string): readonly Piece[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
}

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minLength, maxLength, minimum, minItems, uniqueItems, default: preset } = schema;
  return [
    ...(minLength === 1 ? ['Not empty.'] : []),
    ...(maxLength === undefined ? [] : [`At most ${String(maxLength)} characters.`]),
    ...(minimum === undefined ? [] : [`At least ${String(minimum)}.`]),
    ...(minItems === undefined ? [] : [`At least ${String(minItems)}.`]),
    ...(uniqueItems === true ? ['None twice.'] : []),
    ...(preset === undefined ? [] : [`Without it \`${JSON.stringify(preset)}\`.`]),
  ];
}

function table(
  caption: string,
  rows: readonly { readonly name: string; readonly must: boolean; readonly schema: JsonSchema }[],
): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({
      name,
      must,
      schema,
    }) => html`<tr><th scope="row"><code>${name}</code>${must ? html` <span class="must">required</span>` : null}</th>
<td>${kindOf(schema)}</td><td>${sentence([schema.description ?? '', ...limitsOf(schema)].join(' ').trim())}</td></tr>
`,
  )}</tbody></table></div>`;
}

/** The fields of an object, or the kind of another schema. `marked`: shows which fields are required. */
function schemaView(name: string, schema: JsonSchema, { marked }: { readonly marked: boolean }): Html {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return html`<p>${kindOf(schema)}. ${sentence(limitsOf(schema).join(' '))}</p>`;
  return table(
    `Fields of ${name}`,
    entries.map(([field, own]) => ({
      name: field,
      must: marked && (schema.required ?? []).includes(field),
      schema: own,
    })),
  );
}
