import type { VariantName, VariantState } from '../../shared/inspection.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import {
  auditFields,
  clientFields,
  componentFields,
  entityFields,
  type FieldKinds,
  fieldsOfObjects,
  packageFields,
  priceFields,
  roleFields,
  settingFields,
  tokenFields,
  userFields,
} from './fields.ts';
import { listQuestions, type Observed, type Survey } from './survey.ts';

/** What the survey shows of the variants; a write or an exhausted limit would show the others. */
export function variantsOf(survey: Survey): Readonly<Record<VariantName, VariantState>> {
  const lists = listQuestions.flatMap((question) => shapeOf(survey[question]));
  const bare = lists.flatMap(({ isBare, isNever }) => (isBare === null || isNever ? [] : [isBare]));
  const isOdd = lists.some(({ isBare, isNever }) => isBare === null || (isBare && isNever));
  return {
    rejected_requests_count: 'unknown',
    windows: 'unknown',
    duplicate_id_status: 'unknown',
    state_conflict_status: 'unknown',
    bare_lists: isOdd ? 'mixed' : variant(bare),
    extra_fields: variant(
      shapes.flatMap(([objects, keys]) =>
        objects(survey).map((object) => Object.keys(object).some((key) => !keys.includes(key))),
      ),
    ),
  };
}

function variant(seen: readonly boolean[]): VariantState {
  if (seen.length === 0) return 'unknown';
  return seen.every(Boolean) ? 'other' : seen.some(Boolean) ? 'mixed' : 'default';
}

interface ListShape {
  /** Null where it is neither an array nor an envelope. */
  readonly isBare: boolean | null;
  /** Whether the variant `bare_lists` leaves such a list as it is. */
  readonly isNever: boolean;
}

function shapeOf(observed: Observed | undefined): readonly ListShape[] {
  if (observed?.status !== 200 || observed.json === undefined) return [];
  const { json, path } = observed;
  const isEnvelope = isRecord(json) && Array.isArray(json.results);
  const isNever = /^\/api\/v1\/(audits|client-organisations)\/(\?|$)/.test(path);
  return [{ isBare: Array.isArray(json) ? true : isEnvelope ? false : null, isNever }];
}

type Thing = Readonly<Record<string, unknown>>;

function inside(objects: readonly Thing[], key: string): readonly Thing[] {
  return objects.flatMap((object) => {
    const value = object[key];
    return Array.isArray(value) ? value.filter(isRecord) : [];
  });
}

const packagesOf = (survey: Survey): readonly Thing[] =>
  [survey.packages, survey.package].flatMap(fieldsOfObjects);
const limitsOf = (survey: Survey): readonly Thing[] => fieldsOfObjects(survey.limits);

function ofQuestions(questions: readonly (keyof Survey)[], kinds: FieldKinds): Shape {
  return [(survey) => questions.flatMap((question) => fieldsOfObjects(survey[question])), Object.keys(kinds)];
}

/** The objects of a kind that were read, and the keys that such an object has. */
type Shape = readonly [(survey: Survey) => readonly Thing[], readonly string[]];

const shapes: readonly Shape[] = [
  [
    (survey) =>
      listQuestions.flatMap((question) => {
        const observed = survey[question];
        return observed?.status === 200 && isRecord(observed.json) ? [observed.json] : [];
      }),
    ['count', 'next', 'previous', 'results'],
  ],
  ofQuestions(['token'], tokenFields),
  [limitsOf, ['tiers']],
  [(survey) => inside(limitsOf(survey), 'tiers'), ['tier', 'scope', 'windows']],
  ofQuestions(['package', 'packages'], packageFields),
  [(survey) => inside(packagesOf(survey), 'settings'), Object.keys(settingFields)],
  [(survey) => inside(packagesOf(survey), 'prices'), Object.keys(priceFields)],
  ofQuestions(['roles', 'auditRoles'], roleFields),
  ofQuestions(
    ['audit', 'audits', 'auditsNext', 'auditsWhole', 'auditsClamped', 'auditsUsual', 'auditsLast'],
    auditFields,
  ),
  ofQuestions(['componentAsAudit'], auditFields),
  ofQuestions(['clients'], clientFields),
  ofQuestions(['entities'], entityFields),
  ofQuestions(['components', 'componentsOfSingle'], componentFields),
  ofQuestions(['users'], userFields),
];
