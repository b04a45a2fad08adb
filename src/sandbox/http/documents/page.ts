import { type Limits, type Tier, tiers, windowNames } from '../../../shared/model/tiers.ts';
import type { Answer } from '../exchange.ts';
import { type Html, html } from './html.ts';
import { hasViewer } from './viewer.ts';

/**
 * Only the files of this page run here, and it sends to the API alone: not to the control plane, nor elsewhere. The page keeps its
 * referrer, since a browser without one would send the login form without an origin.
 */
function protectionFor(origin: string): Readonly<Record<string, string>> {
  const api = isUnnameable(origin) ? "'none'" : `${origin}/api/v1/`;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      'img-src data:',
      `connect-src ${api}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

/** A policy cannot name an IPv6 address, so no policy lets a page there send to the API alone. */
function isUnnameable(origin: string): boolean {
  return origin.includes('[');
}

interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  readonly head?: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

function page(origin: string, { status, title, content, head = html``, headers = {} }: Page): Answer {
  const { html: body } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}<link rel="stylesheet" href="page.css">
</head>
<body>
${content}
</body>
</html>
`;
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...protectionFor(origin), ...headers },
    body,
  };
}

/** The login form. `refused`: the login before was wrong. */
export function loginPage(origin: string, refused: boolean): Answer {
  const complaint = refused
    ? html`<p class="complaint" id="complaint" role="alert">There is no service account with this client id and secret.</p>`
    : null;
  const content = html`<main class="login">
<h1>Audit Management API</h1>
<p>The documentation is open to the service accounts of this service.</p>
${complaint}
<form method="post" action="./">
<label for="client_id">Client id</label>
<input id="client_id" name="client_id" required autocomplete="username" autocapitalize="none" spellcheck="false" autofocus${refused ? html` aria-describedby="complaint"` : null}>
<label for="client_secret">Client secret</label>
<input id="client_secret" name="client_secret" type="password" required autocomplete="current-password">
<button>Open the documentation</button>
</form>
</main>`;
  const title = 'Log in · Audit Management API';
  return refused
    ? page(origin, { status: 401, title, content, headers: { 'WWW-Authenticate': 'Bearer' } })
    : page(origin, { status: 200, title, content });
}

interface Reader {
  readonly clientId: string;
  readonly limits: Readonly<Record<Tier, Limits>>;
  /** What the page sends its requests with. */
  readonly token: string;
}

/** The documentation: the viewer of a package with the OpenAPI document, and the limits of the reader's firm. */
export function documentationPage(origin: string, { clientId, limits, token }: Reader): Answer {
  const absence = absenceOf(origin);
  const content = html`<header class="account">
<p>Logged in as <code>${clientId}</code>. What you send from this page changes the data of its firm and counts against its limits.
<a href="../schema/">OpenAPI document</a></p>
${limitsView(limits)}
</header>
${
  absence === null
    ? html`<div id="viewer" data-token="${token}"></div>
<noscript><p>The documentation needs JavaScript. The OpenAPI document says the same.</p></noscript>
<script src="viewer.js"></script>
<script src="page.js"></script>`
    : html`<main class="login"><p>${absence} The <a href="../schema/">OpenAPI document</a> says the same.</p></main>`
}`;
  const head = absence === null ? html`<link rel="stylesheet" href="viewer.css">\n` : html``;
  return page(origin, { status: 200, title: 'Audit Management API', content, head });
}

/** Why the viewer is not shown; null where it is. */
function absenceOf(origin: string): Html | null {
  if (!hasViewer()) return html`The viewer is not installed with this service.`;
  if (!isUnnameable(origin)) return null;
  const here = origin.replace('[::1]', 'localhost');
  return here.includes('[')
    ? html`The viewer is not shown at an IPv6 address, where it could reach more than the API. Open it by a name that <code>--allow-host</code> allows.`
    : html`The viewer is not shown at an IPv6 address, where it could reach more than the API. <a href="${here}/api/v1/docs/">Open it at localhost</a>.`;
}

function limitsView(limits: Readonly<Record<Tier, Limits>>): Html {
  const rows = tiers.map((tier) => {
    const cells = windowNames.map(
      (name) => html`<td>${limits[tier][name]?.toLocaleString('en') ?? 'unlimited'}</td>`,
    );
    return html`<tr><th scope="row"><code>${tier}</code></th>${cells}</tr>
`;
  });
  return html`<details><summary>Limits in force</summary>
<div class="table"><table>
<thead><tr><th scope="col">Tier</th><th scope="col">A minute</th><th scope="col">An hour</th><th scope="col">A day</th></tr></thead>
<tbody>${rows}</tbody></table></div></details>`;
}
