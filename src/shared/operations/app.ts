import { z } from 'zod';
import { Draft } from '../model/draft.ts';
import { SavedView } from '../model/list-setup.ts';
import { PolicyView } from '../model/policy.ts';
import { Preferences } from '../model/preferences.ts';
import { Team } from '../model/team.ts';
import { AuditTemplate } from '../model/template.ts';
import { UpdateView } from '../model/updates.ts';
import { atMost, mostOfKind } from '../settings.ts';
import { Id, type LocalRow, Nothing, OfConnection } from './shapes.ts';

export const Environment = z.strictObject({
  version: z.string(),
  platform: z.string(),
  /** The system's language, BCP 47. */
  locale: z.string(),
  /** Whether this runs on the development stand-in for Electron. */
  standIn: z.boolean(),
  dataFolder: z.string(),
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

  // What a person keeps on this computer.
  'drafts.list': { input: OfConnection, output: z.array(Draft).readonly() },
  'drafts.save': { input: Draft.omit({ savedAt: true }), output: Draft },
  'views.list': { input: OfConnection, output: z.array(SavedView).readonly() },
  /** Keeps views, each in place of what was kept under its id. */
  'views.save': { input: z.array(SavedView).min(1).max(atMost.views).readonly(), output: z.null() },
  'teams.list': { input: OfConnection, output: z.array(Team).readonly() },
  'teams.save': { input: Team, output: Team },
  'templates.list': { input: OfConnection, output: z.array(AuditTemplate).readonly() },
  /** Keeps templates, each in place of what was kept under its id. */
  'templates.save': {
    input: z.array(AuditTemplate).min(1).max(mostOfKind.template).readonly(),
    output: z.null(),
  },
  'kept.remove': {
    input: z.strictObject({
      ...Id.shape,
      of: z.enum(['drafts', 'views', 'teams', 'templates', 'season', 'deadlineRules']),
    }),
    output: z.null(),
  },

  // Newer versions of the app: looked for where somebody has said so, put in place only when a person asks.
  // `check` looks now, and `install` downloads what was found and restarts the app with it, where this copy may.
  'updates.act': { input: z.strictObject({ act: z.enum(['read', 'check', 'install']) }), output: UpdateView },
} as const satisfies Record<string, LocalRow>;
