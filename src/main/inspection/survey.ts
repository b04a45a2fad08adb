import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { isAddressable, type Operation, operations } from '../../shared/api.ts';
import { type AppError, fail, type Reply } from '../../shared/error.ts';
import type { GapReason } from '../../shared/inspection.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import { Audit } from '../../shared/model/audit.ts';
import { entriesIn } from '../../shared/model/page.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { readAnswer, readNext } from '../api/answer.ts';
import type { Exchange, ExchangeRequest } from '../api/exchange.ts';
import { type AnswerHeaders, readBody } from '../api/outcome.ts';
import { requestOf } from '../api/request.ts';
import { skewOf } from '../connections/clock-skew.ts';
import type { Redactor } from '../diagnostics/redaction.ts';

/** Everything that is read of a service, and what answers it: a list, an object, or a refusal. What is not there to be read is left out. */
const answers = {
  greeting: 'refusal',
  token: 'object',
  limits: 'object',
  packages: 'list',
  package: 'object',
  roles: 'list',
  auditRoles: 'list',
  audits: 'list',
  auditsNext: 'list',
  auditsWhole: 'list',
  auditsClamped: 'list',
  auditsUsual: 'list',
  auditsLast: 'list',
  auditsBeyond: 'refusal',
  auditsWithoutSlash: 'refusal',
  noAudit: 'refusal',
  audit: 'object',
  clients: 'list',
  entities: 'list',
  components: 'list',
  componentAsAudit: 'object',
  componentsOfSingle: 'list',
  users: 'list',
  schema: 'object',
} as const;
export type Question = keyof typeof answers;
const questions = Object.keys(answers) as readonly Question[]; // keys of a literal: exactly these
export const listQuestions = questions.filter((question) => answers[question] === 'list');

/** An answer as it came. `json` is undefined where the body is none. */
export interface Observed {
  readonly path: string;
  readonly status: number | 'redirected';
  readonly headers: AnswerHeaders;
  readonly json: unknown;
}

export type Survey = Readonly<Partial<Record<Question, Observed>>>;

export interface Surveyed {
  readonly survey: Survey;
  /** The same with its lists to their ends, as far as they were read on; each as one answer. */
  readonly whole: Survey;
  readonly requests: number;
  readonly ended: AppError | null;
  readonly gaps: readonly GapReason[];
  readonly clockSkewSeconds: number | null;
}

/** Where a survey sends its requests. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: () => Promise<Reply<string>>;
  /** `operation` says what a request counts against; null for none. Answers null where its tier has no room for it. */
  readonly send: (request: ExchangeRequest, operation: Operation | null) => Promise<Exchange | null>;
  readonly now: () => number;
  readonly redactor: Redactor;
}

/**
 * Asks a service everything that reading can show, each thing once, and nothing twice. Sends at most `budget` requests, stops with a
 * tier that is exhausted, and gives the secret only to what answers like this API. `readsOn`: lists are read to their ends, too.
 */
