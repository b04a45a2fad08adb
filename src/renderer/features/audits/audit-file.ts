import { useMemo } from 'react';
import { useAuditWords } from '../../messages/audit-words.ts';
import type { FileColumn } from '../../parts/export/file-table.ts';
import type { AuditRow } from './list-view.ts';

/** The columns of audits in a file. A name that is not known is empty, and its id stands beside it. */
export function useAuditFile(): readonly FileColumn<AuditRow>[] {
  const words = useAuditWords();
  return useMemo(
    () => [
      { key: 'audit_id', value: ({ audit }) => audit.id },
      { key: 'audit_name', column: 'name', value: ({ audit }) => audit.name },
      {
        key: 'audit_type',
        column: 'type',
        value: ({ audit }) => audit.audit_type,
        words: ({ type }) => type,
      },
      {
        key: 'status',
        column: 'status',
        value: ({ audit }) => audit.status,
        words: ({ status }) => status,
      },
      { key: 'client_id', value: ({ audit }) => audit.client_organisation_id },
      {
        key: 'client_name',
        column: 'client',
        value: ({ audit, client }) => nameUnlessId(client, audit.client_organisation_id),
      },
      { key: 'legal_entity_ids', column: 'entity', value: ({ audit }) => audit.legal_entity_ids },
      { key: 'period_start', column: 'period', value: ({ audit }) => audit.period_start },
      { key: 'period_end', column: 'period', value: ({ audit }) => audit.period_end },
      { key: 'work_package_id', value: ({ audit }) => audit.work_package_id },
      {
        key: 'work_package',
        column: 'workPackage',
        value: ({ audit, workPackage }) => nameUnlessId(workPackage, audit.work_package_id),
      },
      { key: 'scoping_label', column: 'label', value: ({ audit }) => audit.scoping_package_id },
      {
        key: 'language',
        column: 'language',
        value: ({ audit }) => audit.language,
        words: ({ audit }) => words.language(audit.language),
      },
      { key: 'unit_of_measurement', value: ({ audit }) => audit.unit_of_measurement },
      { key: 'group_audit_id', value: ({ audit }) => audit.group_audit_id },
      { key: 'coupled_component_ids', value: ({ audit }) => audit.coupled_component_audit_ids },
      { key: 'created_at', value: ({ audit }) => audit.created_at },
    ],
    [words],
  );
}

/** The rows show an id where the name is not known; a file has that in its own column. */
function nameUnlessId(name: string, id: string): string | null {
  return name === id ? null : name;
}
