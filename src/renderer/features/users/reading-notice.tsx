import { useTranslation } from 'react-i18next';
import type { WholeList } from '../../data/whole-list.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatTime } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** That a list could not be read, or not anew, or not to its end; nothing while all is well. */
export function ReadingNotice({ list }: { readonly list: WholeList<unknown> }) {
  const { t, i18n } = useTranslation('users');
  const describe = useErrorWords();
  if (list.error === null) return null;
  const { happened, meaning, remedy, details } = describe(list.error);
  const isThere = list.entries.length > 0 || list.isWhole;
  const stale = t('stale', { time: formatTime(list.readAt, i18n.language) });
  return (
    <ErrorNotice
      happened={happened}
      meaning={isThere ? `${meaning} ${stale}` : meaning}
      remedy={remedy}
      details={details}
      tone={isThere ? 'warning' : 'danger'}
      role="status"
      action={
        <Button onPress={list.readAgain} isPending={list.isReading}>
          {t('readAgain')}
        </Button>
      }
    />
  );
}
