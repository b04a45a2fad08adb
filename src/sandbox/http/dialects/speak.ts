import { operations } from '../../../shared/api.ts';
import type { Awaitable } from '../../awaitable.ts';
import { type Answer, fieldsOf, json, type ServiceRequest } from '../exchange.ts';
import { isDictionary } from '../fields.ts';
import type { AnswerRequest } from '../router.ts';
import { operationAt } from '../routes.ts';
import type { About, Dialect, List, Noun } from './dialect.ts';
import { dialectsNamed } from './dialects.ts';
import { bodyOf, readList, wholeList } from './list.ts';

const nounOf = new Map<string, Noun>([
  ['users', 'users'],
  ['components', 'components'],
  ['audits', 'audits'],
  ['workPackages', 'work-packages'],
  ['clients', 'clients'],
  ['legalEntities', 'legal-entities'],
  ['roles', 'roles'],
]);

/** The country of an audit of the firm of a service account. */
type CountryOf = (clientId: string, id: string) => Awaitable<string | null>;

/** A service that says what it answers in dialects, too. Without a name it is the service itself. */
export function speaking(
  route: AnswerRequest,
  names: readonly string[],
  countryOf: CountryOf,
): AnswerRequest {
  const spoken = dialectsNamed(names);
  if (spoken.length === 0) return route;
  return async (request, moment) => {
    const asked = async (path: string, query = '') => {
      const { answer } = await route({ ...request, method: 'GET', path, query, body: nothing }, moment, true);
      return answer;
    };
    const handled = await route(request, moment);
    const say = async (answer: Answer, to: ServiceRequest): Promise<Answer> => {
      const about: About = {
        operation: operationAt(to.method, to.path),
        request: to,
        now: moment.now,
        look: asked,
        countryOf: (id) => (handled.clientId === null ? null : countryOf(handled.clientId, id)),
        said: async (path) =>
          say(await asked(path), { ...request, method: 'GET', path, query: '', body: nothing }),
      };
      return sayAll(answer, about, spoken);
    };
    return { ...handled, said: await say(handled.answer, request) };
  };
}

const nothing = new Uint8Array();

/** RFC 6749 says how the token endpoint refuses. */
const isOfTokens = ({ operation }: About, { status }: Answer) =>
  operation === 'tokens.issue' && status !== 429;

async function sayAll(answer: Answer, about: About, spoken: readonly Dialect[]): Promise<Answer> {
  let said = await saySuccess(answer, about, spoken);
  for (const { refuses, leaves } of spoken) {
    if (refuses !== undefined && said.status >= 400 && !isOfTokens(about, said)) said = refuses(said, about);
    if (leaves !== undefined) said = leaves(said, about);
  }
  return said;
}

async function saySuccess(answer: Answer, about: About, spoken: readonly Dialect[]): Promise<Answer> {
  const { operation } = about;
  const noun = operation === null ? undefined : nounOf.get(operation.split('.')[0] ?? '');
  if (operation === null || noun === undefined) return answer;
  if ('list' in operations[operation]) return sayList(answer, about, { spoken, noun });
  if (answer.status >= 300 || answer.body === '') return answer;
  const shown = json(answer.status, await showing(noun, spoken)(bodyOf(answer), about), answer.headers);
  if (about.request.method === 'GET') return shown;
  let written = shown;
  for (const { noun: of, wrote } of spoken)
    if (wrote !== undefined && (of === noun || of === 'errors')) written = await wrote(written, about);
  return written;
}

type Showing = (object: unknown, about: About) => Promise<unknown>;

/** How objects of a noun are shown. A component audit that is read as an audit is named, numbered and so on as a component. */
function showing(noun: Noun, spoken: readonly Dialect[]): Showing {
  const own = spoken.filter((dialect) => dialect.noun === noun);
  const ofComponents = spoken.filter((dialect) => dialect.noun === 'components');
  const facets = new Set(ofComponents.map(({ facet }) => facet));
  const asComponent = [...ofComponents, ...own.filter(({ facet }) => !facets.has(facet))];
  return async (object, about) => {
    let shown = object;
    const isComponent = noun === 'audits' && isDictionary(object) && object.audit_type === 'component';
    for (const { show } of isComponent ? asComponent : own)
      if (show !== undefined && isDictionary(shown)) shown = await show(shown, about);
    return shown;
  };
}

