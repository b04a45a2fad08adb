export interface Html {
  readonly html: string;
}
type Piece = string | number | Html | readonly Piece[] | null;

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
