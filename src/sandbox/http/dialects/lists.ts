import { detail } from '../exchange.ts';
import { dialectsOf, type Form } from './dialect.ts';

const perPage = 20;

/** One entry of 50, the second of a list being the first of them. */
const odd =
  (by: (entry: unknown) => unknown): NonNullable<Form['entry']> =>
  (entry, place) =>
    place % 50 === 1 ? by(entry) : entry;

const inPlaceOf = (link: string, by: (address: URL) => void): string => {
  const address = new URL(link);
  by(address);
  return address.href;
};

const cursorOf = (page: string) => Buffer.from(`p=${page}`).toString('base64url');
const pageOf = (cursor: string) => Buffer.from(cursor, 'base64url').toString().replace('p=', '');

export const lists = dialectsOf('lists', {
  bare: {
    facet: 'envelope',
    says: 'Lists are plain arrays, however long.',
    isWhole: true,
    wrap: ({ entries }) => entries,
  },
  data: {
    facet: 'envelope',
    says: 'Lists are `{"data": […]}`, however long.',
    isWhole: true,
    wrap: ({ entries }) => ({ data: entries }),
  },
  'items-total': {
    facet: 'envelope',
    says: 'A page is `{"items", "total"}`, without links.',
    wrap: ({ entries, count }) => ({ items: entries, total: count }),
  },
  'without-count': {
    facet: 'envelope',
    says: 'A page has no `count`.',
    wrap: ({ entries, next, previous }) => ({ next, previous, results: entries }),
  },
  cursor: {
    facet: 'envelope',
    says: 'A page has no `count`, and its links have a `cursor` in place of a number.',
    asks: (query) => {
      const cursor = query.get('cursor');
      query.delete('cursor');
      query.delete('page');
      if (cursor !== null) query.set('page', pageOf(cursor));
      return query;
    },
    link: (link) =>
      inPlaceOf(link, ({ searchParams }) => {
        const page = searchParams.get('page');
        searchParams.delete('page');
        if (page !== null) searchParams.set('cursor', cursorOf(page));
      }),
    wrap: ({ entries, next, previous }) => ({ next, previous, results: entries }),
  },
  'link-relative': {
    facet: 'link',
    says: 'Links have no scheme and host.',
    link: (link) => link.replace(/^https?:\/\/[^/]+/, ''),
  },
  'link-scheme': {
    facet: 'link',
    says: 'Links have another scheme: `https` for `http`, and the other way round.',
    link: (link) => link.replace(/^http(s?):/, (_, s: string) => (s === '' ? 'https:' : 'http:')),
  },
  'link-host': {
    facet: 'link',
    says: 'Links name another host.',
    link: (link) => link.replace(/^(https?:\/\/)[^/]+/, '$1api.internal.example'),
  },
  'null-entry': {
    facet: 'entry',
    says: 'One entry of 50, the second first, is `null`.',
    entry: odd(() => null),
  },
  'text-entry': {
    facet: 'entry',
    says: 'One entry of 50, the second first, is a text.',
    entry: odd(() => 'deleted'),
  },
  'other-entry': {
    facet: 'entry',
    says: 'One entry of 50, the second first, is an object of another kind.',
    entry: odd(() => ({ type: 'tombstone', deleted: true })),
  },
  'size-ignored': {
    facet: 'size',
    says: '`page_size` is ignored: a page has 20 entries.',
    asks: (query) => {
      query.delete('page_size');
      return query;
    },
  },
  'size-capped': {
    facet: 'size',
    says: 'A page has 20 entries at most.',
    asks: (query) => {
      if (Number(query.get('page_size')) > perPage) query.set('page_size', String(perPage));
      return query;
    },
  },
  'size-refused': {
    facet: 'size',
    says: 'A `page_size` above 20 is refused with `400`.',
    asks: (query) =>
      Number(query.get('page_size')) > perPage ? detail(400, 'page_size may be at most 20.') : query,
  },
  'beyond-empty': {
    facet: 'beyond',
    says: 'A page beyond the end is empty.',
    beyond: (last) => ({ ...last, entries: [], previous: null }),
  },
  'beyond-last': {
    facet: 'beyond',
    says: 'A page beyond the end is the last one again.',
    beyond: (last) => last,
  },
  'beyond-500': {
    facet: 'beyond',
    says: 'A page beyond the end is answered with `500`.',
    beyond: () => detail(500, 'Internal server error.'),
  },
});
