import { operationNames, operations } from '../../shared/api.ts';
import {
  type DifferenceKind,
  type FindingName,
  type FindingState,
  findingNames,
} from '../../shared/inspection.ts';
import { specifiedLimits, tiers, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { Evidence, Finding, Told } from '../../shared/operations/inspection.ts';
import {
  auditFields,
  clientFields,
  componentFields,
  entityFields,
  type FieldKinds,
  fieldFaults,
  fieldsOfObjects,
  instead,
  missedFields,
  missing,
  packageFields,
  priceFields,
  roleFields,
  settingFields,
  tokenFields,
  typeOf,
  unspecified,
  userFields,
  within,
  wordOf,
} from './fields.ts';
import { entriesOf, listQuestions, type Observed, type Question, type Survey } from './survey.ts';

// Each rule looks at what was read and says what differs from the specification and from decisions.md. A rule that has nothing to look
// at says so: nothing is concluded from what was not read.

type Thing = Readonly<Record<string, unknown>>;

/** What differs, one piece of evidence each; null where nothing that was read shows it. */
type Rule = (survey: Survey) => Faults | null;

type Faults = readonly Evidence[];

const largestPage = 100; // entries

/** `redactText`: a service may name a field after a token. */
export function findingsOf(survey: Survey, redactText: (text: string) => string): readonly Finding[] {
  return findingNames.map((name): Finding => {
    const faults = rules[name](survey);
    const state: FindingState = faults === null ? 'unknown' : faults.length === 0 ? 'as-decided' : 'differs';
    const shown = distinct(faults ?? []).slice(0, mostEvidence);
    return { name, state, evidence: distinct(shown.map((fault) => cleaned(fault, redactText))) };
  });
}

const mostEvidence = 20;
const longestWord = 60; // characters

function distinct(faults: Faults): Faults {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Without credentials, and short: cut after they are out, since half a token is not recognised. */
function cleaned(fault: Evidence, redactText: (text: string) => string): Evidence {
  const short = (text: string): string => {
    const clean = redactText(text);
    return clean.length > longestWord ? `${clean.slice(0, longestWord).toWellFormed()}…` : clean;
  };
  const told = (value: Told): Told => {
    if (typeof value === 'string') return short(value);
    return typeof value === 'number' && redactText(String(value)) !== String(value) ? typeOf(value) : value;
  };
  const found = fault.found === undefined ? {} : { found: told(fault.found) };
  return { ...fault, ...found, place: fault.place.map(short) };
}

const rules: Readonly<Record<FindingName, Rule>> = {
  refusal: ({ greeting }) =>
    greeting === undefined
      ? null
      : [...statusFaults(greeting, 401), ...bodyFaults(greeting), ...challengeFaults(greeting)],
  notFound: ({ noAudit }) => refusalFaults(noAudit, 'Not found.'),
  beyondTheEnd: ({ auditsBeyond }) => refusalFaults(auditsBeyond, 'Invalid page.'),
  withoutSlash: ({ auditsWithoutSlash: observed }) =>
    observed === undefined ? null : statusFaults(observed, 404),
  tokenAnswer: ({ token }) =>
    token === undefined
      ? null
      : [...fieldFaults([token.json], tokenFields), ...(expected(token, 'token_type', 'Bearer') ?? [])],
  tokenValidity: ({ token }) => expected(token, 'expires_in', 3_600),
  tokenScope: ({ token }) => expected(token, 'scope', 'read write'),
  envelopes: (survey) => overLists(survey, envelopeFaults),
  counts: (survey) => {
    const faults = overLists(survey, countFaults);
    return faults && [...faults, ...lastPageFaults(survey)];
  },
  pageSize: pageSizeFaults,
  links: linkFaults,
  order: orderFaults,
  topLevel: (survey) => {
    const audits = read(survey, 'auditsWhole');
    return audits.length === 0 ? null : unusual(audits, 'audit_type', ['single', 'consolidated']);
  },
  auditFields: (survey) => objectFaults(survey, ['audit', 'auditsWhole', 'componentAsAudit'], auditFields),
  componentFields: (survey) => objectFaults(survey, ['components'], componentFields),
  clientFields: (survey) => objectFaults(survey, ['clients'], clientFields),
  entityFields: (survey) => objectFaults(survey, ['entities'], entityFields),
  userFields: (survey) => objectFaults(survey, ['users'], userFields),
  roleFields: (survey) => objectFaults(survey, ['roles'], roleFields),
  packageFields: (survey) => objectFaults(survey, ['package', 'packages'], packageFields),
  scopingLabels: (survey) =>
    ofPackages(survey, 'scoping_packages', (labels) =>
      isTexts(labels) ? [] : [instead(['scoping_packages'], typeOf(labels), { type: 'texts' })],
    ),
  settings: (survey) =>
    ofPackages(survey, 'settings', (settings) => [
      ...fieldFaults(Array.isArray(settings) ? settings : [settings], settingFields),
      ...unusual(recordsIn(settings), 'type', settingTypes),
    ]),
  prices: (survey) =>
    ofPackages(survey, 'prices', (prices) => [
      ...fieldFaults(Array.isArray(prices) ? prices : [prices], priceFields),
      ...recordsIn(prices).flatMap(({ conditions }) => conditionFaults(conditions)),
    ]),
  terms: termFaults,
  componentAsAudit: ({ componentAsAudit: observed }) => {
    if (observed === undefined) return null;
    const { audit_type: type, group_audit_id: group } = isRecord(observed.json) ? observed.json : {};
    return [
      ...statusFaults(observed, 200),
      ...(type === 'component' ? [] : [instead(['audit_type'], wordOf(type), 'component')]),
      ...(typeof group === 'string' ? [] : [instead(['group_audit_id'], typeOf(group), { type: 'text' })]),
    ];
  },
  componentsOfSingle: ({ componentsOfSingle: observed }) => {
    if (observed === undefined) return null;
    const found = entriesOf(observed).length;
    return [...statusFaults(observed, 200), ...(found === 0 ? [] : [instead([place(observed)], found, 0)])];
  },
  rolesFilter: (survey) => {
    const all = read(survey, 'roles');
    if (survey.auditRoles === undefined || all.length === 0) return null;
    const wanted = all.filter(({ associated_model: model }) => model === 'Audit').length;
    const found = read(survey, 'auditRoles').length;
    return found === wanted ? [] : [instead(['roles/?associated_model=Audit'], found, wanted)];
  },
  limitsShape: ({ limits }) => (limits === undefined ? null : limitsFaults(limits)),
  limitsValues: ({ limits }) => {
    if (limits === undefined || limitsFaults(limits).length > 0) return null;
    return recordsIn(isRecord(limits.json) ? limits.json.tiers : null).flatMap(valueFaults);
  },
  tiers: tierFaults,
};

const settingTypes = ['boolean', 'string', 'integer', 'decimal', 'date', 'choice', 'multiple_choice'];

function statusFaults({ status }: Observed, wanted: number): Faults {
  const found = status === 'redirected' ? ({ type: 'redirect' } as const) : status;
  return found === wanted ? [] : [instead([], found, wanted)];
}

/** A refusal has one `detail`, in these words if they are given. */
function bodyFaults({ json }: Observed, words?: string): Faults {
  if (!isRecord(json) || typeof json.detail !== 'string') return fieldFaults([json], { detail: 'text' });
  return words === undefined || json.detail === words ? [] : [plainly(['detail'], 'otherWords')];
}

function challengeFaults({ headers }: Observed): Faults {
  const challenge = headers.get('www-authenticate') ?? '';
  const [scheme] = /^\S+/.exec(challenge) ?? [];
  return /^bearer\b/i.test(challenge) ? [] : [instead(['WWW-Authenticate'], wordOf(scheme), 'Bearer')];
}

function refusalFaults(observed: Observed | undefined, words: string): Faults | null {
  return observed === undefined ? null : [...statusFaults(observed, 404), ...bodyFaults(observed, words)];
}

function expected(observed: Observed | undefined, key: string, wanted: string | number): Faults | null {
  if (observed === undefined || !isRecord(observed.json)) return null;
  const found = observed.json[key];
  return found === wanted ? [] : [instead([key], wordOf(found), wanted)];
}

function read(survey: Survey, question: Question): ReturnType<typeof entriesOf> {
  return entriesOf(survey[question]);
}

function overLists(survey: Survey, faultsOf: (observed: Observed) => Faults): Faults | null {
  const asked = listQuestions
    .flatMap((question) => survey[question] ?? [])
    .filter(({ status }) => status === 200);
  return asked.length === 0
    ? null
    : asked.flatMap((observed) => within([place(observed)], faultsOf(observed)));
}

/** The path without ids and queries: what the report says of it holds for all. */
function place({ path }: Observed): string {
  const [list = '', rest] = path
    .replace(/\?.*$/, '')
    .replace('/api/v1/', '')
    .split(/\/[^/]+\/(?=.)/);
  return rest === undefined ? list : `${list}/…/${rest}`;
}

function envelopeFaults({ json }: Observed): Faults {
  if (!isRecord(json)) return [instead([], typeOf(json), { type: 'envelope' })];
  return ['count', 'next', 'previous', 'results']
    .filter((key) => !Object.hasOwn(json, key))
    .map((key) => missing([key]));
}

function countFaults({ json }: Observed): Faults {
  return isRecord(json) ? faultsOfCount(json) : [];
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
  const faults = isRecord(last.json) ? faultsOfCount(last.json, (page - 1) * full) : envelopeFaults(last);
  return within([place(last)], faults);
}

function pageSizeFaults(survey: Survey): Faults | null {
  const seen = read(survey, 'auditsWhole').length;
  // Each page with the size that it has where it is full: another tells of none if there may be no more.
  const faults = [
    { question: 'audits', asked: 2, full: 2 },
    { question: 'auditsWhole', asked: 100, full: largestPage },
    { question: 'auditsClamped', asked: 1000, full: largestPage },
    { question: 'auditsUsual', asked: 0, full: 20 },
  ] as const;
  const told = faults.flatMap(({ question, asked, full }) => {
    const observed = survey[question];
    if (observed?.status !== 200) return [];
    const found = entriesOf(observed).length;
    const isFollowed = isRecord(observed.json) && isLink(observed.json.next);
    const isKnown = isFollowed || found > full || seen > full;
    return isKnown ? [found === full ? [] : [instead([`page_size=${String(asked)}`], found, full)]] : [];
  });
  return told.length === 0 ? null : told.flat();
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function linkFaults({ audits, auditsNext }: Survey): Faults | null {
  const next = isRecord(audits?.json) ? audits.json.next : null;
  if (audits === undefined || typeof next !== 'string') return null;
  const there = URL.parse(next);
  if (there === null) return [plainly(['next'], 'notAbsolute')];
  const previous = isRecord(auditsNext?.json) ? auditsNext.json.previous : undefined;
  const back = typeof previous === 'string' ? URL.parse(previous) : null;
  const backPage = back?.searchParams.get('page') ?? null;
  return [
    ...(there.pathname.endsWith('/api/v1/audits/') ? [] : [plainly(['next'], 'otherPath')]),
    ...within(
      ['next'],
      [...parameterFaults(there, 'page_size', '2'), ...parameterFaults(there, 'page', '2')],
    ),
    ...within(
      ['page=2', 'previous'],
      [
        ...(auditsNext === undefined || back !== null ? [] : [notLink(previous)]),
        ...(backPage === null ? [] : [instead(['page'], backPage, { type: 'nothing' })]),
      ],
    ),
  ];
}

function parameterFaults({ searchParams }: URL, name: string, wanted: string): Faults {
  const found = searchParams.get(name);
  if (found === null) return [missing([name])];
  return found === wanted ? [] : [instead([name], found, wanted)];
}

function notLink(value: unknown): Evidence {
  return typeof value === 'string'
    ? plainly([], 'notAbsolute')
    : instead([], typeOf(value), { type: 'text' });
}

function orderFaults(survey: Survey): Faults | null {
  const times = read(survey, 'auditsWhole').map(({ created_at: at }) => Date.parse(String(at)));
  if (times.length < 2 || times.some(Number.isNaN)) return null;
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isInOrder ? [] : [plainly(['created_at'], 'notGrowing')];
}

function objectsOf(survey: Survey, asked: readonly Question[]): readonly Thing[] {
  return asked.flatMap((question) => fieldsOfObjects(survey[question]));
}

function objectFaults(survey: Survey, asked: readonly Question[], kinds: FieldKinds): Faults | null {
  const objects = objectsOf(survey, asked);
  return objects.length === 0 ? null : fieldFaults(objects, kinds);
}

function ofPackages(survey: Survey, key: string, faultsOf: (value: unknown) => Faults): Faults | null {
  const packages = objectsOf(survey, ['packages', 'package']);
  return packages.length === 0 ? null : packages.flatMap((one) => faultsOf(one[key]));
}

function conditionFaults(conditions: unknown): Faults {
  if (conditions === null) return [];
  if (!isRecord(conditions)) return [instead(['conditions'], typeOf(conditions), { type: 'objectOrNull' })];
  return Object.entries(conditions).flatMap(([key, value]) => {
    const at = ['conditions', key];
    if (key !== 'coupled') return [unspecified(at)];
    return typeof value === 'boolean' ? [] : [instead(at, typeOf(value), { type: 'boolean' })];
  });
}

function termFaults(survey: Survey): Faults | null {
  const audits = objectsOf(survey, ['auditsWhole', 'audit']);
  const components = objectsOf(survey, ['components']);
  if (audits.length + components.length === 0) return null;
  return [
    ...unusual(audits, 'status', ['initializing', 'open', 'archived', 'deleting']),
    ...unusual(audits, 'audit_type', ['single', 'consolidated', 'component']),
    ...unusual(audits, 'language', ['en-us', 'nl', 'it']),
    ...unusual(components, 'status', ['open', 'archived', 'deleting']),
    ...unusual(components, 'auditor_relation', ['self', 'inter_office', 'inter_firm']),
  ];
}

/** Words of a fixed set that are not in it: these are the service's terms, no value of the firm's. */
function unusual(objects: readonly Thing[], key: string, known: readonly string[]): Faults {
  return objects
    .map((one) => one[key])
    .filter((value) => !known.includes(String(value)))
    .map((value) => (value === undefined ? missing([key]) : unexpected([key], value)));
}

function unexpected(at: Evidence['place'], value: unknown): Evidence {
  return { kind: 'unexpected', place: at, found: wordOf(value) };
}

/** What its kind says in full. */
function plainly(at: Evidence['place'], kind: DifferenceKind): Evidence {
  return { kind, place: at };
}

function limitsFaults(observed: Observed): Faults {
  const told = isRecord(observed.json) ? observed.json.tiers : undefined;
  if (observed.status !== 200) return statusFaults(observed, 200);
  if (!Array.isArray(told)) return [instead(['tiers'], typeOf(told), { type: 'list' })];
  return told.flatMap((one: unknown) => {
    const missed = missedFields(one, { tier: 'text', windows: 'object' });
    if (missed.length > 0 || !isRecord(one) || !isRecord(one.windows)) return within(['tiers'], missed);
    return Object.entries(one.windows).flatMap(([name, window]) =>
      within([String(one.tier), name], missedFields(window, { limit: 'number', period_seconds: 'number' })),
    );
  });
}

function valueFaults({ tier, windows }: Thing): Faults {
  const known = tiers.find((name) => name === tier);
  if (known === undefined) return [unexpected(['tiers'], tier)];
  const told = isRecord(windows) ? windows : {};
  return windowNames.flatMap((name) => {
    const window = told[name];
    const limit = isRecord(window) ? wordOf(window.limit) : unlimited;
    const seconds = isRecord(window) ? wordOf(window.period_seconds) : windowSeconds[name];
    const wanted = specifiedLimits[known][name] ?? unlimited;
    const at = [known, name];
    return [
      ...(limit === wanted ? [] : [instead(at, limit, wanted)]),
      ...(seconds === windowSeconds[name]
        ? []
        : [instead([...at, 'period_seconds'], seconds, windowSeconds[name])]),
    ];
  });
}

const unlimited = { type: 'unlimited' } as const;

/** The tiers that the service's own document tells ("Rate limit tier: …" in the description of an operation). */
function tierFaults({ schema }: Survey): Faults | null {
  const paths = isRecord(schema?.json) && isRecord(schema.json.paths) ? schema.json.paths : null;
  if (paths === null) return null;
  const told = operationNames.flatMap((name) => {
    const { path, method, tier } = operations[name];
    const shape = shapeOf(path);
    const [, item] = Object.entries(paths).find(([one]) => shapeOf(one) === shape) ?? [];
    const operation = isRecord(item) ? item[method.toLowerCase()] : undefined;
    const words =
      isRecord(operation) && typeof operation.description === 'string' ? operation.description : '';
    const found = /rate limit tier: `?(\w+)/i.exec(words)?.[1];
    return found === undefined ? [] : [{ name, tier, found }];
  });
  if (told.length === 0) return null;
  return told
    .filter(({ tier, found }) => tier !== found)
    .map(({ name, tier, found }) => instead([name], found, tier));
}

/** A path whose parameters have any name. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/^.*?(?=\/api\/v1\/)/, '');
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function recordsIn(value: unknown): readonly Thing[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
