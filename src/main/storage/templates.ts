import { AuditTemplate } from '../../shared/model/template.ts';
import { isElsewhere, type LocalStore } from './store.ts';

export type TemplateStore = ReturnType<typeof openTemplates>;

/** What new audits begin with, which only this computer knows: the service has no templates. */
export function openTemplates(store: LocalStore) {
  const collection = store.collection('templates', AuditTemplate);
  return {
    /** Of a connection, in the order in which they were made. */
    list: (connection: string): readonly AuditTemplate[] =>
      collection.list().filter((template) => template.connection === connection),
    /** Whether it would take the place of a template of another connection. */
    isElsewhere: (template: AuditTemplate): boolean => isElsewhere(collection, template),
    /** Keeps each in place of what was kept under its id: on disk when it returns. */
    save: (templates: readonly AuditTemplate[]): void => {
      for (const template of templates) collection.put(template.id, template);
    },
    remove: (id: string): void => collection.remove(id),
  };
}
