import { succeed } from '../../shared/error.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import type { Policy } from '../policy/policy.ts';
import { createTemplateExchange } from '../storage/template-file.ts';
import type { TemplateStore } from '../storage/templates.ts';
import type { LocalHandlers } from './dispatch.ts';

export interface TemplateDeps {
  readonly templates: TemplateStore;
  readonly redactors: Redactors;
  readonly policy: Policy;
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly chooseOpening: (kind: 'settings') => Promise<string | null>;
  readonly now: () => Date;
}

/** What new audits begin with: kept here, and exchanged as a file. */
export function templateHandlers(deps: TemplateDeps) {
  const { templates, policy } = deps;
  const exchange = createTemplateExchange(deps);
  return {
    'templates.list': ({ connection }) => succeed(templates.list(connection)),
    'templates.save': (wanted) => {
      templates.save(wanted);
      return succeed(null);
    },
    'templates.remove': ({ id }) => {
      templates.remove(id);
      return succeed(null);
    },
    'templates.export': ({ connection }) => exchange.save(connection),
    'templates.open': ({ connection }) => exchange.open(connection, policy.mayImport),
  } satisfies Partial<LocalHandlers>;
}
