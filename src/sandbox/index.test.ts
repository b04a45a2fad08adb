import { expect, it } from 'vitest';
import { createSandbox } from './index.ts';

// Beside the examples of docs/sandbox-library.md, which `scripts/sandbox-package.test.ts` carries out.

it.each([
  [{ data: '' }, 'data: the name of a file is required'],
  [{ initialisationSeconds: -1 }, 'initialisationSeconds: a number from 0 is required'],
  [{ initialisationSeconds: Number.NaN }, 'initialisationSeconds: a number from 0 is required'],
  [{ fixture: 'demo:nothing' }, /^fixture: there is no demo:nothing; there are demo:firm/],
  [{ fixture: 'firm' }, /expected object/],
])('%j is refused by a sentence', async (options, sentence) => {
  await expect(createSandbox(options)).rejects.toThrow(sentence);
});

it.each([
  [{}, 429],
  [{ limits: true }, 429],
  [{ limits: false }, 200],
])('with %j the eleventh token within a minute is %d', async (options, status) => {
  const sandbox = await createSandbox(options);
  const ask = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...sandbox.account });
    return (await sandbox.fetch('/api/v1/oauth/token/', { method: 'POST', body })).status;
  };
  for (let count = 0; count < 10; count += 1) expect(await ask()).toBe(200);
  expect(await ask()).toBe(status);
  await sandbox.close();
});

it('of two sandboxes each has a clock and a state of its own, and may be closed twice', async () => {
  const [one, other] = await Promise.all([createSandbox(), createSandbox({ fixture: 'demo:empty-firm' })]);
  await other.clock.freeze();
  const held = await other.clock.now();
  await one.clock.advance(3_600);
  expect(await other.clock.now()).toEqual(held);
  await one.restore(await other.snapshot());
  expect(await one.clock.now()).toEqual(held);
  await one.close();
  await one.close();
  expect(await other.clock.now()).toEqual(held);
  await other.close();
});
