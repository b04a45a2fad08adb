import { z } from 'zod';
import { AuditTemplate } from '../model/template.ts';
import { settingsFileFaults } from '../settings.ts';
import { Id, type LocalRow, Nothing } from './shapes.ts';

/** One file of a bundle for whoever helps, exactly as it would be saved. */
export const DiagnosticsFile = z.strictObject({ name: z.string(), text: z.string() });
export type DiagnosticsFile = z.output<typeof DiagnosticsFile>;

/** What an entry of a settings file would do here. */
export const importVerdicts = ['new', 'change', 'same', 'refused'] as const;
/** Why an entry is refused: the policy decides; it cannot be read; this version does not know it; its connection is not here; the file has it before; a person said no. */
export const importReasons = [
  'managed',
  'invalid',
  'unknown',
  'no-connection',
  'twice',
  'faulty',
  'declined',
] as const;

const kinds = ['preference', 'connection', 'team', 'template'] as const;

export const ImportEntry = z.strictObject({
  key: z.string(),
  kind: z.enum(kinds),
  name: z.string(),
  verdict: z.enum(importVerdicts),
  reason: z.enum(importReasons).nullable(),
  /** What would be different, in the words of the file; `from` is null where there is nothing yet. */
  changes: z
    .array(z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string() }))
    .readonly(),
  /** Whether it would take a safeguard away: it is then taken over only by a choice of its own. */
  loosens: z.boolean(),
  /** As a template would be kept here; nothing for other kinds, and where its connection is not here yet. */
  template: AuditTemplate.optional(),
});
export type ImportEntry = z.output<typeof ImportEntry>;

/** Why a file is not taken at all: `foreign` is none of this app's, `other-kind` is one of this app's that holds something else. */
/** `id` names what was opened until the next file is; null where nothing was chosen or the file has a fault. */
export const OpenedSettings = z.strictObject({
  id: z.string().nullable(),
  fault: z.enum(settingsFileFaults).nullable(),
  /** ISO 8601, UTC. */
  savedAt: z.string().nullable(),
  entries: z.array(ImportEntry).readonly(),
  /** What of the file is not looked at: all of a kind, because there are more than `most`; `count` is null where they cannot be read. */
  leftOut: z
    .array(z.strictObject({ kind: z.enum(kinds), count: z.number().nullable(), most: z.number().nullable() }))
    .readonly(),
});
export type OpenedSettings = z.output<typeof OpenedSettings>;

const Saved = z.strictObject({ saved: z.boolean() });

export const settingsOperations = {
  'settings.export': { input: Nothing, output: Saved },
  /** Asks for a file and tells what it would change; nothing is changed yet. */
  'settings.open': { input: Nothing, output: OpenedSettings },
  /** Takes over entries of the file that was opened; answers each with what became of it. */
  'settings.import': {
    input: z.strictObject({ ...Id.shape, keys: z.array(z.string().max(400)).max(5_000).readonly() }),
    output: z.strictObject({ entries: z.array(ImportEntry).readonly() }),
  },
  'diagnostics.preview': {
    input: Nothing,
    output: z.strictObject({ id: z.string(), files: z.array(DiagnosticsFile).readonly() }),
  },
  /** Asks for a place and writes the files so named of what was previewed, to the letter. */
  'diagnostics.save': {
    input: z.strictObject({ ...Id.shape, files: z.array(z.string().max(100)).min(1).max(20).readonly() }),
    output: Saved,
  },
} as const satisfies Record<string, LocalRow>;
