import { useCallback } from 'react';
import { fileKeys } from '../../shared/model/file-table.ts';
import type { Difference } from '../../shared/plan.ts';
import { useFileTitles } from './file-words.ts';
import { useTranslation } from './language.ts';
import { useRoleWords } from './role-words.ts';

/** Fields of the service that exported tables call otherwise. */
const columns: Readonly<Record<string, string>> = {
  name: 'user_name',
  client_organisation_id: 'client_id',
  coupled_component_audit_ids: 'coupled_component_ids',
  scoping_package_id: 'scoping_label',
  in_scope: 'scope',
};
const ofSetting = 'settings.';

/** In what the service has something otherwise than it was sent, as a sentence. */
export function useDifferenceWords(): (difference: Difference) => string {
  const { t } = useTranslation('differences');
  const titleOf = useFileTitles();
  const roleWords = useRoleWords();
  return useCallback(
    ({ field: name, sent, there }) => {
      const column = fileKeys.find((key) => key === (columns[name] ?? name));
      const field = column === undefined ? name.replace(ofSetting, '') : titleOf(column);
      const words = name === 'role' ? roleWords : (value: string) => value;
      if (there === '') return t('gone', { field, sent: words(sent) });
      if (sent === '') return t('more', { field, there: words(there) });
      return t('one', { field, sent: words(sent), there: words(there) });
    },
    [t, titleOf, roleWords],
  );
}
