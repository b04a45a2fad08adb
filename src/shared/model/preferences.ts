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
});
export type Preferences = z.output<typeof Preferences>;
export const defaultPreferences: Preferences = Preferences.parse({});
