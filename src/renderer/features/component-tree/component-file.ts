import { useMemo } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { FileColumn } from '../../parts/export/file-table.ts';
import type { TreeLine } from './rows.ts';

/** The columns of components in a file; `null` for a line of the tree without one. */
export function useComponentColumns<Row>(
  group: Audit,
  entities: readonly LegalEntity[],
  componentOf: (row: Row) => ComponentAudit | null,
): readonly FileColumn<Row>[] {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  return useMemo(() => {
    const names = new Map(entities.map(({ id, name }) => [id, name]));
    const known =
      <Value>(value: (component: ComponentAudit) => Value) =>
      (row: Row): Value | null => {
        const component = componentOf(row);
        return component === null ? null : value(component);
      };
    const said = (word: (component: ComponentAudit) => string) => (row: Row) => known(word)(row) ?? '';
    return [
      { key: 'group_audit_id', value: () => group.id },
      { key: 'group_audit_name', value: () => group.name },
      { key: 'component_id', column: 'id', value: known(({ id }) => id) },
      { key: 'component_name', column: 'name', value: known(({ name }) => name) },
      { key: 'legal_entity_ids', value: known(({ legal_entity_ids: ids }) => ids) },
      {
        key: 'legal_entity_names',
        column: 'entities',
        value: known(({ legal_entity_ids: ids }) => ids.map((id) => names.get(id) ?? '')),
      },
      {
        key: 'auditor_relation',
        column: 'relation',
        value: known((component) => component.auditor_relation),
        words: said((component) => relationWord(t, component.auditor_relation)),
      },
      {
        key: 'scope',
        column: 'scope',
        value: known((component) =>
          component.in_scope === null ? null : component.in_scope ? 'in_scope' : 'out_of_scope',
        ),
        words: said((component) => scopeWord(t, component)),
      },
      {
        key: 'out_of_scope_explanation',
        column: 'explanation',
        value: known((component) => component.out_of_scope_explanation),
      },
      {
        key: 'status',
        column: 'status',
        value: known(({ status }) => status),
        words: said(({ status }) => words.status(status)),
      },
      {
        key: 'coupled_audit_id',
        column: 'coupled',
        value: known((component) => component.coupled_entity_audit_id),
      },
    ];
  }, [t, words, group, entities, componentOf]);
}

/** The columns of the tree in a file: a legal entity without a component has a row, too, and what is staged is named. */
export function useTreeColumns(
  group: Audit,
  entities: readonly LegalEntity[],
): readonly FileColumn<TreeLine>[] {
  const components = useComponentColumns(group, entities, ofLine);
  return useMemo(
    () => [
      { key: 'legal_entity_id', value: ({ entity }) => entity?.id ?? null },
      { key: 'legal_entity_name', column: 'name', value: ({ entity }) => entity?.name ?? null },
      { key: 'parent_legal_entity_id', value: ({ entity }) => entity?.parent_id ?? null },
      { key: 'country', column: 'country', value: ({ entity }) => entity?.country ?? null },
      ...components.map((column) =>
        column.key === 'component_name'
          ? { ...column, value: ({ item }: TreeLine) => item?.name ?? null }
          : column,
      ),
      { key: 'change', column: 'change', value: ({ item }) => item?.doing?.kind ?? null },
    ],
    [components],
  );
}

function ofLine({ item }: TreeLine): ComponentAudit | null {
  return item?.component ?? null;
}
