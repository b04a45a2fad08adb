import type { AuditTemplate } from '../../../shared/model/template.ts';
import { settingsText } from '../../../shared/rules/tables/cells.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { FileField } from '../../ui/grid/columns.ts';

/** The columns of templates in a file, for people: what another computer takes is the file of templates. */
export function useListFile(): readonly FileField<AuditTemplate>[] {
  const { t } = useTranslation('component-tree');
  const { t: templates } = useTranslation('templates');
  const words = useAuditWords();
  return [
    { key: 'template', value: ({ name }) => name },
    {
      key: 'audit_type',
      value: ({ audit_type }) => audit_type,
      words: ({ audit_type }) => words.type(audit_type),
    },
    { key: 'work_package', value: ({ work_package }) => work_package },
    { key: 'scoping_label', value: ({ scoping_label }) => scoping_label },
    {
      key: 'language',
      value: ({ language }) => language || null,
      words: ({ language }) => (language === '' ? '' : words.language(language)),
    },
    { key: 'unit_of_measurement', value: ({ unit_of_measurement }) => unit_of_measurement },
    { key: 'settings', value: ({ settings }) => settingsText(settings) },
    { key: 'team', value: ({ team }) => team?.name ?? null },
    {
      key: 'component_reach',
      value: ({ components }) => components?.reach ?? null,
      words: ({ components }) => (components === null ? '' : templates(`reach.${components.reach}`)),
    },
    {
      key: 'auditor_relation',
      value: ({ components }) => components?.auditor_relation ?? null,
      words: ({ components }) => (components === null ? '' : t(`relation.${components.auditor_relation}`)),
    },
    { key: 'component_name_pattern', value: ({ components }) => components?.name_pattern ?? null },
    { key: 'name_pattern', value: ({ name_pattern }) => name_pattern },
    { key: 'id_pattern', value: ({ id_pattern }) => id_pattern },
  ];
}
