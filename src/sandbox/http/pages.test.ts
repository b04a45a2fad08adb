import { describe, expect, it } from 'vitest';
import { manager, openDesk } from '../testing/desk.ts';
import { creation } from '../testing/two-firms.ts';
import { page } from './result.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

async function ask(query: string, count: number) {
  const all = rows(count);
  const answer = await page(
    { count, entries: (from, to) => all.slice(from, to).map((row) => JSON.stringify(row)) },
    {
      method: 'GET',
      path: '/api/v1/roles/',
      query,
      origin: 'http://localhost:81',
      header: () => undefined,
      body: new Uint8Array(),
    },
    (entity) => entity,
  );
  const body = JSON.parse(answer.body) as { results?: readonly { id: number }[] }; // what page just wrote
  return { ...body, status: answer.status, ids: body.results?.map(({ id }) => id) };
}
const address = 'http://localhost:81/api/v1/roles/';

describe('decisions §3.2 links', () => {
  it('the first of three pages', async () => {
    expect(await ask('', 45)).toMatchObject({
      count: 45,
      next: `${address}?page=2`,
      previous: null,
      ids: rows(20).map(({ id }) => id),
    });
  });
  it('previous of page 2 carries no page', async () => {
    expect(await ask('page=2', 45)).toMatchObject({ next: `${address}?page=3`, previous: address });
  });
  it('the last page', async () => {
    expect(await ask('page=3', 45)).toMatchObject({
      next: null,
      previous: `${address}?page=2`,
      ids: [41, 42, 43, 44, 45],
    });
  });
  it('other parameters are kept', async () => {
    expect(await ask('page_size=2&associated_model=A%26B&page=2', 6)).toMatchObject({
      next: `${address}?associated_model=A%26B&page=3&page_size=2`,
      previous: `${address}?associated_model=A%26B&page_size=2`,
      ids: [3, 4],
    });
  });
});

describe('decisions §3.3 page_size', () => {
  it.each([
    ['page_size=100', 100],
    ['page_size=101', 100],
    ['page_size=99999999999999999999', 100],
    ['page_size=0', 20],
    ['page_size=-5', 20],
    ['page_size=ten', 20],
    ['page_size=5.5', 20],
    ['page_size=', 20],
    ['page_size=1', 1],
    ['page_size=3&page_size=7', 7],
  ])('%s', async (query, size) => {
    expect((await ask(query, 150)).ids).toHaveLength(size);
  });
});

describe('decisions §3.3 page', () => {
  it.each(['0', '-1', 'two', '1.0', '4', '1e0', ' 1', 'Last'])('%s of three is 404', async (number) => {
    expect(await ask(`page=${number}`, 45)).toMatchObject({ status: 404, detail: 'Invalid page.' });
  });
  it.each([
    ['page=last', [41, 42, 43, 44, 45]],
    ['page=3', [41, 42, 43, 44, 45]],
  ])('%s', async (query, ids) => {
    expect((await ask(query, 45)).ids).toEqual(ids);
  });
  it('page= is page 1', async () => {
    expect(await ask('page=', 45)).toMatchObject({ next: `${address}?page=2`, previous: null });
  });
  it.each(['', 'page=1', 'page=last'])('an empty list, %j', async (query) => {
    expect(await ask(query, 0)).toMatchObject({ status: 200, count: 0, next: null, previous: null, ids: [] });
  });
  it('page 2 of an empty list is 404', async () => {
    expect((await ask('page=2', 0)).status).toBe(404);
  });
  it('a full last page has no next', async () => {
    expect(await ask('page=2', 40)).toMatchObject({ next: null });
  });
});

describe('decisions §3 every list', () => {
  it.each([
    ['/work-packages/', ['wp', 'wp-nl']],
    ['/client-organisations/', ['group', 'trial']],
    ['/client-organisations/group/legal-entities/', ['group', 'sub', 'leaf']],
    ['/audits/', ['audit', 'consolidated']],
    ['/audits/consolidated/component-audits/', ['component', 'wide']],
    ['/audits/audit/component-audits/', []],
    ['/audits/audit/users/', ['Anna.Smit@firm.example']],
  ])('%s has the envelope, in order of creation', async (path, ids) => {
    const { body } = await openDesk().get(path);
    expect(body).toEqual({
      count: ids.length,
      next: null,
      previous: null,
      results: ids.map((id) => expect.objectContaining({ id })),
    });
  });
  it('pages follow each other to the end, without a gap, a double or another firm', async () => {
    const desk = openDesk();
    for (let index = 0; index < 25; index += 1) {
      await desk.post('/audits/', {
        ...creation,
        id: `new-${String(index)}`,
        work_package_id: 'wp-nl',
        language: 'nl',
      });
      await desk.post(
        '/audits/',
        { ...creation, id: `new-${String(index)}`, work_package_id: 'wp-nl', language: 'nl' },
        'south-manager',
      );
    }
    await desk.call('DELETE', '/audits/new-3/');
    await desk.advance(3);
    const ids: string[] = [];
    let next: string | null = '/audits/?page_size=7';
    while (next !== null) {
      const { body } = await desk.get(next);
      const {
        count,
        next: link,
        results,
      } = body as {
        count: number;
        next: string | null;
        results: readonly { id: string }[];
      };
      expect(count).toBe(26);
      ids.push(...results.map(({ id }) => id));
      next = link === null ? null : link.slice(link.indexOf('/audits/'));
    }
    const made = Array.from({ length: 25 }, (_, index) => `new-${String(index)}`).filter(
      (id) => id !== 'new-3',
    );
    expect(ids).toEqual(['audit', 'consolidated', ...made]);
  });
  it("links carry the request's own host", async () => {
    const desk = openDesk();
    const { body } = await desk.get('/audits/?page_size=1', manager);
    expect(body).toMatchObject({ next: 'http://127.0.0.1:4000/api/v1/audits/?page=2&page_size=1' });
  });
});
