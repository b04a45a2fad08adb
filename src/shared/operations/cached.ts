import { z } from 'zod';
import { operationNames } from '../api.ts';
import type { LocalRow } from './shapes.ts';

const CachedRequest = z.strictObject({
  operation: z.enum(operationNames),
  path: z.record(z.string(), z.string().min(1).max(255)).optional(),
  query: z.record(z.string(), z.string().max(255).optional()).optional(),
  cursor: z.string().max(2_000).optional(),
  pageSize: z.number().int().min(1).max(100).optional(),
});
export type CachedRequest = z.output<typeof CachedRequest>;

/** What the service answered last to a reading; its value is that of the operation. */
const CachedAnswer = z.strictObject({
  /** When it answered, in milliseconds since 1970. */
  at: z.number(),
  value: z.unknown(),
});
export type CachedAnswer = z.output<typeof CachedAnswer>;

/** What the service answered last, kept on this computer for when it does not. */
export const cachedOperations = {
  /** Null where that reading was never answered, or is kept no more. */
  'cached.read': {
    input: z.strictObject({ connection: z.string().min(1), request: CachedRequest }),
    output: CachedAnswer.nullable(),
  },
  /** When a connection was answered last, also before the app was started; null where it never was. */
  'cached.newest': {
    input: z.strictObject({ connection: z.string().min(1) }),
    output: z.strictObject({ at: z.number().nullable() }),
  },
} as const satisfies Record<string, LocalRow>;
