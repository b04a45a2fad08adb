import { shellWord } from './shell-word.ts';

// A request as code that sends it, for the sandbox's documentation and its workbench.

export interface SampleRequest {
  readonly method: string;
  /** With scheme and host. */
  readonly address: string;
  /** Whether it carries a token. Samples take it from the environment variable `TOKEN`. */
  readonly hasToken: boolean;
  /** The media type that is asked for. */
  readonly accept?: string | undefined;
  /** What whoever runs the sample has to know, a line each. */
  readonly notes?: readonly string[] | undefined;
  /** Left out of a `GET`, since `fetch` sends none. */
  readonly body?: { readonly type: string; readonly text: string } | undefined;
}

export interface Sample {
  /** As `x-codeSamples` names languages. */
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The request in curl, TypeScript and Python. Each sample prints what is answered, also if the service refuses. */
export function samplesOf(asked: SampleRequest): readonly Sample[] {
  const request = asked.method === 'GET' || asked.method === 'HEAD' ? { ...asked, body: undefined } : asked;
  return [
    { lang: 'Shell', label: 'curl', source: noted(request, '#', curl(request)) },
    { lang: 'TypeScript', label: 'TypeScript', source: noted(request, '//', typescript(request)) },
    { lang: 'Python', label: 'Python', source: noted(request, '#', python(request)) },
  ];
}

function noted({ notes = [] }: SampleRequest, sign: string, source: string): string {
  return [...notes.map((note) => `${sign} ${note}`), source].join('\n');
}

type Content =
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

/** What a body is. JSON and forms that would be sent in another spelling stay text. */
function contentOf({ type, text }: NonNullable<SampleRequest['body']>): Content {
  const media = type.split(';', 1)[0]?.trim().toLowerCase();
  if (media === 'application/x-www-form-urlencoded') {
    const fields = formFields(text);
    if (fields !== null) return { kind: 'form', fields };
  }
  if (media === 'application/json') {
    const value = parsed(text);
    const spellings = value === undefined ? [] : [JSON.stringify(value), JSON.stringify(value, null, 2)];
    if (spellings.includes(text)) return { kind: 'json', value };
  }
  return { kind: 'text', text };
}

/** The fields of a form that curl sends again as they are: it encodes no names, and each name is there once. */
function formFields(text: string): Readonly<Record<string, string>> | null {
  try {
    const pairs = text.split('&').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, decodeURIComponent(value.join('=').replaceAll('+', ' '))] as const;
    });
    const fields = Object.fromEntries(pairs);
    const again = Object.entries(fields).map(([name, value]) => `${name}=${formValue(value)}`);
    return pairs.every(([name]) => /^[a-z_]+$/i.test(name)) && again.join('&') === text ? fields : null;
  } catch {
    return null; // it is not encoded as a form is
  }
}

