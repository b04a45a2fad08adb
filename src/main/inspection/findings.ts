import { operationNames, operations } from '../../shared/api.ts';
import { type FindingName, type FindingState, findingNames } from '../../shared/inspection.ts';
import { specifiedLimits, tiers, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { Finding } from '../../shared/operations/inspection.ts';
import {
  auditFields,
  clientFields,
  componentFields,
  entityFields,
  type FieldKinds,
  fieldFaults,
  fieldsOfObjects,
  packageFields,
  priceFields,
  roleFields,
  settingFields,
  spelled,
  tokenFields,
  userFields,
} from './fields.ts';
import { entriesOf, listQuestions, type Observed, type Question, type Survey } from './survey.ts';

// Each rule looks at what was read and says what differs from the specification and from decisions.md. A rule that has nothing to look
// at says so: nothing is concluded from what was not read.

type Thing = Readonly<Record<string, unknown>>;

/** What differs, one piece of evidence each; null where nothing that was read shows it. */
type Rule = (survey: Survey) => readonly string[] | null;

const largestPage = 100; // entries

export function findingsOf(survey: Survey): readonly Finding[] {
  return findingNames.map((name): Finding => {
    const faults = rules[name](survey);
    const state: FindingState = faults === null ? 'unknown' : faults.length === 0 ? 'as-decided' : 'differs';
    return { name, state, evidence: (faults ?? []).slice(0, mostEvidence) };
  });
}

const mostEvidence = 20;

const rules: Readonly<Record<FindingName, Rule>> = {
  refusal: ({ greeting }) =>
    greeting === undefined
      ? null
      : [
          ...statusFaults(greeting, 401),
          ...bodyFaults(greeting),
          ...(/^bearer\b/i.test(greeting.headers.get('www-authenticate') ?? '')
            ? []
            : ['WWW-Authenticate is not Bearer']),
        ],
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
    return faults && [...new Set([...faults, ...lastPageFaults(survey)])];
  },
  pageSize: pageSizeFaults,
  links: linkFaults,
  order: orderFaults,
  topLevel: (survey) => {
    const types = read(survey, 'auditsWhole').map(({ audit_type: type }) => type);
    if (types.length === 0) return null;
    return unusual(types, ['single', 'consolidated']).map((type) => `audit_type ${type} in the list`);
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
      isTexts(labels) ? [] : [`scoping_packages: ${spelled(labels)} instead of a list of texts`],
    ),
  settings: (survey) =>
    ofPackages(survey, 'settings', (settings) => [
      ...fieldFaults(Array.isArray(settings) ? settings : [settings], settingFields),
      ...unusual(
        recordsIn(settings).map(({ type }) => type),
        settingTypes,
      ).map((type) => `setting of type ${type}`),
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
      ...(type === 'component' ? [] : [`audit_type ${spelled(type, true)}`]),
      ...(typeof group === 'string' ? [] : [`group_audit_id: ${spelled(group)}`]),
    ];
  },
  componentsOfSingle: ({ componentsOfSingle: observed }) =>
    observed === undefined
      ? null
      : [...statusFaults(observed, 200), ...(entriesOf(observed).length === 0 ? [] : ['not empty'])],
  rolesFilter: (survey) => {
    const all = read(survey, 'roles');
    if (survey.auditRoles === undefined || all.length === 0) return null;
    const wanted = all.filter(({ associated_model: model }) => model === 'Audit').length;
    const found = read(survey, 'auditRoles').length;
    return found === wanted ? [] : [`${String(found)} roles instead of ${String(wanted)}`];
  },
  limitsShape: ({ limits }) => (limits === undefined ? null : limitsFaults(limits)),
  limitsValues: ({ limits }) => {
    if (limits === undefined || limitsFaults(limits).length > 0) return null;
    return recordsIn(isRecord(limits.json) ? limits.json.tiers : null).flatMap(valueFaults);
  },
  tiers: tierFaults,
};

const settingTypes = ['boolean', 'string', 'integer', 'decimal', 'date', 'choice', 'multiple_choice'];

function statusFaults({ status }: Observed, wanted: number): readonly string[] {
  return status === wanted ? [] : [`${String(status)} instead of ${String(wanted)}`];
}

/** A refusal has one `detail`, in these words if they are given. */
function bodyFaults({ json }: Observed, words?: string): readonly string[] {
  if (!isRecord(json)) return [`${spelled(json)} instead of an object`];
  if (typeof json.detail !== 'string')
    return [`keys ${Object.keys(json).slice(0, 5).join(', ')} instead of detail`];
  return words === undefined || json.detail === words ? [] : ['other words in detail'];
}

