import { operationNames, operations } from '../../shared/api.ts';
import { specifiedLimits, type Tier, tiers, windowNames, windowSeconds } from '../../shared/model/tiers.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import {
  type Faults,
  fieldFaults,
  instead,
  keyOf,
  missing,
  recordsIn,
  statusFaults,
  type Thing,
  tierFields,
  typeOf,
  unexpected,
  unlessUnseen,
  unspecified,
  windowFields,
  within,
  wordOf,
} from './fields.ts';
import type { Observed, Survey } from './survey.ts';

export function limitsShapeFaults({ limits }: Survey): Faults | null {
  if (limits === undefined) return null;
  if (limits.status !== 200) return statusFaults(limits, 200);
  const told = tiersIn(limits);
  if (!Array.isArray(told)) return [instead(['tiers'], typeOf(told), { type: 'list' })];
  const windows = recordsIn(told).flatMap((one) => Object.keys(isRecord(one.windows) ? one.windows : {}));
  return unlessUnseen(windows.length > 0, [
    ...fieldFaults([limits.json], { tiers: 'any' }),
    ...told.flatMap((one: unknown) => [
      ...within(['tiers'], fieldFaults([one], tierFields)),
      ...(isRecord(one) ? windowShapeFaults(one) : []),
    ]),
  ]);
}

function tiersIn({ json }: Observed): unknown {
  return isRecord(json) ? json.tiers : undefined;
}

function windowShapeFaults({ tier, windows }: Thing): Faults {
  return Object.entries(isRecord(windows) ? windows : {}).flatMap(([name, window]) =>
    windowNames.some((known) => known === name)
      ? within([keyOf(tier), name], fieldFaults([window], windowFields))
      : [unspecified([keyOf(tier), keyOf(name)])],
  );
}

export function limitsValuesFaults({ limits }: Survey): Faults | null {
  const told = limits?.status === 200 ? tiersIn(limits) : null;
  if (!Array.isArray(told)) return null;
  const readable = recordsIn(told).filter(isReadable);
  const isWhole = readable.length === told.length && told.length > 0;
  const unnamed = tiers.filter((name) => !readable.some(({ tier }) => tier === name));
  return unlessUnseen(isWhole, [
    ...readable.flatMap(valueFaults),
    ...(isWhole ? unnamed.map((name) => missing([name])) : []),
  ]);
}

function isReadable({ tier, windows }: Thing): boolean {
  return (
    typeof tier === 'string' &&
    isRecord(windows) &&
    Object.values(windows).every(
      (one) => isRecord(one) && typeof one.limit === 'number' && typeof one.period_seconds === 'number',
    )
  );
}

function valueFaults({ tier, scope, windows }: Thing): Faults {
  const known = tiers.find((name) => name === tier);
  if (known === undefined) return [unexpected(['tiers'], tier)];
  const told = isRecord(windows) ? windows : {};
  return [
    ...scopeFaults(known, scope),
    ...windowNames.flatMap((name) => {
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
    }),
  ];
}

/** Whom a limit counts for. One that is not told is a missing field, and no other value. */
function scopeFaults(tier: Tier, scope: unknown): Faults {
  const wanted = tier === 'token' ? 'client' : 'organisation';
  return scope === undefined || scope === wanted ? [] : [instead([tier, 'scope'], wordOf(scope), wanted)];
}

const unlimited = { type: 'unlimited' } as const;

/** The tiers that the service's own document tells ("Rate limit tier: …" in the description of an operation). */
export function tierFaults({ schema }: Survey): Faults | null {
  const paths = isRecord(schema?.json) && isRecord(schema.json.paths) ? schema.json.paths : {};
  const told = operationNames.map((name) => {
    const { path, method, tier } = operations[name];
    const shape = shapeOf(path);
    const [, item] = Object.entries(paths).find(([one]) => shapeOf(one) === shape) ?? [];
    const operation = isRecord(item) ? item[method.toLowerCase()] : undefined;
    const words =
      isRecord(operation) && typeof operation.description === 'string' ? operation.description : '';
    return { name, tier, found: /rate limit tier: `?(\w+)/i.exec(words)?.[1] };
  });
  if (told.every(({ found }) => found === undefined)) return null;
  return [
    ...told.flatMap(({ name, tier, found }) =>
      found === undefined || found === tier ? [] : [instead([name], wordOf(found), tier)],
    ),
    ...told.flatMap(({ name, found }) => (found === undefined ? [missing([name])] : [])),
  ];
}

/** A path whose parameters have any name. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/^.*?(?=\/api\/v1\/)/, '');
}
