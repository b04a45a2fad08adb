import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import { connectionsChanged, connectionsQuery } from './connections.ts';

afterEach(() => vi.unstubAllGlobals());

test('security 41: nothing that was read through a connection stays when it is gone', async () => {
  const connection = (id: string) => ({ id, name: id });
  let known = [connection('one'), connection('two')];
  vi.stubGlobal('window', { auditDesk: { call: async () => succeed(known) } });
  const client = new QueryClient();
  await client.fetchQuery(connectionsQuery);
  client.setQueryData(['one', 'audits', 'list'], 'of the one');
  client.setQueryData(['two', 'audits', 'list'], 'of the other');
  known = [connection('two')];
  await connectionsChanged(client);
  expect(client.getQueryData(connectionsQuery.queryKey)).toEqual(known);
  expect(client.getQueryData(['one', 'audits', 'list'])).toBeUndefined();
  expect(client.getQueryData(['two', 'audits', 'list'])).toBe('of the other');
  client.clear();
});
