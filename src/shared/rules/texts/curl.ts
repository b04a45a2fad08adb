// A request as a command that sends it: for the log of requests, and for the sandbox's documentation and its workbench.

export interface CurlRequest {
  readonly method: string;
  /** With scheme and host. */
  readonly address: string;
  /** Whether it carries a token, which the command takes from the environment variable `TOKEN`. */
  readonly hasToken: boolean;
  /** The media type that is asked for. */
  readonly accept?: string | undefined;
  /** What whoever runs the command has to know, a line each. */
  readonly notes?: readonly string[] | undefined;
  /** Left out of a `GET` and a `HEAD`. */
  readonly body?: CurlBody | undefined;
}

/** A body as it was sent; one that was not kept, with the file to take it from; or the fields of a form, each a variable or a text. */
type CurlBody =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; readonly file: string }
  | { readonly fields: Readonly<Record<string, string | { readonly variable: string }>> };

/** The request as a command for a POSIX shell, which prints what is answered, also if the service refuses. */
export function curlOf({ method, address, hasToken, accept, notes = [], body }: CurlRequest): string {
  const isWithout = method === 'GET' || method === 'HEAD';
  const { type, words } = body === undefined || isWithout ? { type: null, words: [] } : contentOf(body);
  const chosen = words.length === 0 ? 'GET' : 'POST'; // by curl itself
  const named = method === 'HEAD' ? '--head ' : `-X ${/^[A-Z]+$/.test(method) ? method : shellWord(method)} `;
  const parts = [
    `curl ${method === chosen ? '' : named}${shellWord(address)}`,
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(accept === undefined ? [] : [`-H ${shellWord(`Accept: ${accept}`)}`]),
    ...(type === null ? [] : [`-H ${shellWord(`Content-Type: ${type}`)}`]),
    ...words,
  ];
  return [...notes.map((note) => `# ${note}`), parts.join(' \\\n  ')].join('\n');
}

/** The media type that has to be named, and the words that give the body. */
function contentOf(body: CurlBody): { readonly type: string | null; readonly words: readonly string[] } {
  if ('fields' in body) return { type: null, words: formWords(body.fields) };
  const { type } = body;
  if ('file' in body) return { type, words: [`--data ${shellWord(`@${body.file}`)}`] };
  const media = type.split(';', 1)[0]?.trim().toLowerCase();
  const fields = media === 'application/x-www-form-urlencoded' ? formFields(body.text) : null;
  if (fields !== null) return { type: null, words: formWords(fields) };
  return {
    type,
    words: [`--data-raw ${shellWord(media === 'application/json' ? indented(body.text) : body.text)}`],
  };
}

function formWords(fields: Extract<CurlBody, { fields: unknown }>['fields']): readonly string[] {
  return Object.entries(fields).map(
    ([name, value]) =>
      `--data-urlencode ${typeof value === 'string' ? shellWord(`${name}=${value}`) : `"${name}=$${value.variable}"`}`,
  );
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

/** JSON with a line for each field; a text that would be another spelling of its value stays. */
function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const long = JSON.stringify(value, null, 2);
    return text === JSON.stringify(value) ? long : text;
  } catch {
    return text;
  }
}

/** A text as one word for a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