/** As `URLSearchParams` encodes a value. */
function formValue(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function curl({ method, address, hasToken, accept, body }: SampleRequest): string {
  const content = body === undefined ? null : contentOf(body);
  const chosen = content === null ? 'GET' : 'POST'; // by curl itself
  const named = method === 'HEAD' ? '--head ' : `-X ${/^[A-Z]+$/.test(method) ? method : shellWord(method)} `;
  const data = content === null ? [] : curlData(content);
  const words = [
    `curl ${method === chosen ? '' : named}${shellWord(address)}`,
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(accept === undefined ? [] : [`-H ${shellWord(`Accept: ${accept}`)}`]),
    ...(body === undefined || content?.kind === 'form'
      ? []
      : [`-H ${shellWord(`Content-Type: ${body.type}`)}`]),
    ...data,
  ];
  return words.join(' \\\n  ');
}

function curlData(content: Content): readonly string[] {
  switch (content.kind) {
    case 'form':
      return Object.entries(content.fields).map(
        ([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`,
      );
    case 'json':
      return [`--data-raw ${shellWord(JSON.stringify(content.value, null, 2))}`];
    case 'text':
      return [`--data-raw ${shellWord(content.text)}`];
  }
}

function typescript({ method, address, hasToken, accept, body }: SampleRequest): string {
  const content = body === undefined ? null : contentOf(body);
  const headers = [
    ...(hasToken ? ["Authorization: `Bearer ${process.env['TOKEN']}`,"] : []),
    ...(accept === undefined ? [] : [`Accept: ${scriptText(accept)},`]),
    ...(body === undefined || content?.kind === 'form' ? [] : [`'Content-Type': ${scriptText(body.type)},`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: ${scriptText(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: {\n${indented(headers.join('\n'), 2)}\n},`]),
    ...(content === null ? [] : [`body: ${scriptBody(content)},`]),
  ];
  const argument = options.length === 0 ? '' : `, {\n${indented(options.join('\n'), 2)}\n}`;
  return [
    `const response = await fetch(${scriptText(address)}${argument});`,
    'const answer: string = await response.text();',
    'console.log(response.status, answer);',
  ].join('\n');
}

function scriptBody(content: Content): string {
  switch (content.kind) {
    case 'form':
      return `new URLSearchParams(${literal(content.fields, script)})`;
    case 'json':
      return `JSON.stringify(${literal(content.value, script)})`;
    case 'text':
      return scriptText(content.text);
  }
}

function python({ method, address, hasToken, accept, body }: SampleRequest): string {
  const content = body === undefined ? null : contentOf(body);
  const headers = [
    ...(hasToken ? [`"Authorization": f"Bearer {os.environ['TOKEN']}",`] : []),
    ...(accept === undefined ? [] : [`"Accept": ${JSON.stringify(accept)},`]),
    ...(body === undefined ? [] : [`"Content-Type": ${JSON.stringify(body.type)},`]),
  ];
  const settings = [
    `${JSON.stringify(address)},`,
    `method=${JSON.stringify(method)},`,
    ...(headers.length === 0 ? [] : [`headers={\n${indented(headers.join('\n'), 4)}\n},`]),
    ...(content === null ? [] : [`data=${pythonData(content)}.encode(),`]),
  ];
  const modules = [
    ...(content?.kind === 'json' ? ['json'] : []),
    ...(hasToken ? ['os'] : []),
    'urllib.error',
    ...(content?.kind === 'form' ? ['urllib.parse'] : []),
    'urllib.request',
  ];
  return `${modules.map((name) => `import ${name}`).join('\n')}

request = urllib.request.Request(
${indented(settings.join('\n'), 4)}
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refused:
    response = refused
print(response.status, response.read().decode())`;
}

function pythonData(content: Content): string {
  switch (content.kind) {
    case 'form':
      return `urllib.parse.urlencode(${literal(content.fields, snake)})`;
    case 'json':
      return `json.dumps(${literal(content.value, snake)})`;
    case 'text':
      return JSON.stringify(content.text);
  }
}

/** How a language writes values. Its words for true, false and null are in this order. */
interface Notation {
  readonly indent: number;
  readonly words: readonly [string, string, string];
  readonly text: (value: string) => string;
  readonly key: (name: string) => string;
}

const script: Notation = {
  indent: 2,
  words: ['true', 'false', 'null'],
  text: scriptText,
  key: (name) => {
    if (name === '__proto__') return "['__proto__']"; // else it would be the prototype
    return /^[a-z_]\w*$/i.test(name) ? name : scriptText(name);
  },
};

const snake: Notation = {
  indent: 4,
  words: ['True', 'False', 'None'],
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
};

function literal(value: unknown, notation: Notation): string {
  const [yes, no, nothing] = notation.words;
  if (value === null || value === undefined) return nothing;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((part) => literal(part, notation))
    : Object.entries(value).map(([name, part]) => `${notation.key(name)}: ${literal(part, notation)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const isShort = isList && parts.every((part) => !part.includes('\n')) && parts.join(', ').length <= 60;
  if (parts.length === 0 || isShort) return `${open}${parts.join(', ')}${close}`;
  return `${open}\n${parts.map((part) => `${indented(part, notation.indent)},`).join('\n')}\n${close}`;
}

/** Strings of both notations have no `\n` in them, so every line may be moved. */
function indented(text: string, by: number): string {
  return ' '.repeat(by) + text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

function scriptText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}
