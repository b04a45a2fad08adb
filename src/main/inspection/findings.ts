import { type FindingName, type FindingState, findingNames } from '../../shared/inspection.ts';
import { auditTypes } from '../../shared/model/terms.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { Evidence, Finding, Told } from '../../shared/operations/inspection.ts';
import {
  auditFields,
  clientFields,
  componentFields,
  entityFields,
  type Faults,
  type FieldKinds,
  fieldFaults,
  instead,
  isTerm,
  packageFields,
  plainly,
  roleFields,
  specified,
  statusFaults,
  tokenFields,
  typeOf,
  typeOfBody,
  unlessUnseen,
  unusual,
  userFields,
  within,
  wordOf,
} from './fields.ts';
import { limitsShapeFaults, limitsValuesFaults, tierFaults } from './limit-findings.ts';
import {
  countsFaults,
  envelopesFaults,
  linkFaults,
  orderFaults,
  pageSizeFaults,
  place,
} from './list-findings.ts';
import { labelFaults, priceFaults, settingFaults } from './package-findings.ts';
import { entriesOf, listIn, type Observed, objectsIn, type Question, type Survey } from './survey.ts';

// Each rule looks at what was read and says what differs from the specification and from decisions.md. A rule that has nothing to look
// at says so: nothing is concluded from what was not read.

/** What differs, one piece of evidence each; null where nothing that was read shows it. */
type Rule = (survey: Survey, baseUrl: string) => Faults | null;

/** `redactText`: a service may name a field after a token. */
export function findingsOf(
  survey: Survey,
  baseUrl: string,
  redactText: (text: string) => string,
): readonly Finding[] {
  const answered = withoutRefusals(survey);
  return findingNames.map((name): Finding => {
    const faults = rules[name](answered, baseUrl);
    const state: FindingState = faults === null ? 'unknown' : faults.length === 0 ? 'as-decided' : 'differs';
    const shown = distinct(faults ?? []).slice(0, mostEvidence);
    return { name, state, evidence: distinct(shown.map((fault) => cleaned(fault, redactText))) };
  });
}

/**
 * Without what says nothing about a question: this account may not ask it, the service or a proxy failed, or a page came that is
 * somebody else's. Only the greeting is meant to be refused.
 */
function withoutRefusals(survey: Survey): Survey {
  const isAnswer = ({ status, json }: Observed): boolean =>
    status === 'redirected' ||
    !([401, 403, 407, 408].includes(status) || status >= 500 || (status === 200 && json === undefined));
  return Object.fromEntries(
    Object.entries(survey).filter(([question, observed]) => question === 'greeting' || isAnswer(observed)),
  );
}

const mostEvidence = 20;

