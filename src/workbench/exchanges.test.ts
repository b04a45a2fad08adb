import { expect, it } from 'vitest';
import { openDesk } from '../sandbox/testing/desk.ts';
import type { ExchangePage } from '../shared/workbench.ts';
import { type Exchanges, readOn } from './exchanges.ts';

function openReader() {
  const desk = openDesk();
  let asked = 0;
  const pageAfter = async (id: number): Promise<ExchangePage> => {
    asked += 1;
    if (asked > 20) throw new Error('It asks again and again.');
    return (await desk.control('GET', `/exchanges/after/${id}/`)).body as ExchangePage;
  };
  return { desk, read: (known?: Exchanges) => readOn(known, pageAfter) };
}

it('what came since is read, newest first', async () => {
  const { desk, read } = openReader();
  await desk.get('/roles/');
  const known = await read();
  expect(known.rows.map(({ path }) => path)).toEqual(['/api/v1/roles/', '/api/v1/oauth/token/']);
  await desk.get('/audits/');
  expect((await read(known)).rows.map(({ id }) => id)).toEqual([3, 2, 1]);
});

it('after a reset there is nothing, for a page that was open and for one that is opened', async () => {
  const { desk, read } = openReader();
  await desk.get('/roles/');
  const known = await read();
  await desk.control('POST', '/reset/');
  expect((await read(known)).rows).toEqual([]);
  expect((await read()).rows).toEqual([]);
});