function refusalFaults(observed: Observed | undefined, words: string): readonly string[] | null {
  return observed === undefined ? null : [...statusFaults(observed, 404), ...bodyFaults(observed, words)];
}

function expected(observed: Observed | undefined, key: string, value: unknown): readonly string[] | null {
  if (observed === undefined || !isRecord(observed.json)) return null;
  const found = observed.json[key];
  return found === value ? [] : [`${key}: ${spelled(found, true)} instead of ${spelled(value, true)}`];
}

function read(survey: Survey, question: Question): ReturnType<typeof entriesOf> {
  return entriesOf(survey[question]);
}

function overLists(
  survey: Survey,
  faultsOf: (observed: Observed) => readonly string[],
): readonly string[] | null {
  const asked = listQuestions
    .flatMap((question) => survey[question] ?? [])
    .filter(({ status }) => status === 200);
  return asked.length === 0
    ? null
    : [
        ...new Set(
          asked.flatMap((observed) => faultsOf(observed).map((fault) => `${place(observed)}: ${fault}`)),
        ),
      ];
}

/** The path without ids and queries: what the report says of it holds for all. */
function place({ path }: Observed): string {
  const [list = '', rest] = path
    .replace(/\?.*$/, '')
    .replace('/api/v1/', '')
    .split(/\/[^/]+\/(?=.)/);
  return rest === undefined ? list : `${list}/…/${rest}`;
}

function envelopeFaults({ json }: Observed): readonly string[] {
  if (!isRecord(json)) return [`${spelled(json)} instead of an envelope`];
  return ['count', 'next', 'previous', 'results']
    .filter((key) => !Object.hasOwn(json, key))
    .map((key) => `no ${key}`);
}

function countFaults({ json }: Observed): readonly string[] {
  return isRecord(json) ? faultsOfCount(json) : [];
}

/** `before`: how many entries are on the pages before, where that is known. */
function faultsOfCount({ count, next, previous, results }: Thing, before?: number): readonly string[] {
  if (typeof count !== 'number') return [`count: ${spelled(count)}`];
  const there = (before ?? (isLink(previous) ? 1 : 0)) + (Array.isArray(results) ? results.length : 0);
  const isLast = next === null && (previous === null || before !== undefined);
  if (isLast) return count === there ? [] : [`count ${String(count)}, ${String(there)} there`];
  const least = there + (isLink(next) ? 1 : 0);
  return count >= least ? [] : [`count ${String(count)}, ${String(least)} at least`];
}

/** Where a list has more than a page, its last page shows whether its count is true. */
function lastPageFaults({ auditsWhole, auditsLast: last }: Survey): readonly string[] {
  const full = entriesOf(auditsWhole).length;
  if (last === undefined || full !== largestPage) return [];
  const page = Number(new URLSearchParams(last.path.split('?')[1]).get('page'));
  const faults =
    last.status === 200 && isRecord(last.json)
      ? faultsOfCount(last.json, (page - 1) * full)
      : [`page ${String(page)} of ${String(page)}: ${String(last.status)}`];
  return faults.map((fault) => `${place(last)}: ${fault}`);
}

function pageSizeFaults(survey: Survey): readonly string[] | null {
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
    const wanted = `page_size=${String(asked)}: ${String(found)} instead of ${String(full)}`;
    return isKnown ? [found === full ? [] : [wanted]] : [];
  });
  return told.length === 0 ? null : told.flat();
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function linkFaults({ audits, auditsNext }: Survey): readonly string[] | null {
  const next = isRecord(audits?.json) ? audits.json.next : null;
  if (audits === undefined || typeof next !== 'string') return null;
  const there = URL.parse(next);
  if (there === null) return ['next is not absolute'];
  const previous = isRecord(auditsNext?.json) ? auditsNext.json.previous : undefined;
  const back = typeof previous === 'string' ? URL.parse(previous) : null;
  return [
    ...(there.pathname.endsWith('/api/v1/audits/') ? [] : ['next names another path']),
    ...(there.searchParams.get('page_size') === '2' ? [] : ['next leaves out page_size']),
    ...(there.searchParams.get('page') === '2' ? [] : ['next has no page=2']),
    ...(auditsNext === undefined || back !== null ? [] : [`previous of page 2: ${spelled(previous)}`]),
    ...(back?.searchParams.has('page') === true ? ['previous of page 2 has a page'] : []),
  ];
}

