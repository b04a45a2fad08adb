import { z } from 'zod';
import { chordShape } from '../chord.ts';
import { largestZoom, smallestZoom } from '../zoom.ts';
import { auditLanguages } from './audit.ts';

export const themes = ['system', 'light', 'dark'] as const;

export const densities = ['compact', 'comfortable'] as const;

/** `reduced`: nothing moves, also where the system does not ask for that. */
export const motions = ['system', 'reduced'] as const;

/** How large the log may become, all of its files together, in MiB. */
export const logSizes = [4, 16, 64] as const;

/** How a person wants the app to be; `language` null follows the system. Never a secret. */
export const Preferences = z.strictObject({
  theme: z.enum(themes).catch('system'),
  language: z.enum(auditLanguages).nullable().catch(null),
  density: z.enum(densities).catch('compact'),
  motion: z.enum(motions).catch('system'),
  sidebarCollapsed: z.boolean().catch(false),
  /** The connection that windows open with. */
  activeConnection: z.string().nullable().catch(null),
  /** The part of each quota window that background work may use, so that the firm's other programs have the rest. */
  bulkHeadroom: z.number().min(0.1).max(1).catch(0.8),
  /** How large the interface is shown; 1 is its own size. */
  zoom: z.number().min(smallestZoom).max(largestZoom).catch(1),
  /** The keys that a person chose, by command; none is a choice too. What is not named has its own (`shared/commands.ts`). */
  shortcuts: z
    .record(z.string().max(60), z.array(z.string().max(40).regex(chordShape)).max(4).readonly())
    .readonly()
    .catch({}),
  /** Whether the system tells of the end of a plan while no window of the app is in front. */
  notifyWhenDone: z.boolean().catch(true),
  logMebibytes: z.literal(logSizes).catch(4),
  /** Whether the app looks for newer versions, where nobody else decides that. */
  updates: z.enum(['off', 'on']).catch('off'),
});
export type Preferences = z.output<typeof Preferences>;
export const defaultPreferences: Preferences = Preferences.parse({});
