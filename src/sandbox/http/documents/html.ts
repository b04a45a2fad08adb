export interface Html {
  readonly html: string;
}
export type Piece = string | number | Html | readonly Piece[] | null;

/** Escapes every piece of a template, unless it is HTML itself. */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const text = template.map((part, index) => `${part}${written(pieces[index] ?? null)}`);
  return { html: text.join('') };
}

function written(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  return 'html' in piece ? piece.html : piece.map(written).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

export function sentence(text: string): Html {
  const pieces = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${pieces}`;
}

/** Markdown as the document uses it: headings, numbered lists, paragraphs and `code`. */
export function prose(text: string): Html {
  return html`${text.split('\n\n').map(block)}`;
}

function block(text: string): Html {
  if (text.startsWith('## ')) {
    const heading = text.slice(3);
    return html`<h2 id="${heading.toLowerCase()}">${heading}</h2>`;
  }
  if (/^\d+\. /.test(text)) {
    const entries = text.split('\n').map((line) => html`<li>${sentence(line.replace(/^\d+\. /, ''))}</li>`);
    return html`<ol>${entries}</ol>`;
  }
  return html`<p>${sentence(text)}</p>`;
}
