import { isRecord } from '../../shared/model/tolerant.ts';
import type { Evidence } from '../../shared/operations/inspection.ts';
import {
  type Faults,
  instead,
  missing,
  plainly,
  statusFaults,
  type Thing,
  typeOf,
  unlessUnseen,
  within,
  wordOf,
} from './fields.ts';
import { entriesOf, listIn, listQuestions, type Observed, type Survey } from './survey.ts';

const largestPage = 100; // entries

function listsIn(survey: Survey): readonly Observed[] {
  return listQuestions.flatMap((question) => survey[question] ?? []).filter(({ status }) => status === 200);
}

export function envelopesFaults(survey: Survey): Faults | null {
  const asked = listsIn(survey);
  return asked.length === 0
    ? null
    : asked.flatMap((observed) => within([place(observed)], envelopeFaults(observed)));
}

/** The path without ids and queries: what the report says of it holds for all. */
export function place({ path }: Observed): string {
  const [list = '', rest] = path
    .replace(/\?.*$/, '')
    .replace('/api/v1/', '')
    .split(/\/[^/]+\/(?=.)/);
  return rest === undefined ? list : `${list}/…/${rest}`;
}

function envelopeFaults({ json }: Observed): Faults {
  if (!isRecord(json)) return [instead([], typeOf(json), { type: 'envelope' })];
  const missed = ['count', 'next', 'previous', 'results'].filter((key) => !Object.hasOwn(json, key));
  const { results } = json;
  return [
    ...missed.map((key) => missing([key])),
    ...(results === undefined || Array.isArray(results)
      ? []
      : [instead(['results'], typeOf(results), { type: 'list' })]),
    ...['next', 'previous'].flatMap((key) =>
      [undefined, null].some((none) => none === json[key]) || typeof json[key] === 'string'
        ? []
        : [instead([key], typeOf(json[key]), { type: 'textOrNull' })],
    ),
  ];
}

/** Of lists that have an envelope: a plain list has no count. Only a list that was read to its end shows whether its count is true. */
export function countsFaults(survey: Survey): Faults | null {
  const asked = listsIn(survey).flatMap((observed) =>
    isRecord(observed.json) && listIn(observed) !== null
      ? [{ at: place(observed), json: observed.json }]
      : [],
  );
  const isSeen =
    asked.some(({ json: { next, previous } }) => next === null && previous === null) ||
    (survey.auditsLast?.status === 200 && entriesOf(survey.auditsWhole).length === largestPage);
  return unlessUnseen(isSeen, [
    ...asked.flatMap(({ at, json }) => within([at], faultsOfCount(json))),
    ...lastPageFaults(survey),
  ]);
}

/** `before`: how many entries are on the pages before, where that is known. */
function faultsOfCount({ count, next, previous, results }: Thing, before?: number): Faults {
  if (typeof count !== 'number') return [instead(['count'], typeOf(count), { type: 'number' })];
  const there = (before ?? (isLink(previous) ? 1 : 0)) + (Array.isArray(results) ? results.length : 0);
  const isLast = next === null && (previous === null || before !== undefined);
  if (isLast) return count === there ? [] : [instead(['count'], wordOf(count), there)];
  const least = there + (isLink(next) ? 1 : 0);
  return count >= least ? [] : [{ ...instead(['count'], wordOf(count), least), kind: 'tooFew' }];
}

/** Where a list has more than a page, its last page shows whether its count is true. */
function lastPageFaults({ auditsWhole, auditsLast: last }: Survey): Faults {
  const full = entriesOf(auditsWhole).length;
  if (last === undefined || full !== largestPage) return [];
  const page = Number(new URLSearchParams(last.path.split('?')[1]).get('page'));
  if (last.status !== 200) return within([place(last), `page=${String(page)}`], statusFaults(last, 200));
  const faults = isRecord(last.json) ? faultsOfCount(last.json, (page - 1) * full) : [];
  return within([place(last)], faults);
}

