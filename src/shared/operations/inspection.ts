import { z } from 'zod';
import { AppError } from '../error.ts';
import { faultReasons } from '../failures.ts';
import {
  areaNames,
  areaStates,
  differenceKinds,
  findingNames,
  findingStates,
  gapReasons,
  termNames,
  unseenNames,
  valueTypes,
  variantNames,
  variantStates,
} from '../inspection.ts';
import { tiers, windowNames } from '../model/tiers.ts';
import { Id, type LocalRow } from './shapes.ts';

/** A status, a count or a term of the service's own as they are; of anything else only what it is. */
const Told = z.union([z.string(), z.number(), z.boolean(), z.strictObject({ type: z.enum(valueTypes) })]);
export type Told = z.output<typeof Told>;

/** One thing that differs: names of fields, statuses, counts and terms; never a text that may be the firm's. `sentenceOf` says it. */
export const Evidence = z.strictObject({
  kind: z.enum(differenceKinds),
  /** Paths, parameters and fields, the outermost first; none where the name of the finding says it. A key that may be a name is not told. */
  place: z.array(z.union([z.string(), z.strictObject({ type: z.literal('key') })])).readonly(),
  found: Told.optional(),
  wanted: Told.optional(),
});
export type Evidence = z.output<typeof Evidence>;

export const Finding = z.strictObject({
  name: z.enum(findingNames),
  state: z.enum(findingStates),
  evidence: z.array(Evidence).readonly(),
});
export type Finding = z.output<typeof Finding>;

/** `none`: the address is http. `refused`: it is not trusted. `unseen`: nobody showed one, as where a proxy is on the way. */
export const Certificate = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('trusted'), until: z.string() }),
  z.strictObject({ state: z.literal('refused'), reason: z.enum(faultReasons).nullable() }),
  z.strictObject({ state: z.literal('unseen') }),
]);
export type Certificate = z.output<typeof Certificate>;

const Area = z.strictObject({
  name: z.enum(areaNames),
  state: z.enum(areaStates),
  /** HTTP status; null where there was no answer. */
  status: z.number().int().nullable(),
});
export type Area = z.output<typeof Area>;

/** As the service tells them: null is unlimited, what is left out was not understood. */
const ToldLimits = z.partialRecord(
  z.enum(tiers),
  z.partialRecord(z.enum(windowNames), z.number().nullable()),
);

/** What was found out about a service by reading. */
export const Inspection = z.strictObject({
  baseUrl: z.string(),
  /** ISO 8601, by this machine's clock. */
  at: z.string(),
  requests: z.number().int(),
  /** What ended it before its end, without the service's words; null where nothing did. */
  ended: AppError.pick({
    code: true,
    operation: true,
    tier: true,
    reason: true,
    status: true,
    retryAfterSeconds: true,
  }).nullable(),
  /** None where everything was asked that there was to ask, and answered in some way. */
  gaps: z.array(z.enum(gapReasons)).readonly(),
  /** Seconds by which the service's clock is ahead; null where it does not tell. */
  clockSkewSeconds: z.number().nullable(),
  certificate: Certificate,
  /** Scopes that are written as terms, and how many others there are. */
  token: z
    .strictObject({
      seconds: z.number().nullable(),
      scopes: z.array(z.string()).readonly(),
      untold: z.number().int(),
    })
    .nullable(),
  areas: z.array(Area).readonly(),
  /** Null where the service told none that is understood. */
  limits: ToldLimits.nullable(),
  /** Terms and prices that were read. `coupled`: the price's condition, null where it has none. */
  seen: z.strictObject({
    terms: z.record(z.enum(termNames), z.array(z.string()).readonly()),
    prices: z
      .array(z.strictObject({ audit_type: z.string(), credits: z.number(), coupled: z.boolean().nullable() }))
      .readonly(),
  }),
  findings: z.array(Finding).readonly(),
  /** What screens cannot show of this service, the noun's order. */
  unseen: z.array(z.enum(unseenNames)).readonly(),
  variants: z.record(z.enum(variantNames), z.enum(variantStates)),
});
export type Inspection = z.output<typeof Inspection>;

export const inspectionOperations = {
  /** Reads what the service of a connection does, within its quota. One that reached its end is kept; `cancelled` where it was stopped. */
  'connections.inspect': { input: Id, output: Inspection },
  /** The last inspection that reached its end; null where there is none. */
  'connections.inspection': { input: Id, output: Inspection.nullable() },
  /** Asks for a file and writes the last inspection to it. */
  'connections.saveInspection': {
    input: z.strictObject({ id: z.string().min(1), format: z.enum(['text', 'json']) }),
    output: z.strictObject({ saved: z.boolean() }),
  },
} as const satisfies Record<string, LocalRow>;
