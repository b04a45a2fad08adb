import { expect } from '@playwright/test';
import { test } from './app.ts';
import { findIn, findInFiles } from './canary.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { connect } from './journeys.ts';
import { storedSecrets } from './keychain.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const canary = 'cAnary+7&Zq=%/"tér 4f1d09e2b7';
test.use({ firm: smallFirm({ clientSecret: canary }) });

test('security 38: the secret is in the keychain and nowhere else, the token nowhere at all', async ({
  launch,
  sandbox,
  folder,
  keychainService,
}) => {
  const proxy = await startRecordingProxy(sandbox.baseUrl);
  const output: string[] = [];
  const running = await launch({ env: { AUDIT_DESK_LOG_LEVEL: 'debug' } });
  running.app.process().stdout?.on('data', (text) => output.push(String(text)));
  running.app.process().stderr?.on('data', (text) => output.push(String(text)));
  const { window } = running;
  await connect(window, { ...sandbox, baseUrl: proxy.baseUrl });
  await expect(window.getByText('2 shown of 2')).toBeVisible();
  await window.getByRole('row', { name: /Noorderhaven Groep/ }).click();
  await expect(window.getByRole('heading', { level: 1, name: /Noorderhaven Groep/ })).toBeVisible();
  await window.getByRole('link', { name: 'Connections' }).click();
  await expect(window.getByText('In the keychain', { exact: false }).first()).toBeVisible();
  const shown = await window.content();
  await running.close();
  proxy.end();

  expect((await storedSecrets(keychainService)).map(({ password }) => password)).toEqual([canary]);

  const tokens = proxy.requests
    .filter(({ path }) => path.endsWith('/oauth/token/'))
    .map(({ answer }) => String((JSON.parse(answer) as { access_token: unknown }).access_token)); // specification, "Access token response"
  expect(tokens.length).toBeGreaterThan(0);
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
    expect(findIn(Buffer.from(output.join('') + shown), secret)).toEqual([]);
    for (const { kind, operation, body } of running.traffic()) {
      const goesIn =
        kind === 'call' && secret === canary && /^connections\.(test|save)$/.test(operation ?? '');
      expect(goesIn ? [] : findIn(Buffer.from(body), secret), `${kind} ${operation}`).toEqual([]);
    }
  }
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
