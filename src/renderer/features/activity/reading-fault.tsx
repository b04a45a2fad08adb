import { useTranslation } from 'react-i18next';
import type { LongList } from '../../data/long-list.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Why a list that this app keeps itself could not be read, or not be read on; nothing where it could. */
export function ReadingFault({ list }: { readonly list: LongList<unknown> }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  if (list.error === null) return null;
  return (
    <ErrorNotice
      {...describe(list.error)}
      role="status"
      action={
        <Button onPress={list.readAgain} isPending={list.isReading}>
          {t('list.refresh')}
        </Button>
      }
    />
  );
}
