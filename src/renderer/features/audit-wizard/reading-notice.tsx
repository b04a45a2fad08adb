import { useTranslation } from 'react-i18next';
import type { WholeList } from '../../data/whole-list.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Says that a list to choose from could not be read to its end, and reads on; nothing while all is well. */
export function ReadingNotice({ list }: { readonly list: WholeList<unknown> }) {
  const { t } = useTranslation('audit-wizard');
  const errorWords = useErrorWords();
  if (list.error === null) return null;
  return (
    <ErrorNotice
      {...errorWords(list.error)}
      tone="warning"
      role="status"
      action={
        <Button onPress={list.readAgain} isPending={list.isReading}>
          {t('client.readAgain')}
        </Button>
      }
    />
  );
}