interface Speaker {
  readonly spoken: readonly Dialect[];
  readonly noun: Noun;
}

/** The facets of lists that a noun has itself count before those of all lists. */
function ofLists({ spoken, noun }: Speaker): readonly Dialect[] {
  const own = spoken.filter((dialect) => dialect.noun === noun);
  const isOwn = own.some(({ wrap }) => wrap !== undefined);
  return [
    ...own,
    ...spoken.filter((dialect) => dialect.noun === 'lists' && !(isOwn && dialect.wrap !== undefined)),
  ];
}

async function sayList(answer: Answer, about: About, speaker: Speaker): Promise<Answer> {
  const used = ofLists(speaker);
  const query = fieldsOf(about.request.query);
  let asked: URLSearchParams | Answer = new URLSearchParams(query);
  for (const { asks } of used)
    if (asks !== undefined && asked instanceof URLSearchParams) asked = asks(asked);
  if (!(asked instanceof URLSearchParams)) return answer.status === 200 ? asked : answer;
  const found = await looked(answer, about, { used, asked });
  if ('status' in found) return found;
  const show = showing(speaker.noun, speaker.spoken);
  const from = placeOf(found);
  const chosen = used.reduce((entries, { entries: by }) => by?.(entries) ?? entries, found.entries);
  const entries: unknown[] = [];
  for (const [at, entry] of chosen.entries()) {
    const shown = await show(entry, about);
    entries.push(used.reduce((it, { entry: by }) => (by === undefined ? it : by(it, from + at)), shown));
  }
  const linked = (link: string | null) =>
    link === null ? null : used.reduce((it, { link: by }) => by?.(it) ?? it, likeAsked(link, query));
  const list: List = { ...found, entries, next: linked(found.next), previous: linked(found.previous) };
  const wrap = used.find((dialect) => dialect.wrap !== undefined)?.wrap;
  const { count, next, previous } = list;
  const plain = found.isBare ? entries : { ...found.more, count, next, previous, results: entries };
  return json(200, wrap === undefined ? plain : wrap(list));
}

interface Asked {
  readonly used: readonly Dialect[];
  readonly asked: URLSearchParams;
}

/** The list that is answered, or another answer. */
async function looked(answer: Answer, about: About, { used, asked }: Asked): Promise<List | Answer> {
  const { path, query } = about.request;
  const isMissing = (one: Answer) => one.why?.()[0]?.rule === 'no-such-page';
  if (answer.status !== 200 && !isMissing(answer)) return answer;
  if (used.some(({ isWhole }) => isWhole === true)) {
    const entries = await wholeList(about, path, asked.toString());
    return { entries, count: entries.length, next: null, previous: null };
  }
  const own =
    new URLSearchParams(fieldsOf(query)).toString() === asked.toString()
      ? answer
      : await about.look(path, asked.toString());
  const list = readList(own);
  if (list !== null) return list;
  const beyond = used.find((dialect) => dialect.beyond !== undefined)?.beyond;
  if (beyond === undefined || !isMissing(own)) return own;
  asked.set('page', 'last');
  const last = readList(await about.look(path, asked.toString()));
  return last === null ? own : beyond(last);
}

const pageOf = (link: string | null) => Number(new URL(link ?? 'x:?page=0').searchParams.get('page') ?? '1');

/** The place of a page's first entry in the whole list. All pages but the last are full. */
function placeOf({ entries, count, next }: List): number {
  return next === null ? count - entries.length : (pageOf(next) - 2) * entries.length;
}

/** A link with the parameters of the request, whatever was looked up in place of it. */
function likeAsked(link: string, query: URLSearchParams): string {
  const [address] = link.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.delete('cursor');
  const page = pageOf(link);
  if (page > 1) parameters.set('page', String(page));
  parameters.sort();
  return `${address ?? ''}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
}
