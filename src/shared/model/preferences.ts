import { z } from 'zod';
import { chordShape } from '../chord.ts';
import { atMost, type SettingName, type SettingValue, settingNames, settingRow } from '../settings.ts';
import { ColumnChoice, ListSetup } from './list-setup.ts';

const languageId = z.string().regex(/^[a-z]{2,3}(-[a-z]{2,4})?$/);

type SettingSchemas = { readonly [Name in SettingName]: z.ZodType<SettingValue<Name>> };

/** What the values of each setting are; none has one to fall back on. */
export const settingSchemas = Object.fromEntries(
  settingNames.map((name) => [name, schemaOf(name)]),
) as SettingSchemas; // by name, from the values of its row

function schemaOf(name: SettingName): z.ZodType {
  const { values } = settingRow(name);
  if (values === 'boolean') return z.boolean();
  if (values === 'language') return languageId.nullable();
  const [min, to, max] = values;
  return to === 'to' ? z.number().min(Number(min)).max(Number(max)) : z.literal([...values]);
}

const withDefaults = Object.fromEntries(
  settingNames.map((name) => [name, schemaOf(name).catch(settingRow(name).default)]),
) as { readonly [Name in SettingName]: z.ZodCatch<SettingSchemas[Name]> }; // as above

/** An audit that was opened or starred. */
const AuditPlace = z.strictObject({ connection: z.string().max(200), id: z.string().max(400) });

/** How the columns of a table were understood, by the titles of its header: known again in whatever order they stand. */
const ImportMapping = z.strictObject({
  /** Of the header (`shared/rules/tables/columns.ts`). */
  fingerprint: z.string().max(4_000),
  kind: z.string().max(20),
  /** For each column of the app its title in the file, as titles are compared. */
  titles: z.record(z.string().max(60), z.string().max(400)).readonly(),
  /** The order of days that a person chose, by column. */
  orders: z.record(z.string().max(60), z.string().max(3)).readonly(),
  /** By connection the id of the template that filled its empty cells. */
  templates: z.record(z.string().max(100), z.string().max(100)).readonly().optional(),
  /** The titles of columns that a person does not use, though they are close to one of the app. */
  unused: z.array(z.string().max(400)).max(200).readonly().optional(),
  /** By column and value what a person has said that it means. */
  meanings: z
    .record(z.string().max(60), z.record(z.string().max(400), z.string().max(400)).readonly())
    .readonly()
    .optional(),
});
export type ImportMapping = z.output<typeof ImportMapping>;

const listId = z.string().max(60);

/** How a person wants the app to be, and what they used last. Never a secret. */
export const Preferences = z.strictObject({
  ...withDefaults,
  activeConnection: z.string().nullable().catch(null),
  /** The keys that a person chose, by command; none is a choice too. What is not named has its own (`shared/commands.ts`). */
  shortcuts: z
    .record(z.string().max(60), z.array(z.string().max(40).regex(chordShape)).max(4).readonly())
    .readonly()
    .catch({}),
  /** The audits that were opened last and what was chosen last in the palette, by its key; the newest first. */
  recentAudits: z.array(AuditPlace).max(atMost.recentAudits).readonly().catch([]),
  recentChoices: z.array(z.string().max(500)).max(20).readonly().catch([]),
  /** Those that a person has given a star; the newest first. */
  starredAudits: z.array(AuditPlace).max(atMost.starredAudits).readonly().catch([]),
  /** How the lists are set up, by connection and list; lists of this app itself have the empty connection. */
  lists: z.record(z.string().max(200), z.record(listId, ListSetup).readonly()).readonly().catch({}),
  /** Whether the tour of the first start was closed. */
  tourSeen: z.boolean().catch(false),
  /** The newest first. */
  importMappings: z.array(ImportMapping).max(atMost.importMappings).readonly().catch([]),
  /** By the id of the grid. */
  columns: z.record(listId, ColumnChoice).readonly().catch({}),
});
export type Preferences = z.output<typeof Preferences>;
export const defaultPreferences: Preferences = Preferences.parse({});
