import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { fail } from '../../shared/error.ts';
import { openApp } from '../testing/app.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preferences-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('security 49: a page gives background work more of the limits only when a person says so; less goes unasked', async () => {
  const app = openApp(folder, openDesk());
  const share = async () => (await app.call('preferences.read', {})) as unknown;
  app.person.answerWith(false);
  expect(await app.call('preferences.change', { bulkHeadroom: 0.9, theme: 'dark' })).toEqual(
    fail('declined'),
  );
  expect(await share()).toMatchObject({ value: { bulkHeadroom: 0.8, theme: 'system' } });
  expect(await app.call('preferences.change', { bulkHeadroom: 0.5 })).toMatchObject({ ok: true });
  expect(app.person.asked).toEqual([{ kind: 'background-share', from: 0.8, to: 0.9 }]);
  app.person.answerWith(true);
  expect(await app.call('preferences.change', { bulkHeadroom: 0.6 })).toMatchObject({ ok: true });
  expect(await share()).toMatchObject({ value: { bulkHeadroom: 0.6 } });
  expect(app.person.asked).toHaveLength(2);
  await app.close();
});

test('security 49: where a policy decides it, nobody is asked', async () => {
  const app = openApp(folder, openDesk(), undefined, '{"bulkHeadroom":0.5}');
  expect(await app.call('preferences.change', { bulkHeadroom: 0.9 })).toEqual(fail('managed'));
  expect(app.person.asked).toEqual([]);
  await app.close();
});