function orderFaults(survey: Survey): readonly string[] | null {
  const times = read(survey, 'auditsWhole').map(({ created_at: at }) => Date.parse(String(at)));
  if (times.length < 2 || times.some(Number.isNaN)) return null;
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  return isInOrder ? [] : ['created_at does not grow'];
}

function objectsOf(survey: Survey, asked: readonly Question[]): readonly Thing[] {
  return asked.flatMap((question) => fieldsOfObjects(survey[question]));
}

function objectFaults(
  survey: Survey,
  asked: readonly Question[],
  kinds: FieldKinds,
): readonly string[] | null {
  const objects = objectsOf(survey, asked);
  return objects.length === 0 ? null : fieldFaults(objects, kinds);
}

function ofPackages(
  survey: Survey,
  key: string,
  faultsOf: (value: unknown) => readonly string[],
): readonly string[] | null {
  const packages = objectsOf(survey, ['packages', 'package']);
  return packages.length === 0 ? null : [...new Set(packages.flatMap((one) => faultsOf(one[key])))];
}

function conditionFaults(conditions: unknown): readonly string[] {
  if (conditions === null) return [];
  if (!isRecord(conditions)) return [`conditions: ${spelled(conditions)}`];
  return Object.entries(conditions)
    .filter(([key, value]) => key !== 'coupled' || typeof value !== 'boolean')
    .map(([key]) => `condition ${spelled(key, true)}`);
}

function termFaults(survey: Survey): readonly string[] | null {
  const audits = objectsOf(survey, ['auditsWhole', 'audit']);
  const components = objectsOf(survey, ['components']);
  if (audits.length + components.length === 0) return null;
  const strange = (objects: typeof audits, key: string, known: readonly string[]) =>
    unusual(
      objects.map((one) => one[key]),
      known,
    ).map((value) => `${key} ${value}`);
  return [
    ...strange(audits, 'status', ['initializing', 'open', 'archived', 'deleting']),
    ...strange(audits, 'audit_type', ['single', 'consolidated', 'component']),
    ...strange(audits, 'language', ['en-us', 'nl', 'it']),
    ...strange(components, 'status', ['open', 'archived', 'deleting']),
    ...strange(components, 'auditor_relation', ['self', 'inter_office', 'inter_firm']),
  ];
}

/** Words of a fixed set that are not in it: these are the service's terms, no value of the firm's. */
function unusual(values: readonly unknown[], known: readonly string[]): readonly string[] {
  return [
    ...new Set(values.filter((value) => !known.includes(String(value))).map((value) => spelled(value, true))),
  ];
}

function limitsFaults({ json, status }: Observed): readonly string[] {
  const told = isRecord(json) ? json.tiers : undefined;
  if (status !== 200) return [`${String(status)} instead of 200`];
  if (!Array.isArray(told)) return [`tiers: ${spelled(told)} instead of a list`];
  return told.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.tier !== 'string' || !isRecord(one.windows))
      return ['a tier without name or windows'];
    return Object.entries(one.windows).flatMap(([name, window]) =>
      isRecord(window) && typeof window.limit === 'number' && typeof window.period_seconds === 'number'
        ? []
        : [`window ${spelled(name, true)}: ${spelled(window)}`],
    );
  });
}

function valueFaults({ tier, windows }: Thing): readonly string[] {
  const known = tiers.find((name) => name === tier);
  if (known === undefined) return [`tier ${spelled(tier, true)} is not in the specification`];
  const told = isRecord(windows) ? windows : {};
  return windowNames.flatMap((name) => {
    const window = told[name];
    const limit = isRecord(window) ? window.limit : undefined;
    const wanted = specifiedLimits[known][name];
    const isSamePeriod = !isRecord(window) || window.period_seconds === windowSeconds[name];
    return limit === wanted && isSamePeriod
      ? []
      : [
          `${known} ${name}: ${limit === undefined ? 'unlimited' : spelled(limit, true)} instead of ${String(wanted ?? 'unlimited')}`,
        ];
  });
}

/** The tiers that the service's own document tells ("Rate limit tier: …" in the description of an operation). */
function tierFaults({ schema }: Survey): readonly string[] | null {
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
    .map(({ name, tier, found }) => `${name}: ${found} instead of ${tier}`);
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
