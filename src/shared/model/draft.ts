import { z } from 'zod';

/** An unsent piece of work. `content` belongs to the screen that made it, which reads it back tolerantly. */
export const Draft = z.strictObject({
  id: z.string().min(1).max(400),
  /** A new audit, changes to the components of a group audit, or what is decided of networks that are rolled forward. */
  kind: z.enum(['audit', 'components', 'roll-forward']),
  connection: z.string(),
  title: z.string().max(400),
  content: z.record(z.string(), z.unknown()),
  /** ISO 8601, UTC. */
  savedAt: z.string(),
});
export type Draft = z.output<typeof Draft>;
