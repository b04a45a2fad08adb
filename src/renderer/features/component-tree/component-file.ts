import type { Audit } from '../../../shared/model/audit.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { FileCell, FileKey } from '../../../shared/model/file-table.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { FileField } from '../../ui/grid/columns.ts';
import type { TreeLine } from './rows.ts';

type ComponentKey =
  | 'legal_entity_ids'
  | 'legal_entity_names'
  | 'auditor_relation'
  | 'scope'
  | 'out_of_scope_explanation'
  | 'status'
  | 'coupled_audit_id';

/** What a file has of components, for the columns of their tables. */
export interface ComponentFields<Row> extends Readonly<Record<ComponentKey, FileField<Row>>> {
  readonly group: readonly FileField<Row>[];
}

/** What a file has of the components of a group; null where a row has none. */
export function useComponentFields<Row>(
  group: Audit,
  entities: readonly LegalEntity[],
  componentOf: (row: Row) => ComponentAudit | null,
): ComponentFields<Row> {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const field = (
    key: FileKey,
    value: (component: ComponentAudit) => FileCell,
    said?: (component: ComponentAudit) => string,
  ): FileField<Row> => ({
    key,
    value: (row) => {
      const component = componentOf(row);
      return component === null ? null : value(component);
    },
    words:
      said &&
      ((row) => {
        const component = componentOf(row);
        return component === null ? '' : said(component);
      }),
  });
  return {
    group: [
      { key: 'group_audit_id', value: () => group.id },
      { key: 'group_audit_name', value: () => group.name },
      field('component_id', ({ id }) => id),
    ],
    legal_entity_ids: field('legal_entity_ids', ({ legal_entity_ids: ids }) => ids),
    legal_entity_names: field('legal_entity_names', ({ legal_entity_ids: ids }) =>
      ids.map((id) => names.get(id) ?? ''),
    ),
    auditor_relation: field(
      'auditor_relation',
      (component) => component.auditor_relation,
      (component) => relationWord(t, component.auditor_relation),
    ),
    scope: field(
      'scope',
      ({ in_scope: isIn }) => (isIn === null ? null : isIn ? 'in_scope' : 'out_of_scope'),
      (component) => scopeWord(t, component),
    ),
    out_of_scope_explanation: field(
      'out_of_scope_explanation',
      (component) => component.out_of_scope_explanation,
    ),
    status: field(
      'status',
      ({ status }) => status,
      ({ status }) => words.status(status),
    ),
    coupled_audit_id: field('coupled_audit_id', (component) => component.coupled_entity_audit_id),
  };
}

/** The same for the tree. */
export function useTreeFields(group: Audit, entities: readonly LegalEntity[]): ComponentFields<TreeLine> {
  return useComponentFields(group, entities, ofLine);
}

function ofLine({ item }: TreeLine): ComponentAudit | null {
  return item?.component ?? null;
}
