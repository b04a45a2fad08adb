import { type Answer, detail, fieldsOf, jsonText, type ServiceRequest } from './exchange.ts';

interface Entries {
  readonly count: number;
  /** Each in JSON. */
  readonly entries: (from: number, to: number) => readonly string[];
}

const defaultSize = 20;
const largestSize = 100;

/** The page of a list that the query asks for, in its envelope (decisions.md §3). */
export function page(
  { count, entries }: Entries,
  request: ServiceRequest,
  dress: (object: string) => string,
): Answer {
  const query = fieldsOf(request.query);
  const size = pageSize(lastOf(query, 'page_size'));
  const last = Math.max(1, Math.ceil(count / size));
  const number = pageNumber(lastOf(query, 'page'), last);
  if (number === null) return detail(404, 'Invalid page.');
  const link = (target: number) => addressOf(request, query, target);
  const envelope = JSON.stringify({
    count,
    next: number < last ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
  });
  const results = entries((number - 1) * size, number * size).map(dress);
  return jsonText(200, dress(`${envelope.slice(0, -1)},"results":[${results.join()}]}`));
}

function lastOf(query: URLSearchParams, name: string): string | undefined {
  return query.getAll(name).at(-1);
}

function pageSize(text: string | undefined): number {
  if (text === undefined || !/^\d+$/.test(text)) return defaultSize;
  const size = Number(text);
  return size === 0 ? defaultSize : Math.min(size, largestSize);
}

function pageNumber(text: string | undefined, last: number): number | null {
  if (text === undefined || text === '') return 1;
  if (text === 'last') return last;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= last ? number : null;
}

// The parameters of the request, in alphabetical order as in Django REST framework; page 1 goes without its number.
function addressOf(request: ServiceRequest, query: URLSearchParams, target: number): string {
  const changed = new URLSearchParams(query);
  changed.delete('page');
  if (target > 1) changed.set('page', String(target));
  changed.sort();
  const text = changed.toString();
  return `${request.origin}${request.path}${text === '' ? '' : `?${text}`}`;
}
