import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import type { RowWords } from './rows.ts';

/** The words of rows in the language of the interface, with the names of a client's legal entities as far as they were read. */
export function useRowWords(entities: readonly LegalEntity[]): RowWords {
  const { t } = useTranslation('network');
  const { t: tTree } = useTranslation('component-tree');
  const words = useAuditWords();
  return useMemo(() => {
    const names = new Map(entities.map(({ id, name }) => [id, name]));
    return {
      kind: (kind) => t(`kind.${kind}`),
      status: words.status,
      scope: (component) => scopeWord(tTree, component),
      relation: (spelled) => relationWord(tTree, spelled),
      entity: (id) => names.get(id) ?? id,
    };
  }, [entities, t, tTree, words]);
}
