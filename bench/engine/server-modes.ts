import type { LimiterOptions } from '../../src/sandbox/limits.ts';

/** How a service may count: windows that slide or that begin at whole multiples of their length, what it refuses counted or not. */
export const serverModes = {
  sliding: { windows: 'sliding', rejectedRequestsCount: false },
  'sliding, refused ones count': { windows: 'sliding', rejectedRequestsCount: true },
  fixed: { windows: 'fixed', rejectedRequestsCount: false },
  'fixed, refused ones count': { windows: 'fixed', rejectedRequestsCount: true },
} as const satisfies Readonly<Record<string, LimiterOptions>>;
export type ServerMode = keyof typeof serverModes;
