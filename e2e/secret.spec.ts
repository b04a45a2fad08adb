import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './app.ts';
import { findIn, findInFiles } from './canary.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { storedSecrets } from './keychain.ts';
import { leaksIn } from './leaks.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { openThroughSettings } from './through-settings.ts';

const canary = 'cAnary+7&Zq=%/"tér 4f1d09e2b7';
test.use({ firm: smallFirm({ clientSecret: canary }) });

test('security 38: the secret is in the keychain and nowhere else, the token nowhere at all', async ({
  launch,
  sandbox,
  folder,
  keychainService,
}) => {
  const proxy = await startRecordingProxy(sandbox.baseUrl);
  const running = await launch({ env: { AUDIT_DESK_LOG_LEVEL: 'debug' } });
  const { window } = running;
  await connect(window, { ...sandbox, baseUrl: proxy.baseUrl });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await window.getByRole('row', { name: /Noorderhaven Groep/ }).click();
  await expect(window.getByRole('heading', { level: 1, name: /Noorderhaven Groep/ })).toBeVisible();
  await openThroughSettings(window, 'Connections');
  await expect(window.getByText('In the keychain', { exact: false }).first()).toBeVisible();
  const shown = await window.content();
  await running.close();
  proxy.end();

  // What the search at the end of every test is made with.
  const recorded = readFileSync(test.info().outputPath('secrets.jsonl'), 'utf8');
  expect(recorded).toContain(JSON.stringify(canary));

  expect((await storedSecrets(keychainService)).map(({ secret }) => secret)).toEqual([canary]);

  const tokens = proxy.requests
    .filter(({ path }) => path.endsWith('/oauth/token/'))
    .map(({ answer }) => String((JSON.parse(answer) as { access_token: unknown }).access_token)); // specification, "Access token response"
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) expect(recorded).toContain(JSON.stringify(token));
  for (const { path, headers, body } of proxy.requests) {
    const isTokenRequest = path.endsWith('/oauth/token/');
    expect(findIn(Buffer.from(path + JSON.stringify(headers)), canary)).toEqual([]);
    expect(new URLSearchParams(body).get('client_secret')).toBe(isTokenRequest ? canary : null);
    // Without a token: the token request, and the greeting that finds out who answers before it is shown a secret.
    if (headers.authorization !== undefined)
      expect(tokens.map((token) => `Bearer ${token}`)).toContain(headers.authorization);
  }

  for (const secret of [canary, ...tokens]) {
    expect(findInFiles(folder, secret)).toEqual([]);
    expect(findIn(Buffer.from(running.output() + shown), secret)).toEqual([]);
    for (const { kind, operation, body } of running.traffic()) {
      const goesIn =
        kind === 'call' && secret === canary && /^connections\.(test|save)$/.test(operation ?? '');
      expect(goesIn ? [] : findIn(Buffer.from(body), secret), `${kind} ${operation}`).toEqual([]);
    }
  }
});

test('security 39: neither secret nor token is in the memory of a page', async ({ launch, sandbox }) => {
  const proxy = await startRecordingProxy(sandbox.baseUrl);
  const { window } = await launch();
  await connect(window, { ...sandbox, baseUrl: proxy.baseUrl });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  const token = proxy.requests
    .filter(({ path }) => path.endsWith('/oauth/token/'))
    .map(({ answer }) => String((JSON.parse(answer) as { access_token: unknown }).access_token))
    .at(-1);
  const heap = await heapOf(window);
  expect(heap.includes('Noorderhaven Groep')).toBe(true); // what is on the screen is found
  expect(findIn(heap, String(token))).toEqual([]);
  expect(findIn(heap, canary)).toEqual([]);
  proxy.end();
});

/** All that the memory of a page holds, after what nothing refers to has gone. */
async function heapOf(window: Page): Promise<Buffer> {
  const session = await window.context().newCDPSession(window);
  const chunks: Buffer[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(Buffer.from(chunk)));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: false, reportProgress: false });
  await session.detach();
  return Buffer.concat(chunks);
}

test('the search for leaks finds them, wherever they are and however they are spelled', async ({
  folder,
}) => {
  const body = Buffer.from(`id:${canary}`).toString('base64');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, 'logs', 'main.log'), encodeURIComponent(canary));
  const traffic = [
    { kind: 'answer', channel: 'c', operation: 'connections.save', body },
    { kind: 'call', channel: 'c', operation: 'connections.save', body: canary },
  ] as const;
  const found = leaksIn({ folder, output: canary, traffic }, [canary]);
  expect(found.map((line) => line.replace(folder, ''))).toEqual([
    expect.stringMatching(/^cAna… in .logs.main\.log: URL-encoded$/),
    'cAna… in the output: raw',
    expect.stringMatching(/^cAna… between page and main: base64/),
  ]);
  expect(leaksIn({ folder, output: canary, traffic }, ['another secret'])).toEqual([]);
});

test('the search for a canary finds each spelling of it', () => {
  const hidden = [
    canary,
    encodeURIComponent(canary),
    new URLSearchParams({ client_secret: canary }).toString(),
    JSON.stringify({ secret: canary }),
    Buffer.from(canary).toString('base64'),
    Buffer.from(`id:${canary}`).toString('base64'),
    Buffer.from(`x${canary}y`).toString('base64'),
  ];
  for (const text of hidden)
    expect(findIn(Buffer.from(`before ${text} after`), canary), text).not.toEqual([]);
  expect(findIn(Buffer.from(canary, 'utf16le'), canary)).toEqual(['UTF-16']);
  expect(findIn(Buffer.from('nothing of it'), canary)).toEqual([]);
});
