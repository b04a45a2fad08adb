import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { onStandIn, test } from './app.ts';
import { startAskingProxy } from './asking-proxy.ts';
import { findIn, findInFiles } from './canary.ts';
import { smallFirm } from './fixtures/small-firm.ts';
import { enterConnection } from './journeys.ts';
import { credentials } from './keychain.ts';

const host = 'audits.example';
const password = 'pRoxy-canary 7&"ü 91c';
test.use({ firm: smallFirm() });

/** Presses a key, for which the window closes before the key is let go. */
async function endWith(question: Page, key: string): Promise<void> {
  const closed = question.waitForEvent('close');
  await question.keyboard.press(key).catch(() => undefined);
  await closed;
}

test('security 39: a proxy asks for a password: a window of main asks a person, the keychain keeps it, and token and lists pass', async ({
  launch,
  sandbox,
  folder,
  keychainService,
}) => {
  test.skip(!onStandIn, 'Electron trusts the certificates of the system only');
  const proxy = await startAskingProxy(sandbox.baseUrl, host, { user: 'anna', password });
  const trusted = join(folder, 'proxy.pem');
  writeFileSync(trusted, proxy.certificate);
  const options = { args: [`--proxy-server=${proxy.address}`], env: { NODE_EXTRA_CA_CERTS: trusted } };
  const running = await launch(options);
  const { app, window } = running;
  const service = { ...sandbox, baseUrl: `https://${host}` };
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await enterConnection(window, service, { name: 'Kantoor Noord', kind: 'Test' });
  const save = window.getByRole('button', { name: 'Save connection' });

  await test.step('Escape is a no: the proxy is named, and nothing asks again by itself', async () => {
    const asked = app.waitForEvent('window');
    await save.click();
    const question = await asked;
    await expect(question.getByText('Kantoor <b>Noord</b>')).toBeVisible();
    await expect(question.getByText(proxy.address)).toBeVisible();
    await expect(question.getByRole('textbox', { name: 'User name' })).toBeFocused();
    await endWith(question, 'Escape');
    await expect(window.getByText('The proxy of this network asks for a sign-in (407).')).toBeVisible();
    expect(app.windows()).toHaveLength(1);
  });

  await test.step('what it refuses is asked anew, and Enter answers', async () => {
    for (const [given, refusal] of [
      ['wrong', 0],
      [password, 1],
    ] as const) {
      const asked = app.waitForEvent('window');
      if (refusal === 0) await save.click();
      const question = await asked;
      await expect(question.getByText('The proxy did not accept what it was given.')).toHaveCount(refusal);
      await question.getByRole('textbox', { name: 'User name' }).fill('anna');
      await question.getByLabel('Password').fill(given);
      await endWith(question, 'Enter');
    }
    await expect(window.getByText('2 shown of 2')).toBeVisible();
  });

  expect(new Set(proxy.asked)).toEqual(new Set(['', 'anna:wrong', `anna:${password}`]));
  expect(proxy.passed).toContainEqual(expect.stringMatching(/^POST .*\/oauth\/token\/$/));
  expect(proxy.passed).toContainEqual(expect.stringMatching(/^GET .*\/audits\//));
  const kept = await credentials(keychainService);
  expect(kept.filter(({ account }) => account.startsWith('proxy '))).toEqual([
    {
      account: `proxy ${proxy.address} Kantoor <b>Noord</b>`,
      password: JSON.stringify({ user: 'anna', password }),
    },
  ]);
  expect(findIn(Buffer.from(await window.content()), password)).toEqual([]);
  await running.close();
  for (const { body } of running.traffic()) expect(findIn(Buffer.from(body), password)).toEqual([]);
  expect(findIn(Buffer.from(running.output()), password)).toEqual([]);
  expect(findInFiles(folder, password)).toEqual([]);

  // The proxy lets through only what comes with the password; Chromium opens lines beside these that ask without.
  const before = proxy.passed.length;
  const again = await launch({ ...options, userData: running.userData });
  await expect(again.window.getByText('2 shown of 2')).toBeVisible();
  const sinceThen = () => proxy.passed.slice(before);
  await expect.poll(sinceThen).toContainEqual(expect.stringMatching(/^GET .*\/audits\//));
  expect(again.app.windows()).toHaveLength(1);
  proxy.end();
});
