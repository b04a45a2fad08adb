import { useMemo } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { FileColumn } from '../../parts/export/file-table.ts';

/** An audit of a client, or a component of one of its group audits. */
export interface Usage {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The group audit of a component; null for an audit. */
  readonly group: Audit | null;
  readonly legalEntities: readonly string[];
  readonly isOutOfScope: boolean;
}

/** The columns of audits and components in a file; without those of groups where there are no components. */
export function useUsageFile(withGroup: boolean): readonly FileColumn<Usage>[] {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  return useMemo(() => {
    const columns: readonly FileColumn<Usage>[] = [
      { key: 'audit_id', value: ({ id }) => id },
      { key: 'audit_name', column: 'name', value: ({ name }) => name },
      {
        key: 'audit_type',
        column: 'type',
        value: ({ type }) => type,
        words: ({ type }) => words.type(type),
      },
      { key: 'group_audit_id', value: ({ group }) => group?.id ?? null },
      { key: 'group_audit_name', column: 'group', value: ({ group }) => group?.name ?? null },
      {
        key: 'scope',
        column: 'type',
        value: ({ group, isOutOfScope }) =>
          group === null ? null : isOutOfScope ? 'out_of_scope' : 'in_scope',
        words: ({ group, isOutOfScope }) =>
          group === null ? '' : t(isOutOfScope ? 'scope.out' : 'scope.in'),
      },
      { key: 'legal_entity_ids', value: ({ legalEntities }) => legalEntities },
      { key: 'period_start', column: 'period', value: ({ periodStart }) => periodStart },
      { key: 'period_end', column: 'period', value: ({ periodEnd }) => periodEnd },
      {
        key: 'status',
        column: 'status',
        value: ({ status }) => status,
        words: ({ status }) => words.status(status),
      },
    ];
    return withGroup ? columns : columns.filter(({ key }) => !ofComponents.includes(key));
  }, [t, words, withGroup]);
}

const ofComponents: readonly FileColumn<Usage>['key'][] = ['group_audit_id', 'group_audit_name', 'scope'];
