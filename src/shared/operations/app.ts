import { z } from 'zod';
import { PolicyView } from '../model/policy.ts';
import { Preferences } from '../model/preferences.ts';
import { UpdateView } from '../model/updates.ts';
import { type LocalRow, Nothing } from './shapes.ts';

/** What this app is made of and runs on; null for what there is none of, as on the stand-in, or is not known. */
const Versions = z.strictObject({
  app: z.string(),
  commit: z.string().nullable(),
  electron: z.string().nullable(),
  chromium: z.string().nullable(),
  node: z.string(),
  v8: z.string(),
  system: z.string(),
});
export type Versions = z.output<typeof Versions>;

export const Environment = Versions.extend({
  /** The system's language, BCP 47. */
  locale: z.string(),
  /** Whether this runs on the development stand-in for Electron. */
  standIn: z.boolean(),
  dataFolder: z.string(),
});
export type Environment = z.output<typeof Environment>;

/** The licence of a package that is inside the app; `text` is empty where the package brings none. */
export const Licence = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export type Licence = z.output<typeof Licence>;

export const appOperations = {
  'environment.read': { input: Nothing, output: Environment },
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

  // Newer versions of the app: looked for where somebody has said so, put in place only when a person asks.
  // `check` looks now, and `install` downloads what was found and restarts the app with it, where this copy may.
  'updates.act': { input: z.strictObject({ act: z.enum(['read', 'check', 'install']) }), output: UpdateView },
} as const satisfies Record<string, LocalRow>;
