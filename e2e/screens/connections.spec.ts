import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect } from '@playwright/test';
import { selfSigned } from '../fixtures/certificate.ts';
import { smallFirm } from '../fixtures/small-firm.ts';
import { enterConnection } from '../journeys.ts';
import { test } from '../screen.ts';
import { openThroughSettings } from '../through-settings.ts';

test.use({ firm: smallFirm() });

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `${scheme}://127.0.0.1:${port}`;
}

function answering(listener: RequestListener): () => Promise<string> {
  return () => listen(createServer({ keepAlive: false }, listener));
}

const html = answering((_, answer) =>
  answer.setHeader('content-type', 'text/html').end('<h1>Sign in to the Wi-Fi</h1>'),
);
const redirect = answering((_, answer) =>
  answer.writeHead(302, { location: 'https://login.example/' }).end(),
);
const otherApi = answering((_, answer) =>
  answer.setHeader('content-type', 'application/json').end('{"hello":"world"}'),
);
const broken = answering((_, answer) =>
  answer.writeHead(500, { 'content-type': 'application/json' }).end('{"detail":"Internal error."}'),
);
const untrusted = () => listen(createTlsServer(selfSigned('127.0.0.1')), 'https');
const closed = async () => {
  const address = await listen(createServer());
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return address;
};

const layers: readonly (readonly [string, string, () => Promise<string>, RegExp])[] = [
  [
    'a page of HTML, as a captive portal answers',
    'Audit management API',
    html,
    /Another server answered, not this service/,
  ],
  ['a redirect', 'Audit management API', redirect, /The address leads somewhere else/],
  ['another JSON service', 'Audit management API', otherApi, /is not the audit management API/],
  [
    'a service with an error',
    'Audit management API',
    broken,
    /The service reports an internal error\..*Internal error\./,
  ],
  ['a certificate that nobody vouches for', 'Certificate', untrusted, /is self-signed/],
  ['an address where nothing answers', 'Network', closed, /Nothing answers at the address of the service/],
];

for (const [what, layer, address, sentence] of layers)
  test(`test of a connection: ${what} fails at the layer “${layer}”, and nothing typed is lost`, async ({
    renderApp,
  }) => {
    const { window } = await renderApp();
    await window.getByRole('button', { name: 'Add a connection' }).click();
    const baseUrl = await address();
    await enterConnection(
      window,
      { baseUrl, clientId: 'who', clientSecret: 'what' },
      { name: 'Wrong', kind: 'Test' },
    );
    await window.getByRole('button', { name: 'Test connection' }).click();
    const tested = window.getByRole('list', { name: 'Layers of the connection' }).getByRole('listitem');
    await expect(tested.filter({ hasText: layer })).toContainText('failed');
    await expect(window.getByText(sentence)).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Base URL' })).toHaveValue(baseUrl);
  });

test('test of a connection: wrong credentials and a used-up quota are told apart', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, { ...sandbox, clientSecret: 'not it' }, { name: 'Wrong', kind: 'Test' });
  await window.getByRole('button', { name: 'Test connection' }).click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Client id and secret' })).toContainText(
    'failed',
  );
  await sandbox.control('POST', 'faults/', {
    path: '/api/v1/oauth/token/',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '42' },
    body: { detail: 'Request was throttled. Expected available in 42 seconds.' },
  });
  await window.getByRole('button', { name: 'Test connection' }).click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Quota' })).toContainText('failed');
});

test('addresses that would give the secret away are refused in the form', async ({ renderApp }) => {
  const { window } = await renderApp();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const address = window.getByRole('textbox', { name: 'Base URL' });
  for (const [typed, sentence] of [
    ['http://audits.example.com', /must start with https/],
    ['https://me:pw@audits.example.com', /name or password before an @/],
    ['audits', /not an address/],
  ] as const) {
    await address.fill(typed);
    await address.blur();
    await expect(address).toHaveAccessibleDescription(sentence);
  }
});

test('C4: production is marked in words and colour, in the window and its title', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({
    service: sandbox,
    connection: { name: 'Real firm', kind: 'production' },
  });
  const band = window.getByRole('banner', { name: 'Environment' });
  await expect(band).toContainText('PRODUCTION');
  await expect(band).toContainText('Real firm');
  await expect(window).toHaveTitle(/Production/i);
  const production = await band.evaluate(
    (element) =>
      getComputedStyle(element, '::before').backgroundColor + getComputedStyle(element).borderTopColor,
  );
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Trial firm', kind: 'Test' });
  await window.getByRole('button', { name: 'Save connection' }).click();
  await expect(band).toContainText('TEST');
  expect(
    await band.evaluate(
      (element) =>
        getComputedStyle(element, '::before').backgroundColor + getComputedStyle(element).borderTopColor,
    ),
  ).not.toBe(production);
  await window.getByRole('button', { name: 'Switch connection' }).click();
  await window.getByRole('menuitemradio', { name: /Real firm/ }).click();
  await expect(band).toContainText('PRODUCTION');
});

test('whoever leaves while a connection is saved stays where they went, on the connection they had', async ({
  renderApp,
  sandbox,
}) => {
  const { window, hold } = await renderApp({ service: sandbox, connection: { name: 'Real firm' } });
  await openThroughSettings(window, 'Connections');
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, sandbox, { name: 'Trial firm', kind: 'Test' });
  const saved = hold('connections.save');
  await window.getByRole('button', { name: 'Save connection' }).click();
  await saved.answered;
  await window.keyboard.press('Control+2');
  await window.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  saved.release();
  await window.getByRole('button', { name: 'Switch connection' }).click();
  await expect(window.getByRole('menuitemradio', { name: /Trial firm/ })).toBeVisible();
  await expect(window.getByRole('banner', { name: 'Environment' })).toContainText('Real firm');
  expect(window.url()).toMatch(/#\/clients$/);
});
