export const shells = ['posix', 'powershell', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** A text as one word for a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same for PowerShell, which takes the curly single quotes for straight ones. */
export function powershellWord(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`;
}

/**
 * The same for Windows' own prompt, and for a program that reads its command line as Windows' programs do. The prompt has no quoting
 * that keeps variables from being put in, and none that keeps a line together: each `%` ends a quoted part and is escaped
 * outside it; a line break cannot be in a word, so null is answered for a text with one.
 */
export function cmdWord(text: string): string | null {
  if (/[\r\n\0]/.test(text)) return null;
  // For the program: a quote is \", and backslashes before a quote or the end are doubled. For the prompt: every sign that it
  // would act on has a caret before it, the quotes too, so that it never is within quotes, where carets are plain.
  const forProgram = `"${text.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote === '"' ? '\\"' : ''))}"`;
  return forProgram.replace(/[()%!^"<>&|]/g, '^$&');
}
