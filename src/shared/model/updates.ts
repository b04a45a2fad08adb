import { z } from 'zod';

/** Who decides whether the app looks for newer versions; `package`: nobody has said where, so it cannot. */
export const updateDeciders = ['command-line', 'environment', 'policy', 'person', 'package'] as const;
export type UpdateDecider = (typeof updateDeciders)[number];

export const UpdateView = z.strictObject({
  decidedBy: z.enum(updateDeciders),
  /**
   * `off`: it does not look. `fetching`: what was found is being downloaded, at a person's wish. `untrusted`: what is offered was
   * not signed by the publisher of this copy.
   */
  state: z.enum(['off', 'not-looked', 'looking', 'newest', 'found', 'fetching', 'failed', 'untrusted']),
  /** The newer version that was found; null where there is none. */
  version: z.string().nullable(),
  /** When it last looked and was answered, ISO 8601; null before that. */
  lookedAt: z.string().nullable(),
  /** Whether this copy may put the new version in place itself; else whoever installed it does. */
  canInstall: z.boolean(),
});
export type UpdateView = z.output<typeof UpdateView>;
