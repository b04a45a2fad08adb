import { operationNames, operations } from '../../shared/api.ts';
import {
  type Finding,
  type FindingName,
  type FindingState,
  findingNames,
  type VariantName,
  type VariantState,
} from '../../shared/inspection.ts';
import { specifiedLimits, tiers, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { type FieldKinds, fieldFaults, fieldsOfObjects, spelled } from './fields.ts';
import { entriesOf, type Observed, type Question, type Survey } from './survey.ts';

// Each rule looks at what was read and says what differs from the specification and from decisions.md. A rule that has nothing to look
// at says so: nothing is concluded from what was not read.

/** What differs, one piece of evidence each; null where nothing that was read shows it. */
type Rule = (survey: Survey) => readonly string[] | null;

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
  counts: (survey) => overLists(survey, countFaults),
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

/** The lists that were read, and those of them that the variant `bare_lists` leaves as they are. */
const listQuestions = [
  'packages',
  'roles',
  'auditsWhole',
  'clients',
  'entities',
  'components',
  'users',
] as const;
const neverBare: readonly Question[] = ['auditsWhole', 'clients'];

const tokenFields: FieldKinds = {
  access_token: 'text',
  expires_in: 'number',
  token_type: 'text',
  scope: 'text',
};
const auditFields: FieldKinds = {
  id: 'text',
  name: 'text',
  work_package_id: 'text',
  scoping_package_id: 'text',
  client_organisation_id: 'text',
  legal_entity_ids: 'texts',
  period_start: 'date',
  period_end: 'date',
  language: 'text',
  unit_of_measurement: 'text?',
  settings: 'object',
  status: 'text',
  audit_type: 'text',
  created_at: 'text',
  group_audit_id: 'text?',
  coupled_component_audit_ids: 'texts',
};
const componentFields: FieldKinds = {
  id: 'text',
  name: 'text',
  legal_entity_ids: 'texts',
  in_scope: 'boolean',
  out_of_scope_explanation: 'text',
  auditor_relation: 'text',
  status: 'text',
  coupled_entity_audit_id: 'text?',
};
const clientFields: FieldKinds = {
  id: 'text',
  name: 'text',
  country: 'text',
  domains: 'texts',
  allow_password_login: 'boolean',
  is_test_organisation: 'boolean',
};
const entityFields: FieldKinds = { id: 'text', name: 'text', country: 'text', parent_id: 'text?' };
const userFields: FieldKinds = { id: 'text', role: 'text', name: 'text' };
const roleFields: FieldKinds = { name: 'text', associated_model: 'text', description: 'text' };
const packageFields: FieldKinds = {
  id: 'text',
  name: 'text',
  version: 'text',
  languages: 'texts',
  audit_types: 'texts',
  scoping_packages: 'any',
  settings: 'any',
  prices: 'any',
};
const settingFields: FieldKinds = { id: 'text', name: 'text', type: 'text', default: 'any', options: 'any' };
const priceFields: FieldKinds = { audit_type: 'text', credits: 'number', conditions: 'any' };
const settingTypes = ['boolean', 'string', 'integer', 'decimal', 'date', 'choice', 'multiple_choice'];

const objectKinds: Readonly<Partial<Record<Question, FieldKinds>>> = {
  audit: auditFields,
  auditsWhole: auditFields,
  components: componentFields,
  clients: clientFields,
  entities: entityFields,
  users: userFields,
  roles: roleFields,
  packages: packageFields,
};

/** What the survey shows of the variants; a write or an exhausted limit would show the others. */
export function variantsOf(survey: Survey): Readonly<Record<VariantName, VariantState>> {
  const bare = listQuestions.flatMap((question) => {
    const observed = survey[question];
    if (observed?.status !== 200) return [];
    return [{ isBare: Array.isArray(observed.json), isNever: neverBare.includes(question) }];
  });
  const [may, never] = [bare.filter(({ isNever }) => !isNever), bare.filter(({ isNever }) => isNever)];
  const more = Object.entries(objectKinds).flatMap(([question, kinds]) =>
    // Keys of a literal: each is a question.
    objectsOf(survey, [question as Question]).map((object) =>
      Object.keys(object).some((key) => !Object.hasOwn(kinds, key)),
    ),
  );
  return {
    rejected_requests_count: 'unknown',
    windows: 'unknown',
    duplicate_id_status: 'unknown',
    state_conflict_status: 'unknown',
    bare_lists: never.some(({ isBare }) => isBare) ? 'mixed' : variant(may.map(({ isBare }) => isBare)),
    extra_fields: variant(more),
  };
}

function variant(seen: readonly boolean[]): VariantState {
  if (seen.length === 0) return 'unknown';
  return seen.every(Boolean) ? 'other' : seen.some(Boolean) ? 'mixed' : 'default';
}

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
    : asked.flatMap((observed) => faultsOf(observed).map((fault) => `${place(observed)}: ${fault}`));
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
  if (!isRecord(json)) return [];
  const [{ count, next }, results] = [json, Array.isArray(json.results) ? json.results.length : 0];
  if (typeof count !== 'number') return [`count: ${spelled(count)}`];
  const isWhole = next === null && json.previous === null;
  return isWhole && count !== results ? [`count ${String(count)}, ${String(results)} there`] : [];
}

function pageSizeFaults(survey: Survey): readonly string[] | null {
  const { audits, auditsWhole } = survey;
  if (audits === undefined || auditsWhole === undefined) return null;
  const all = read(survey, 'auditsWhole').length;
  if (all < 3) return null; // a page of two may be all there are
  const faultOf = (question: Question, asked: string, wanted: number) => {
    const found = read(survey, question).length;
    return survey[question] === undefined || found === wanted
      ? []
      : [`page_size=${asked}: ${String(found)} instead of ${String(wanted)}`];
  };
  return [
    ...faultOf('audits', '2', 2),
    ...(all > 100 ? faultOf('auditsWhole', '100', 100) : []),
    ...faultOf('auditsClamped', '1000', 100),
    ...faultOf('auditsUsual', '0', 20),
  ];
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

function objectsOf(survey: Survey, asked: readonly Question[]): readonly Readonly<Record<string, unknown>>[] {
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

function valueFaults({ tier, windows }: Readonly<Record<string, unknown>>): readonly string[] {
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

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
