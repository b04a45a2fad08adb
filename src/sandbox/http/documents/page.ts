import { hash } from 'node:crypto';
import type { Answer } from '../exchange.ts';
import { type Html, html } from './html.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

// Only this style and this script, and nothing from elsewhere. The page keeps its referrer, since a browser without one would
// send the login form without an origin.
const protection = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${source(style)}`,
    `script-src ${source(script)}`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

export function page(
  status: number,
  title: string,
  content: Html,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { html: body } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
</head>
<body>
${content}
<script>${{ html: script }}</script>
</body>
</html>
`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...protection, ...headers }, body };
}

/** The login form. `refused`: the login before was wrong. */
export function loginPage(refused: boolean): Answer {
  const complaint = refused
    ? html`<p class="complaint" id="complaint" role="alert">There is no service account with this client id and secret.</p>`
    : null;
  const content = html`<main class="login">
<h1>Audit Management API</h1>
<p>The documentation is open to the service accounts of this service.</p>
${complaint}
<form method="post" action="/api/v1/docs/">
<label for="client_id">Client id</label>
<input id="client_id" name="client_id" required autocomplete="username" autocapitalize="none" spellcheck="false" autofocus${refused ? html` aria-describedby="complaint"` : null}>
<label for="client_secret">Client secret</label>
<input id="client_secret" name="client_secret" type="password" required autocomplete="current-password">
<button>Open the documentation</button>
</form>
</main>`;
  return refused
    ? page(401, 'Log in · Audit Management API', content, { 'WWW-Authenticate': 'Bearer' })
    : page(200, 'Log in · Audit Management API', content);
}
