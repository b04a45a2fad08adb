import { useCallback } from 'react';
import type { FileKey } from '../../shared/model/file-table.ts';
import { useTranslation } from './language.ts';

/** The columns of a comparison: what each has, and of which side. */
const compared = {
  id_before: ['parts:field.object_id', 'parts:side.before'],
  id_after: ['parts:field.object_id', 'parts:side.after'],
  name_before: ['parts:field.user_name', 'parts:side.before'],
  name_after: ['parts:field.user_name', 'parts:side.after'],
  entities_before: ['parts:field.legal_entity_ids', 'parts:side.before'],
  entities_after: ['parts:field.legal_entity_ids', 'parts:side.after'],
  relation_before: ['parts:field.auditor_relation', 'parts:side.before'],
  relation_after: ['parts:field.auditor_relation', 'parts:side.after'],
  scope_before: ['parts:field.scope', 'parts:side.before'],
  scope_after: ['parts:field.scope', 'parts:side.after'],
  explanation_before: ['parts:field.out_of_scope_explanation', 'parts:side.before'],
  explanation_after: ['parts:field.out_of_scope_explanation', 'parts:side.after'],
} as const satisfies Partial<Readonly<Record<FileKey, readonly [string, string]>>>;

/** What the columns of saved tables are called. */
export function useFileTitles(): (key: FileKey) => string {
  const { t } = useTranslation();
  return useCallback(
    (key) => {
      if (!isCompared(key)) return t(`parts:field.${key}`);
      const [field, side] = compared[key];
      return t(side, { field: t(field) });
    },
    [t],
  );
}

function isCompared(key: FileKey): key is keyof typeof compared {
  return Object.hasOwn(compared, key);
}
