import type { JsonSchema } from '../json-schema.ts';
import { type Html, html, type Piece, sentence } from './html.ts';

/** The kind of value that a schema describes, in a few words. */
export function kindOf(schema: JsonSchema): Html {
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

/** What else a schema asks for, beside its kind. */
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

/** A table of named values: the fields of an object, or parameters. */
export function table(
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

/** The fields of an object; what a schema is otherwise. `marked` says which are required, where that differs. */
export function schemaView(name: string, schema: JsonSchema, { marked }: { readonly marked: boolean }): Html {
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