function distinct(faults: Faults): Faults {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Without credentials. */
function cleaned(fault: Evidence, redactText: (text: string) => string): Evidence {
  const isClean = (value: unknown): boolean => redactText(String(value)) === String(value);
  const told = (value: Told): Told => {
    if (typeof value === 'object' || isClean(value)) return value;
    return typeof value === 'string' ? { type: 'untold' } : typeOf(value);
  };
  const found = fault.found === undefined ? {} : { found: told(fault.found) };
  const key = { type: 'key' } as const;
  return {
    ...fault,
    ...found,
    place: fault.place.map((part) => (typeof part === 'object' || isClean(part) ? part : key)),
  };
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
  tokenScope: ({ token }) => {
    const scope = isRecord(token?.json) ? token.json.scope : null;
    const words = typeof scope === 'string' ? scope.split(' ') : [];
    if (scope === 'read write' || words.length < 2 || !words.every((word) => isTerm(word)))
      return expected(token, 'scope', 'read write');
    return [instead(['scope'], words.join(' '), 'read write')];
  },
  envelopes: envelopesFaults,
  counts: countsFaults,
  pageSize: pageSizeFaults,
  links: linkFaults,
  order: orderFaults,
  topLevel: (survey) => {
    const audits = entriesOf(survey.auditsWhole);
    return audits.length === 0 ? null : unusual(audits, 'audit_type', auditTypes);
  },
  auditFields: (survey) => objectFaults(survey, ['audit', 'auditsWhole', 'componentAsAudit'], auditFields),
  componentFields: (survey) => objectFaults(survey, ['components'], componentFields),
  clientFields: (survey) => objectFaults(survey, ['clients'], clientFields),
  entityFields: (survey) => objectFaults(survey, ['entities'], entityFields),
  userFields: (survey) => objectFaults(survey, ['users'], userFields),
  roleFields: (survey) => objectFaults(survey, ['roles'], roleFields),
  packageFields: (survey) => objectFaults(survey, ['package', 'packages'], packageFields),
  scopingLabels: labelFaults,
  settings: settingFaults,
  prices: priceFaults,
  terms: termFaults,
  componentAsAudit: ({ componentAsAudit: observed }) => {
    if (observed === undefined) return null;
    if (observed.status !== 200) return statusFaults(observed, 200);
    const { audit_type: type, group_audit_id: group } = isRecord(observed.json) ? observed.json : {};
    return [
      ...(type === 'component' ? [] : [instead(['audit_type'], wordOf(type), 'component')]),
      ...(typeof group === 'string' ? [] : [instead(['group_audit_id'], typeOf(group), { type: 'text' })]),
    ];
  },
  componentsOfSingle: ({ componentsOfSingle: observed }) => {
    if (observed === undefined) return null;
    if (observed.status !== 200) return statusFaults(observed, 200);
    const found = listIn(observed)?.length;
    if (found === undefined) return null;
    return found === 0 ? [] : [instead([place(observed)], found, 0)];
  },
  rolesFilter: filterFaults,
  limitsShape: limitsShapeFaults,
  limitsValues: limitsValuesFaults,
  tiers: tierFaults,
};

/** A refusal has one `detail`, in these words if they are given. */
function bodyFaults(observed: Observed, words?: string): Faults {
  const { json } = observed;
  if (json === undefined) return [instead([], typeOfBody(observed), { type: 'object' })];
  if (!isRecord(json) || typeof json.detail !== 'string') return fieldFaults([json], { detail: 'text' });
  return words === undefined || json.detail === words ? [] : [plainly(['detail'], 'otherWords')];
}

function challengeFaults({ headers }: Observed): Faults {
  const challenge = headers.get('www-authenticate') ?? '';
  const [scheme] = /^\S+/.exec(challenge) ?? [];
  return /^bearer\b/i.test(challenge)
    ? []
    : [instead(['WWW-Authenticate'], wordOf(scheme?.toLowerCase()), 'Bearer')];
}

function refusalFaults(observed: Observed | undefined, words: string): Faults | null {
  if (observed === undefined) return null;
  if (observed.status === 'redirected' || observed.status < 400) return statusFaults(observed, 404);
  return [...statusFaults(observed, 404), ...bodyFaults(observed, words)];
}

function expected(observed: Observed | undefined, key: string, wanted: string | number): Faults | null {
  if (observed === undefined || !isRecord(observed.json)) return null;
  const found = observed.json[key];
  return found === wanted ? [] : [instead([key], wordOf(found), wanted)];
}

function objectFaults(survey: Survey, asked: readonly Question[], kinds: FieldKinds): Faults | null {
  const objects = asked.flatMap((question) => objectsIn(survey, question));
  return objects.length === 0 ? null : fieldFaults(objects, kinds);
}

/** Where roles are on further pages, the first ones show what came unasked, and not whether all came that were asked for. */
function filterFaults(survey: Survey): Faults | null {
  if (listIn(survey.auditRoles) === null || listIn(survey.roles) === null) return null;
  const [all, filtered] = [entriesOf(survey.roles), entriesOf(survey.auditRoles)];
  const isOfAudits = ({ associated_model: model }: (typeof all)[number]) => model === 'Audit';
  const isFiltered = all.some((role) => !isOfAudits(role));
  const isWhole = [survey.roles, survey.auditRoles].every(isWholeList);
  const wanted = all.filter(isOfAudits).length;
  const found = filtered.length;
  const unasked = unusual(filtered, 'associated_model', ['Audit']);
  const at = 'roles/?associated_model=Audit';
  const differs = isWhole && found !== wanted && all.length > 0;
  return unlessUnseen(isFiltered, [
    ...(differs ? [instead([at], found, wanted)] : []),
    ...within([at], differs ? [] : unasked),
  ]);
}

function isWholeList(observed: Observed | undefined): boolean {
  const json = observed?.json;
  return !isRecord(json) || json.next === null;
}

function termFaults(survey: Survey): Faults | null {
  const audits = ['auditsWhole', 'audit'] as const;
  const found = audits.flatMap((question) => objectsIn(survey, question)).filter(isRecord);
  const components = entriesOf(survey.components);
  if (found.length + components.length === 0) return null;
  return [
    ...unusual(found, 'status', specified.auditStatuses),
    ...unusual(found, 'audit_type', specified.auditTypes),
    ...unusual(found, 'language', specified.languages),
    ...unusual(components, 'status', specified.componentStatuses),
    ...unusual(components, 'auditor_relation', specified.relations),
  ];
}
