import type { AppError } from '../../shared/error.ts';
import { type AreaName, areaNames, mostRequests, type TermName, termNames } from '../../shared/inspection.ts';
import { RateLimits } from '../../shared/model/rate-limits.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import type { Area, Certificate, Inspection } from '../../shared/operations/inspection.ts';
import { isTerm, recordsIn, specified, type Thing } from './fields.ts';
import { findingsOf } from './findings.ts';
import {
  listIn,
  type Observed,
  objectsIn,
  type Question,
  type ServiceAccess,
  type Survey,
  type Surveyed,
  surveyOf,
} from './survey.ts';
import { unseenOf } from './unseen.ts';
import { variantsOf } from './variants.ts';

export interface Inspected {
  readonly inspection: Inspection;
  /** What was read, for a fixture; it holds the firm's own data. */
  readonly survey: Survey;
}

/**
 * Reads a service and says what it has, where it differs from the specification and from decisions.md, and what reading cannot show.
 * Writes nothing; sends at most `budget` requests, of which a whole inspection needs `mostRequests`, and one that reads lists on to their
 * ends a few more for each.
 */
export async function inspect(
  access: ServiceAccess,
  lookAtCertificate: () => Promise<Certificate>,
  budget: number = mostRequests,
  readsOn = false,
): Promise<Inspected> {
  const { baseUrl, now, redactor } = access;
  const at = new Date(now()).toISOString();
  const certificate = await lookAtCertificate();
  const { survey, whole, requests, ended, gaps, clockSkewSeconds } = await surveyOf(access, budget, readsOn);
  const isReached = survey.greeting !== undefined;
  return {
    survey: whole,
    inspection: {
      baseUrl,
      at,
      requests,
      ended: ended && withoutWords(ended),
      gaps,
      clockSkewSeconds,
      // What was looked at is not what answers: something else is on the way.
      certificate: certificate.state === 'refused' && isReached ? { state: 'unseen' } : certificate,
      token: tokenOf(survey, redactor.redactText),
      areas: areasOf(survey),
      limits: limitsOf(survey),
      seen: seenOf(survey, redactor.redactText),
      unseen: unseenOf(survey),
      findings: findingsOf(survey, baseUrl, redactor.redactText),
      variants: variantsOf(survey),
    },
  };
}

function tokenOf({ token }: Surveyed['survey'], redactText: (text: string) => string): Inspection['token'] {
  if (token === undefined || !isRecord(token.json)) return null;
  const { expires_in: seconds, scope } = token.json;
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : [];
  const told = scopes.filter((one) => isTold(one, redactText)).slice(0, mostScopes);
  return {
    seconds: typeof seconds === 'number' ? seconds : null,
    scopes: told,
    untold: scopes.length - told.length,
  };
}

/** Whether a value is a term of the service's own, and no secret of ours. */
function isTold(
  value: unknown,
  redactText: (text: string) => string,
  known: readonly string[] = [],
): value is string {
  return typeof value === 'string' && isTerm(value, known) && redactText(value) === value;
}

/** What a service says may name anybody. */
function withoutWords(ended: AppError): Inspection['ended'] {
  const { detail: _, fields: __, requestId: ___, ...error } = ended;
  return error;
}

function limitsOf({ limits }: Surveyed['survey']): Inspection['limits'] {
  if (limits?.status !== 200) return null;
  const { tiers } = RateLimits.parse(limits.json);
  return Object.keys(tiers).length === 0 ? null : { ...tiers };
}

const mostScopes = 20;

const questionOf: Readonly<Record<AreaName, Question>> = {
  packages: 'packages',
  roles: 'roles',
  rateLimits: 'limits',
  audits: 'auditsWhole',
  components: 'components',
  users: 'users',
  clients: 'clients',
  entities: 'entities',
};

/** Limits come as an object, or as the list of their tiers. */
function holdsLimits(observed: Observed | undefined): boolean {
  return observed?.status === 200 && typeof observed.json === 'object' && observed.json !== null;
}

/** What this account may read, by what the service answered to the one question about each. */
function areasOf(survey: Survey): readonly Area[] {
  return areaNames.map((name): Area => {
    const observed = survey[questionOf[name]];
    const status = observed?.status;
    if (status === undefined) return { name, state: 'unknown', status: null };
    if (status === 'redirected') return { name, state: 'failed', status: null };
    const isRefused = status === 401 || status === 403;
    const isRead = name === 'rateLimits' ? holdsLimits(observed) : listIn(observed) !== null;
    return { name, state: isRead ? 'read' : isRefused ? 'refused' : 'failed', status };
  });
}

const mostSeen = 30; // of each

/** The service's own terms and prices, as far as they were read and are written as such. What is odd about the others, a finding says. */
function seenOf(survey: Survey, redactText: (text: string) => string): Inspection['seen'] {
  const all = (...questions: readonly Question[]): readonly Thing[] =>
    questions.flatMap((question) => objectsIn(survey, question)).filter(isRecord);
  const audits = all('auditsWhole', 'audit', 'componentAsAudit');
  const packages = all('packages', 'package');
  const values: Readonly<Record<TermName, readonly unknown[]>> = {
    auditStatuses: audits.map(({ status }) => status),
    auditTypes: audits.map(({ audit_type: type }) => type),
    languages: audits.map(({ language }) => language),
    componentStatuses: all('components').map(({ status }) => status),
    relations: all('components').map(({ auditor_relation: relation }) => relation),
    settingTypes: packages.flatMap(({ settings }) => recordsIn(settings)).map(({ type }) => type),
  };
  const prices = packages
    .flatMap((one) => recordsIn(one.prices))
    .flatMap(({ audit_type: type, credits, conditions }) => {
      const coupled = conditions === null ? null : isRecord(conditions) ? conditions.coupled : undefined;
      const isUnderstood = coupled === null || typeof coupled === 'boolean';
      return isTold(type, redactText) && typeof credits === 'number' && isUnderstood
        ? [{ audit_type: type, credits, coupled }]
        : [];
    });
  return {
    terms: Object.fromEntries(
      termNames.map((name) => [
        name,
        [...new Set(values[name].filter((value) => isTold(value, redactText, specified[name])))]
          .toSorted()
          .slice(0, mostSeen),
      ]),
    ) as Record<TermName, string[]>, // each name, once
    prices: [...new Map(prices.map((price) => [JSON.stringify(price), price])).values()].slice(0, mostSeen),
  };
}
