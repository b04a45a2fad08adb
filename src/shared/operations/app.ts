import { z } from 'zod';
import { Preferences } from '../model/preferences.ts';
import { type LocalRow, Nothing } from './shapes.ts';

export const Environment = z.strictObject({
  version: z.string(),
  platform: z.string(),
  /** The system's language, BCP 47. */
  locale: z.string(),
  /** Whether this runs on the development stand-in for Electron. */
  standIn: z.boolean(),
});
export type Environment = z.output<typeof Environment>;

/** The app itself and what its user prefers. */
export const appOperations = {
  'environment.read': { input: Nothing, output: Environment },
  'preferences.read': { input: Nothing, output: Preferences },
  'preferences.change': { input: Preferences.partial(), output: Preferences },
} as const satisfies Record<string, LocalRow>;
