import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spellings under which a secret could lie somewhere: raw, in a URL or a form, in JSON, as base64, as UTF-16. */
function spellings(secret: string): readonly (readonly [string, Buffer])[] {
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const base64 = [0, 1, 2].map((shift) => {
    // At each of the three alignments, without the characters that depend on the neighbours.
    const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  return [
    ['raw', Buffer.from(secret)],
    ['URL-encoded', Buffer.from(encodeURIComponent(secret))],
    ['form-encoded', Buffer.from(form)],
    ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ...base64.map((text, shift) => [`base64 +${shift}`, Buffer.from(text)] as const),
  ];
}

/** Where a secret is found in bytes, by the name of its spelling; nothing found is an empty list. */
export function findIn(bytes: Buffer, secret: string): readonly string[] {
  return spellings(secret).flatMap(([name, spelling]) => (bytes.includes(spelling) ? [name] : []));
}

/** Every file below a folder that holds a secret in any spelling: `file: spelling`. */
export function findInFiles(folder: string, secret: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => findIn(contentOf(file), secret).map((spelling) => `${file}: ${spelling}`));
}

function entriesOf(folder: string): readonly Dirent[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true });
    } catch (error) {
      // A temporary folder of Chromium's may go while it is looked through: then all is looked through again.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT' && existsSync(folder)))
        throw error;
    }
  }
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0); // gone since it was listed: a temporary file of Chromium's
  }
}