export function pageSizeFaults(survey: Survey): Faults | null {
  const seen = entriesOf(survey.auditsWhole).length;
  // Each page with the size that it has where it is full: another tells of none if there may be no more.
  const pages = [
    { question: 'audits', asked: 2, full: 2 },
    { question: 'auditsWhole', asked: 100, full: largestPage },
    { question: 'auditsClamped', asked: 1000, full: largestPage },
    { question: 'auditsUsual', asked: 0, full: 20 },
  ] as const;
  const told = pages.flatMap(({ question, asked, full }) => {
    const observed = survey[question];
    const list = listIn(observed);
    if (list === null) return [];
    const isFollowed = isRecord(observed?.json) && isLink(observed.json.next);
    const isKnown = isFollowed || list.length > full || seen > full;
    return isKnown ? [{ place: [`page_size=${String(asked)}`], found: list.length, full }] : [];
  });
  return unlessUnseen(
    told.length === pages.length,
    told.flatMap(({ place: at, found, full }) => (found === full ? [] : [instead(at, found, full)])),
  );
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function linkFaults({ audits, auditsNext }: Survey, baseUrl: string): Faults | null {
  const next = isRecord(audits?.json) ? audits.json.next : null;
  if (typeof next !== 'string') return null;
  const there = URL.parse(next);
  if (there === null) return [plainly(['next'], 'notAbsolute')];
  return [
    ...within(['next'], originFaults(there, baseUrl)),
    ...(there.pathname.endsWith('/api/v1/audits/') ? [] : [plainly(['next'], 'otherPath')]),
    ...within(['next'], [...parameterFaults(there, 'page_size', 2), ...parameterFaults(there, 'page', 2)]),
    ...(auditsNext === undefined ? [] : within(['page=2'], linkBackFaults(auditsNext, baseUrl))),
  ];
}

/** What of a link leads away from the address of the connection: its scheme, as behind a gateway that ends TLS, or its host. */
function originFaults({ protocol, host }: URL, baseUrl: string): Faults {
  const base = new URL(baseUrl);
  const scheme = (text: string): string => text.replace(':', '');
  if (protocol !== base.protocol) return [instead([], wordOf(scheme(protocol)), scheme(base.protocol))];
  return host === base.host ? [] : [plainly([], 'otherHost')];
}

function linkBackFaults(page: Observed, baseUrl: string): Faults {
  if (page.status !== 200) return statusFaults(page, 200);
  const previous = isRecord(page.json) ? page.json.previous : undefined;
  const back = typeof previous === 'string' ? URL.parse(previous) : null;
  if (back === null) return [notLink(previous)];
  const found = back.searchParams.get('page');
  return [
    ...within(['previous'], originFaults(back, baseUrl)),
    ...(found === null ? [] : [instead(['previous', 'page'], numberOf(found), { type: 'nothing' })]),
  ];
}

function parameterFaults({ searchParams }: URL, name: string, wanted: number): Faults {
  const found = searchParams.get(name);
  if (found === null) return [missing([name])];
  return numberOf(found) === wanted ? [] : [instead([name], numberOf(found), wanted)];
}

function numberOf(text: string): Evidence['found'] & {} {
  return /^\d{1,9}$/.test(text) ? Number(text) : typeOf(text);
}

function notLink(value: unknown): Evidence {
  return typeof value === 'string'
    ? plainly(['previous'], 'notAbsolute')
    : instead(['previous'], typeOf(value), { type: 'text' });
}

/** Audits of one and the same moment show no order. */
export function orderFaults(survey: Survey): Faults | null {
  const times = entriesOf(survey.auditsWhole).map(({ created_at: at }) => Date.parse(String(at)));
  if (new Set(times).size < 2 || times.some(Number.isNaN)) return null;
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isInOrder ? [] : [plainly(['created_at'], 'notGrowing')];
}
