import type { VariantName, VariantState } from '../../shared/inspection.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import {
  auditFields,
  clientFields,
  componentFields,
  conditionFields,
  entityFields,
  type FieldKinds,
  optionFields,
  packageFields,
  priceFields,
  recordsIn,
  roleFields,
  settingFields,
  type Thing,
  tierFields,
  tokenFields,
  userFields,
  windowFields,
} from './fields.ts';
import { listIn, listQuestions, type Observed, objectsIn, type Question, type Survey } from './survey.ts';

/** What the survey shows of the variants; a write or an exhausted limit would show the others. */
export function variantsOf(survey: Survey): Readonly<Record<VariantName, VariantState>> {
  return {
    rejected_requests_count: 'unknown',
    windows: 'unknown',
    duplicate_id_status: 'unknown',
    state_conflict_status: 'unknown',
    bare_lists: variant(listQuestions.flatMap((question) => barenessOf(survey[question]))),
    extra_fields: variant(
      shapes.flatMap(([objects, kinds]) =>
        objects(survey).map((object) => Object.keys(object).some((key) => !Object.hasOwn(kinds, key))),
      ),
    ),
  };
}

function variant(seen: readonly boolean[]): VariantState {
  if (seen.length === 0) return 'unknown';
  return seen.every(Boolean) ? 'other' : seen.some(Boolean) ? 'mixed' : 'default';
}

/** Whether a list is bare; nothing of what is no list, and of lists that have their envelope whatever the variant. */
function barenessOf(observed: Observed | undefined): readonly boolean[] {
  if (observed === undefined || listIn(observed) === null) return [];
  const isBare = Array.isArray(observed.json);
  const isAlwaysPaged = /^\/api\/v1\/(audits|client-organisations)\/(\?|$)/.test(observed.path);
  return isAlwaysPaged && !isBare ? [] : [isBare];
}

function inside(objects: readonly Thing[], key: string): readonly Thing[] {
  return objects.flatMap((object) => recordsIn(object[key]));
}

function objectsOf(survey: Survey, questions: readonly Question[]): readonly Thing[] {
  return questions.flatMap((question) => objectsIn(survey, question)).filter(isRecord);
}

const packagesOf = (survey: Survey) => objectsOf(survey, ['packages', 'package']);
const settingsOf = (survey: Survey) => inside(packagesOf(survey), 'settings');
const pricesOf = (survey: Survey) => inside(packagesOf(survey), 'prices');
const limitsOf = (survey: Survey) => objectsOf(survey, ['limits']);
const tiersOf = (survey: Survey) => inside(limitsOf(survey), 'tiers');

function ofQuestions(questions: readonly Question[], kinds: FieldKinds): Shape {
  return [(survey) => objectsOf(survey, questions), kinds];
}

/** The objects of a kind that were read, and the fields that such an object has. */
type Shape = readonly [(survey: Survey) => readonly Thing[], FieldKinds];

const envelopeFields: FieldKinds = { count: 'any', next: 'any', previous: 'any', results: 'any' };

const shapes: readonly Shape[] = [
  [
    (survey) =>
      listQuestions.flatMap((question) => {
        const observed = survey[question];
        return observed?.status === 200 && isRecord(observed.json) ? [observed.json] : [];
      }),
    envelopeFields,
  ],
  ofQuestions(['token'], tokenFields),
  [limitsOf, { tiers: 'any' }],
  [tiersOf, tierFields],
  [
    (survey) =>
      tiersOf(survey).flatMap(({ windows }) =>
        isRecord(windows) ? Object.values(windows).filter(isRecord) : [],
      ),
    windowFields,
  ],
  ofQuestions(['package', 'packages'], packageFields),
  [settingsOf, settingFields],
  [(survey) => inside(settingsOf(survey), 'options'), optionFields],
  [pricesOf, priceFields],
  [
    (survey) => pricesOf(survey).flatMap(({ conditions }) => (isRecord(conditions) ? [conditions] : [])),
    conditionFields,
  ],
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
