import { z } from 'zod';
import { PolicyView } from '../model/policy.ts';
import { Preferences } from '../model/preferences.ts';
import { type LocalRow, Nothing } from './shapes.ts';

export const Environment = z.strictObject({
  version: z.string(),
  platform: z.string(),
  /** The system's language, BCP 47. */
  locale: z.string(),
  /** Whether this runs on the development stand-in for Electron. */
  standIn: z.boolean(),
  /** Where this app keeps its files. */
  dataFolder: z.string(),
  /** The preferences of somebody who has changed none. */
  defaults: Preferences,
});
export type Environment = z.output<typeof Environment>;

/** What this app is made of and runs on; null for what there is none of, as on the stand-in, or is not known. */
export const Versions = z.strictObject({
  app: z.string(),
  commit: z.string().nullable(),
  electron: z.string().nullable(),
  chromium: z.string().nullable(),
  node: z.string(),
  v8: z.string(),
  system: z.string(),
});
export type Versions = z.output<typeof Versions>;

/** The licence of a package that is inside the app; `text` is empty where the package brings none. */
export const Licence = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export type Licence = z.output<typeof Licence>;

/** The app itself and what its user prefers. */
export const appOperations = {
  'environment.read': { input: Nothing, output: Environment },
  'versions.read': { input: Nothing, output: Versions },
  'licences.read': { input: Nothing, output: z.array(Licence).readonly() },
  'preferences.read': { input: Nothing, output: Preferences },
  /** Opens a window at an address of the interface, as a connection sees it; false where there are too many. */
  'window.open': {
    input: z.strictObject({
      address: z.string().max(30_000).startsWith('/'),
      connection: z.string().max(100).nullable(),
    }),
    output: z.strictObject({ opened: z.boolean() }),
  },
  /** Fails as `managed`, and changes nothing, where the policy of this machine decides about one of them. */
  'preferences.change': { input: Preferences.partial(), output: Preferences },
  'policy.read': { input: Nothing, output: PolicyView },
} as const satisfies Record<string, LocalRow>;
