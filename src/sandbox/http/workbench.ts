import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';

/** All files of the built page (scripts/workbench.mjs), by what comes after `/__sandbox/`. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '': ['index.html', 'text/html; charset=utf-8'],
  'page/index.js': ['page/index.js', 'text/javascript; charset=utf-8'],
  'page/index.css': ['page/index.css', 'text/css; charset=utf-8'],
};

/** Answers a request for the workbench's page from the folder that it was built into; null for every other. */
export function createWorkbenchPage(folder: string | undefined): (request: ServiceRequest) => Answer | null {
  // At once: a start with newer sources builds another page in the place of this one.
  const texts = new Map(
    Object.values(files).map(([file]) => [file, folder === undefined ? null : read(join(folder, file))]),
  );
  return ({ method, path }) => {
    const found = files[path.slice('/__sandbox/'.length)];
    if (found === undefined) return null;
    if (method !== 'GET') return methodNotAllowed(method, ['GET']);
    const [file, type] = found;
    const text = texts.get(file) ?? null;
    if (text === null) return file === 'index.html' ? notBuilt : notFound;
    const nonce = randomBytes(16).toString('base64');
    const headers = { ...protection(nonce), 'Content-Type': type };
    const meta = `<meta property="csp-nonce" nonce="${nonce}">`;
    return {
      status: 200,
      headers,
      body: file === 'index.html' ? text.replace('<head>', `<head>${meta}`) : text,
    };
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const unframed = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** Nothing from elsewhere; styles made at run time, as by the components, carry the page's nonce. */
function protection(nonce: string): Readonly<Record<string, string>> {
  return {
    ...unframed,
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; '),
  };
}

const notBuilt: Answer = {
  status: 503,
  headers: { ...unframed, 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'The workbench is not built. Start the service with `npm run sandbox -- --control`, which builds it, then reload.\n',
};
