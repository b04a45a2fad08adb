// Apart from the readers: the interface takes the names of tiers and windows without taking zod along.

export const tiers = [
  'reference',
  'read',
  'read_heavy',
  'write',
  'write_heavy',
  'lifecycle',
  'token',
] as const;
export type Tier = (typeof tiers)[number];

export const windowNames = ['burst', 'sustained', 'daily'] as const;
export type WindowName = (typeof windowNames)[number];

export const windowSeconds: Readonly<Record<WindowName, number>> = {
  burst: 60,
  sustained: 3_600,
  daily: 86_400,
};

/** How many requests a tier admits in each of its windows; a window that is missing is unlimited. */
export type Limits = Readonly<Partial<Record<WindowName, number>>>;

/** The specification's table of limits, in force until the service says otherwise (specification, "Rate limiting"). */
export const specifiedLimits: Readonly<Record<Tier, Limits>> = {
  reference: { burst: 120, sustained: 3_000 },
  read: { burst: 180, sustained: 6_000, daily: 60_000 },
  read_heavy: { burst: 30, sustained: 900, daily: 8_000 },
  write: { burst: 120, sustained: 4_000, daily: 40_000 },
  write_heavy: { burst: 30, sustained: 1_000, daily: 10_000 },
  lifecycle: { burst: 5, sustained: 60, daily: 300 },
  token: { burst: 10, sustained: 120 },
};
