import { z } from 'zod';
import { AuditTemplate } from '../model/template.ts';
import { mostOfKind, settingsFileFaults } from '../settings.ts';
import { Id, type LocalRow } from './shapes.ts';

const OfConnection = z.strictObject({ connection: z.string().min(1).max(100) });

/** What a file of templates holds; `fault` says why it is not taken, and is null where nothing was chosen too. */
export const OpenedTemplates = z.strictObject({
  isOpened: z.boolean(),
  fault: z.enum([...settingsFileFaults, 'too-many']).nullable(),
  /** ISO 8601, UTC. */
  savedAt: z.string().nullable(),
  /** As they would be kept for this connection. */
  templates: z.array(AuditTemplate).readonly(),
  /** How many of the file cannot be read. */
  unreadable: z.number().int(),
});
export type OpenedTemplates = z.output<typeof OpenedTemplates>;

export const templateOperations = {
  'templates.list': { input: OfConnection, output: z.array(AuditTemplate).readonly() },
  /** Keeps templates, each in place of what was kept under its id. */
  'templates.save': {
    input: z.array(AuditTemplate).min(1).max(mostOfKind.template).readonly(),
    output: z.null(),
  },
  'templates.remove': { input: Id, output: z.null() },
  /** Asks for a place and writes the templates of a connection there. */
  'templates.export': { input: OfConnection, output: z.strictObject({ saved: z.boolean() }) },
  /** Asks for a file and tells what it holds; nothing is kept yet. */
  'templates.open': { input: OfConnection, output: OpenedTemplates },
} as const satisfies Record<string, LocalRow>;