export async function surveyOf(access: ServiceAccess, budget: number, readsOn = false): Promise<Surveyed> {
  const survey: Partial<Record<Question, Observed>> = {};
  let whole: Survey = survey;
  const exhausted = new Set<Tier | null>();
  const gaps = new Set<GapReason>();
  let [requests, token] = [0, ''];
  let clockSkewSeconds: number | null = null;
  let ended: AppError | null = null;

  const send: Send = async (request, operation) => {
    const tier = operation === null ? null : operations[operation].tier;
    if (ended !== null) return null;
    if (exhausted.has(tier)) gaps.add('limits');
    else if (requests >= budget) gaps.add('budget');
    if (exhausted.has(tier) || requests >= budget) return null;
    const begun = access.now();
    const exchanged = await access.send(request, operation);
    if (exchanged === null || (exchanged.ok && exchanged.status === 429)) {
      exhausted.add(tier);
      gaps.add('limits');
    }
    if (exchanged === null) return null;
    requests += 1;
    if (!exchanged.ok && exchanged.fault.code === 'cancelled') ended = fail('cancelled').error;
    if (exchanged.ok) clockSkewSeconds ??= skewOf(exchanged.headers, begun, access.now());
    return exchanged;
  };
  const look: Look = async (question, path, operation) => {
    if (path === null) return undefined;
    const url = `${access.baseUrl}${path}`;
    const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` };
    const headers = { Accept: 'application/json', ...authorization };
    const exchanged = await send({ url, method: 'GET', headers }, operation);
    if (exchanged === null) return undefined;
    if (!exchanged.ok) {
      const { code, ...known } = exchanged.fault;
      if (code === 'redirected' && question !== null)
        survey[question] = { path, status: code, headers: new Headers(), json: undefined };
      if (!unreached.has(code) && question !== 'greeting') {
        if (code !== 'redirected') gaps.add('lost');
        return undefined; // of this one answer alone
      }
      ended = fail(code, known).error;
      return undefined;
    }
    if (exchanged.status === 429) return undefined;
    const body = readBody(exchanged.headers, exchanged.text);
    const { status, headers: answered } = exchanged;
    const json = typeof body === 'object' ? body.json : undefined;
    const isRedirect = status >= 300 && status < 400;
    const observed = { path, status: isRedirect ? ('redirected' as const) : status, headers: answered, json };
    if (question !== null) survey[question] = observed;
    return observed;
  };

  const greeting = await look('greeting', operations['rateLimits.read'].path, 'rateLimits.read');
  ended ??= greeting === undefined ? fail('throttled', { tier: 'reference' }).error : strangerOf(greeting);
  if (ended !== null) delete survey.greeting; // of something else nothing is to be found
  if (ended === null) {
    const issued = await issueToken(access, send);
    if (!issued.reply.ok) ended = gaps.has('budget') ? null : issued.reply.error;
    else {
      token = issued.reply.value.access_token;
      if (issued.observed !== undefined) survey.token = issued.observed;
      await askAll(access.baseUrl, look);
      if (readsOn) whole = await readOn(access.baseUrl, survey, look);
    }
  }
  return { survey, whole, requests, ended, gaps: [...gaps], clockSkewSeconds };
}

type Send = (request: ExchangeRequest, operation: Operation | null) => Promise<Exchange | null>;

const unreached: ReadonlySet<string> = new Set(['unreachable', 'tls', 'timeout']);

/** Without a token this API refuses with JSON. What does not is something else, and gets no secret. */
function strangerOf({ status, json }: Observed): AppError | null {
  if (status === 'redirected') return fail('redirected').error;
  if ([401, 403].includes(status) && isRecord(json)) return null;
  const code = status >= 500 ? 'fault' : json === undefined ? 'not-json' : 'unexpected-answer';
  return fail(code, { status }).error;
}

async function issueToken(
  { baseUrl, clientId, secret, redactor, now }: ServiceAccess,
  send: Send,
): Promise<{ readonly reply: Reply<AccessToken>; readonly observed?: Observed }> {
  const operation: Operation = 'tokens.issue';
  const given = await secret();
  if (!given.ok) return { reply: given };
  redactor.add(given.value);
  const input = {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: given.value },
  };
  const request = requestOf(baseUrl, operation, input);
  if (!request.ok) return { reply: request };
  const exchanged = await send(request.value, operation);
  if (exchanged === null) return { reply: fail('throttled', { operation, tier: 'token' }) };
  const asked = { operation, input, url: request.value.url, redactor };
  // The table's schema of `tokens.issue` has read it.
  const reply = (await readAnswer(asked, exchanged, now())) as Reply<AccessToken>;
  if (!reply.ok || !exchanged.ok) return { reply };
  redactor.add(reply.value.access_token);
  const body = readBody(exchanged.headers, exchanged.text);
  const { status, headers } = exchanged;
  const json = typeof body === 'object' ? body.json : undefined;
  return { reply, observed: { path: operations[operation].path, status, headers, json } };
}

/** Asks for a path unless it is null, and notes the answer to a question; undefined where there is none to be read. */
type Look = (
  question: Question | null,
  path: string | null,
  operation: Operation | null,
) => Promise<Observed | undefined>;

const largest = 'page_size=100';
const lists = {
  audits: '/api/v1/audits/',
  clients: '/api/v1/client-organisations/',
  packages: '/api/v1/work-packages/',
  roles: '/api/v1/roles/',
} as const;

async function askAll(baseUrl: string, look: Look): Promise<void> {
  await look('limits', operations['rateLimits.read'].path, 'rateLimits.read');
  const packages = await look('packages', `${lists.packages}?${largest}`, 'workPackages.list');
  const [workPackage] = readAs(operations['workPackages.list'].list, packages);
  await look('package', under(lists.packages, workPackage?.id), 'workPackages.read');
  await look('roles', `${lists.roles}?${largest}`, 'roles.list');
  await look('auditRoles', `${lists.roles}?associated_model=Audit&${largest}`, 'roles.list');
  const audits = readAs(Audit, await askForAudits(baseUrl, look));
  const [audit] = audits;
  await look('noAudit', under(lists.audits, `inspection-${randomUUID()}`), 'audits.read');
  await look('audit', under(lists.audits, audit?.id), 'audits.read');
  const clients = await look('clients', `${lists.clients}?${largest}`, 'clients.list');
  const [first] = readAs(operations['clients.list'].list, clients);
  const client = audit?.client_organisation_id || first?.id; // empty where it was not seen
  await look('entities', under(lists.clients, client, `legal-entities/?${largest}`), 'legalEntities.list');
  const inOne = (type: string) =>
    under(
      lists.audits,
      audits.find(({ audit_type: one }) => one === type)?.id,
      `component-audits/?${largest}`,
    );
  const components = await look('components', inOne('consolidated'), 'components.list');
  const [component] = readAs(operations['components.list'].list, components);
  await look('componentAsAudit', under(lists.audits, component?.id), 'audits.read');
  await look('componentsOfSingle', inOne('single'), 'components.list');
  await look('users', under(lists.audits, audit?.id, `users/?${largest}`), 'users.list');
  await look('schema', '/api/v1/schema/', null);
}

/** The lists of a fixture. */
const readOnOf = {
  packages: 'workPackages.list',
  roles: 'roles.list',
  auditsWhole: 'audits.list',
  entities: 'legalEntities.list',
  components: 'components.list',
} as const satisfies Partial<Record<Question, Operation>>;

/** Follows the links of these lists. One that breaks off, leads elsewhere or comes again keeps its link: it is not whole. */
async function readOn(baseUrl: string, survey: Survey, look: Look): Promise<Survey> {
  const whole: Partial<Record<Question, Observed>> = { ...survey };
  for (const [question, operation] of Object.entries(readOnOf)) {
    const name = question as keyof typeof readOnOf; // a key of the literal
    const first = survey[name];
    if (first === undefined || !isRecord(first.json)) continue;
    const results = [...(listIn(first) ?? [])];
    const asked = new Set<string>();
    let { next } = first.json;
    while (typeof next === 'string') {
      const cursor = readNext(next, `${baseUrl}${first.path}`)?.cursor ?? null;
      if (cursor === null || asked.has(cursor)) break;
      asked.add(cursor);
      const page = await look(null, first.path.replace(/(\?.*)?$/, `?${cursor}`), operation);
      const entries = listIn(page);
      if (entries === null || !isRecord(page?.json)) break;
      results.push(...entries);
      ({ next } = page.json);
    }
    whole[name] = { ...first, json: { ...first.json, results, next } };
  }
  return whole;
}

async function askForAudits(baseUrl: string, look: Look): Promise<Observed | undefined> {
  const operation = 'audits.list';
  const audits = await look('audits', `${lists.audits}?page_size=2`, operation);
  const next = isRecord(audits?.json) ? audits.json.next : null;
  const query = typeof next === 'string' ? (URL.parse(next, baseUrl)?.search ?? '') : '';
  await look('auditsNext', query === '' ? null : `${lists.audits}${query}`, operation);
  const whole = await look('auditsWhole', `${lists.audits}?${largest}`, operation);
  const { count: told, next: more } = isRecord(whole?.json) ? whole.json : {};
  const least = entriesOf(whole).length + (typeof more === 'string' ? 1 : 0);
  const count = Math.max(least, typeof told === 'number' ? told : 0);
  await look('auditsClamped', count > 100 ? `${lists.audits}?page_size=1000` : null, operation);
  await look('auditsUsual', count > 20 ? `${lists.audits}?page_size=0` : null, operation);
  const last = String(Math.ceil(count / 100));
  await look('auditsLast', count > 100 ? `${lists.audits}?${largest}&page=${last}` : null, operation);
  await look('auditsBeyond', `${lists.audits}?page=1000000`, operation);
  await look('auditsWithoutSlash', lists.audits.slice(0, -1), operation);
  return whole;
}

/** The path of an object of a list; null where there is none, or where its id cannot be put into a path. */
function under(list: string, id: unknown, rest = ''): string | null {
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string' || !isAddressable(text) || !text.isWellFormed()) return null;
  return `${list}${encodeURIComponent(text)}/${rest}`;
}

type Entry = Readonly<Record<string, unknown>>;

/** The entries of a list as they came, in an envelope or bare; null where the answer is no list. */
export function listIn(observed: Observed | undefined): readonly unknown[] | null {
  const json = observed?.status === 200 ? observed.json : undefined;
  const list: unknown = isRecord(json) ? json.results : json;
  return Array.isArray(list) ? list : null;
}

/** What the app's reader of a noun makes of a list, in whatever envelope; what it cannot read is left out. */
function readAs<Noun extends z.ZodType>(
  noun: Noun,
  observed: Observed | undefined,
): readonly z.output<Noun>[] {
  return entriesRead(observed).flatMap((one) => {
    const read = noun.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

function entriesRead(observed: Observed | undefined): readonly unknown[] {
  return entriesIn(observed?.status === 200 ? observed.json : undefined) ?? [];
}

/** What the app has to read as an answer to a question: the entries of its list, in whatever envelope, or its one object. */
export function readIn(survey: Survey, question: Question): readonly unknown[] {
  return answers[question] === 'list' ? entriesRead(survey[question]) : objectsIn(survey, question);
}

/** The objects among the entries of a list. */
export function entriesOf(observed: Observed | undefined): readonly Entry[] {
  return (listIn(observed) ?? []).filter(isRecord);
}

/** What was read as an answer to a question: the entries of its list, or its one object. */
export function objectsIn(survey: Survey, question: Question): readonly unknown[] {
  const observed = survey[question];
  if (answers[question] === 'list') return listIn(observed) ?? [];
  return observed?.status === 200 && isRecord(observed.json) ? [observed.json] : [];
}
