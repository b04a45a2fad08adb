import { largestZoom, smallestZoom, zoomLevels } from './zoom.ts';

export const settingSections = ['appearance', 'language', 'work', 'data'] as const;

interface Row {
  /** All values that it can have, or the least and the largest of a number; a language is a folder of `src/words`. */
  readonly values:
    | readonly (string | number | null)[]
    | 'boolean'
    | 'language'
    | readonly [min: number, 'to', max: number];
  readonly default: string | number | boolean | null;
  /** Where it stands on the page of settings; without a section it is set elsewhere. */
  readonly section?: (typeof settingSections)[number];
  readonly control?: 'radio' | 'select' | 'checkbox' | 'share';
  /** The values that are offered, where others are possible. */
  readonly offered?: readonly number[];
  /** How numbers are written. */
  readonly unit?: 'percent' | 'megabytes';
  /**
   * Whether a machine's policy may decide it. How the app looks, moves and magnifies stays a person's own: whether they can
   * work with it at all depends on that.
   */
  readonly isManageable?: true;
  /** Whether more of it takes a safeguard away; an import leaves that to a choice of its own. */
  readonly loosensWhenMore?: true;
}

/**
 * Every setting, once. From this come the schema that is stored, the page of settings, settings files and the keys of a policy;
 * its words are at `settings:entry.…`. The renderer reads it, so it is without zod.
 */
export const settings = {
  theme: {
    values: ['system', 'light', 'dark'],
    default: 'system',
    section: 'appearance',
    control: 'radio',
  },
  /** Null follows the system. */
  language: {
    values: 'language',
    default: null,
    section: 'language',
    control: 'radio',
    isManageable: true,
  },
  /** Days and moments as the system's region writes them, or as `2025-12-31`. Files and ids always have the latter. */
  dates: { values: ['system', 'iso'], default: 'system', section: 'language', control: 'radio' },
  density: {
    values: ['compact', 'comfortable'],
    default: 'compact',
    section: 'appearance',
    control: 'radio',
    isManageable: true,
  },
  /** `reduced`: nothing moves, also where the system does not ask for that. */
  motion: { values: ['system', 'reduced'], default: 'system', section: 'appearance', control: 'radio' },
  /** How large the interface is shown; 1 is its own size. */
  zoom: {
    values: [smallestZoom, 'to', largestZoom],
    default: 1,
    section: 'appearance',
    control: 'select',
    offered: zoomLevels,
    unit: 'percent',
  },
  /** The part of each quota window that background work may use, so that the firm's other programs have the rest. */
  bulkHeadroom: {
    values: [0.1, 'to', 1],
    default: 0.8,
    section: 'work',
    control: 'share',
    unit: 'percent',
    isManageable: true,
    loosensWhenMore: true,
  },
  /** Whether the system tells of the end of a plan while no window of the app is in front. */
  notifyWhenDone: { values: 'boolean', default: true, section: 'work', control: 'checkbox' },
  /** What becomes of plans that are being carried out where the last window is closed. */
  whenClosed: { values: ['ask', 'background', 'quit'], default: 'ask', section: 'work', control: 'radio' },
  startAtLogin: {
    values: 'boolean',
    default: false,
    section: 'work',
    control: 'checkbox',
    isManageable: true,
  },
  /** Whether the computer is kept from sleeping while a plan would miss its day otherwise. */
  keepAwake: { values: 'boolean', default: true, section: 'work', control: 'checkbox' },
  /** How large the log may become, all of its files together, in MiB. */
  logMebibytes: {
    values: [4, 16, 64],
    default: 4,
    section: 'data',
    control: 'radio',
    unit: 'megabytes',
    isManageable: true,
  },
  sidebarCollapsed: { values: 'boolean', default: false },
  /** The format in which a list was saved last. */
  exportFormat: { values: ['xlsx', 'csv', 'json'], default: 'xlsx' },
  /** Whether the component tree has the whole width, without the details of its active row. */
  treeDetailHidden: { values: 'boolean', default: false },
  /** A firm's rule for the deadlines of groups: so many whole months and days after the end of the period. */
  deadlineMonths: { values: [0, 'to', 24], default: 3 },
  deadlineDays: { values: [0, 'to', 30], default: 0 },
  /** Whether the app looks for newer versions, where nobody else decides that. */
  updates: { values: ['off', 'on'], default: 'off' },
} as const satisfies Record<string, Row>;

/** How much is kept at most of what a person uses and arranges. */
export const atMost = {
  recentAudits: 20,
  starredAudits: 500,
  filterValues: 500,
  views: 500,
  importMappings: 20,
} as const;

/** Why a file of settings or templates is not taken over. */
export const settingsFileFaults = ['unreadable', 'too-large', 'foreign', 'other-kind', 'newer'] as const;

/** How many of a kind are taken over from one file at most. */
export const mostOfKind = { connection: 500, team: 2_000, template: 2_000 } as const;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as readonly SettingName[]; // keys of a literal: exactly these

type ValueOf<Values> = Values extends 'boolean'
  ? boolean
  : Values extends 'language'
    ? string | null
    : Values extends readonly [number, 'to', number]
      ? number
      : Values extends readonly (infer One)[]
        ? One
        : never;
export type SettingValue<Name extends SettingName> = ValueOf<(typeof settings)[Name]['values']>;

export function settingRow(name: SettingName): Row {
  return settings[name];
}

export type Manageable = {
  [Name in SettingName]: (typeof settings)[Name] extends { readonly isManageable: true } ? Name : never;
}[SettingName];
export const manageable = settingNames.filter(
  (name): name is Manageable => settingRow(name).isManageable === true,
);
