import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Protocol } from 'electron';

const appScheme = 'app';
export const appOrigin = 'app://audit-desk';
export const signInPage = 'app://sign-in/sign-in.html'; // of another origin than the app's pages
export const startPage = `${appOrigin}/index.html`;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** The policy of every page; styles made at run time, as by the interface's components, carry the page's nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default', // the one of src/renderer/trusted-types.ts, which lets nothing but emptiness pass
  ].join('; ');
}

/**
 * Answers GET and HEAD on this app's own host with a file that really lies below `root`; anything else is a 4xx without a body.
 * `nonce` must be new for every answer.
 */
export async function answer(
  root: string,
  request: { readonly method: string; readonly url: string },
  nonce: string,
): Promise<Answer> {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  const refuse = (status: number): Answer => ({ status, headers, body: null });

  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const segments = pathSegments(request.url);
  if (segments === null) return refuse(404);
  const contentType = contentTypes[extname(segments.at(-1) ?? '')];
  const file = contentType === undefined ? null : await readBelow(root, segments);
  if (contentType === undefined || file === null) return refuse(404);
  const body = contentType.startsWith('text/html') ? withNonce(file.toString(), nonce) : new Uint8Array(file);
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': contentType },
    body: request.method === 'HEAD' ? null : body,
  };
}

/** The decoded segments of an address of this app; null where one of them could lead anywhere else. */
function pathSegments(url: string): readonly string[] | null {
  const match = /^app:\/\/(?:audit-desk|sign-in)(\/[^?#]*)?(?:[?#]|$)/i.exec(url);
  if (match === null) return null;
  const path = match[1] ?? '/';
  const segments = (path === '/' ? '/index.html' : path).slice(1).split('/').map(decoded);
  return segments.every((segment) => segment !== null && isPlainName(segment))
    ? segments.filter((segment) => segment !== null)
    : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Whether a segment is the name of one file or folder on every system, and not a hidden one. */
function isPlainName(segment: string): boolean {
  return /^[\w-][\w.-]*$/.test(segment);
}

async function readBelow(root: string, segments: readonly string[]): Promise<Buffer | null> {
  try {
    const realRoot = await realpath(root);
    const wanted = join(realRoot, ...segments);
    if (!wanted.startsWith(realRoot + sep) || (await realpath(wanted)) !== wanted) return null;
    return await readFile(wanted);
  } catch {
    return null; // no such file, or a folder
  }
}

/** Tells the page its nonce, where the interface's components look for it. */
function withNonce(html: string, nonce: string): string {
  return html.replace(
    /<head[^>]*>/i,
    (head) => `${head}\n    <meta property="csp-nonce" nonce="${nonce}" />`,
  );
}

/** Declares the app's own scheme; must run before the app is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

export function serveInterface(
  protocol: Pick<Protocol, 'handle'>,
  root: string,
  newNonce: () => string,
): void {
  protocol.handle(appScheme, async (request) => {
    const { status, headers, body } = await answer(root, request, newNonce());
    return new Response(body, { status, headers });
  });
}
