import { expect, test } from 'vitest';
import { openNetwork } from '../src/main/desktop/network.ts';
import { asNetwork, Connections } from '../tools/electron-standin/network.ts';
import { createOverEndingConnections } from './ending-connections.ts';

test('over connections that end at random, what reaches the service is what the engine sent, and each is there once', async () => {
  const { sent, reached, there, done, named } = await createOverEndingConnections(
    60,
    1,
    openNetwork(asNetwork),
  );
  expect({ reached, there, done, named }).toEqual({ reached: sent, there: 60, done: 60, named: 0 });
  expect(sent).toBeGreaterThan(60);
});

test('the same on connections that are kept, as Electron has them by itself, has requests that nobody sent', async () => {
  const kept = new Connections();
  const network = openNetwork({
    ...asNetwork,
    openLine: () => Object.assign(kept, { closeAllConnections: async () => {} }),
  });
  const { sent, reached, there, done, named } = await createOverEndingConnections(60, 1, network);
  expect(reached).toBeGreaterThan(sent);
  expect(there).toBeGreaterThan(60);
  expect(done + named).toBe(60);
  expect(named).toBeGreaterThan(0); // but what came twice is told
});
