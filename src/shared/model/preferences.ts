import { z } from 'zod';
import { auditLanguages } from './audit.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** How a person wants the app to be; `language` null follows the system. Never a secret. */
export const Preferences = z.strictObject({
  theme: z.enum(themes).catch('system'),
  language: z.enum(auditLanguages).nullable().catch(null),
  density: z.enum(densities).catch('compact'),
  sidebarCollapsed: z.boolean().catch(false),
  /** The connection that windows open with. */
  activeConnection: z.string().nullable().catch(null),
  /** The part of each quota window that background work may use, so that the firm's other programs have the rest. */
  bulkHeadroom: z.number().min(0.1).max(1).catch(0.8),
});
export type Preferences = z.output<typeof Preferences>;
export const defaultPreferences: Preferences = Preferences.parse({});
