import { z } from 'zod';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { AuditTemplate } from '../../shared/model/template.ts';
import type { OpenedTemplates } from '../../shared/operations/templates.ts';
import { mostOfKind } from '../../shared/settings.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { writeWhole } from '../records/whole-file.ts';
import type { ReadingDeps } from '../tables/reading-process.ts';
import type { TemplateStore } from './of-connection.ts';
import { readOwnFile } from './own-file.ts';

const header = { format: 'audit-desk-templates', version: 1 } as const;

const TemplateFile = z.object({
  savedAt: z.string().max(40).nullable().catch(null),
  templates: z.array(z.unknown()),
});

interface Deps {
  readonly templates: TemplateStore;
  readonly redactors: Pick<Redactors, 'of'>;
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly chooseOpening: (kind: 'settings') => Promise<string | null>;
  readonly tableProcess: ReadingDeps['fork'];
  readonly clock: ReadingDeps['clock'];
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Templates as a file, for a colleague or another computer: without the connection that they are of. */
export function createTemplateExchange({
  templates,
  redactors,
  chooseFile,
  chooseOpening,
  tableProcess,
  clock,
  now,
  newId,
}: Deps) {
  return {
    /** Asks for a place and writes them there; fails as `file-not-written`. */
    save: async (connection: string): Promise<Reply<{ readonly saved: boolean }>> => {
      const savedAt = now().toISOString();
      const path = await chooseFile(`audit-desk-templates-${savedAt.slice(0, 10)}.json`);
      if (path === null) return succeed({ saved: false });
      const own = templates.list(connection).map((template) => {
        const { connection: _, ...rest } = template;
        return rest;
      });
      const text = JSON.stringify({ ...header, savedAt, templates: own }, null, 2);
      const written = await writeWhole(path, [`${redactors.of(connection).redactText(text)}\n`]);
      return written.ok ? succeed({ saved: true }) : written;
    },
    /** Asks for a file and tells what it holds, for a connection; fails as `managed` where the policy forbids it. */
    open: async (connection: string, mayImport: boolean): Promise<Reply<OpenedTemplates>> => {
      if (!mayImport) return fail('managed');
      const nothing = { isOpened: false, fault: null, savedAt: null, templates: [], unreadable: 0 };
      const path = await chooseOpening('settings');
      if (path === null) return succeed(nothing);
      const read = await readOwnFile(path, header, { fork: tableProcess, clock });
      if ('fault' in read) return succeed({ ...nothing, fault: read.fault });
      const content = TemplateFile.safeParse(read.content);
      if (!content.success) return succeed({ ...nothing, fault: 'foreign' });
      const { savedAt, templates: values } = content.data;
      if (values.length > mostOfKind.template) return succeed({ ...nothing, fault: 'too-many' });
      const found = values.flatMap((value) => {
        const held = z.object({}).loose().safeParse(value).data ?? {};
        const template = AuditTemplate.safeParse({ ...held, connection }).data;
        if (template === undefined) return [];
        return templates.isElsewhere(template) ? { ...template, id: newId() } : template;
      });
      return succeed({
        isOpened: true,
        fault: null,
        savedAt,
        templates: found,
        unreadable: values.length - found.length,
      });
    },
  };
}
