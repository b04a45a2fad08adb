import { useQuery } from '@tanstack/react-query';
import { keychainQuery } from '../../data/connections.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** Says how the keychain of this computer is and what to do about it, always with the way that needs none. */
export function KeychainPanel({ isQuietWhenUnlocked = false }: { readonly isQuietWhenUnlocked?: boolean }) {
  const { t } = useTranslation('connections');
  const { data, error, isFetching, refetch } = useQuery(keychainQuery);
  const again = (
    <Button isPending={isFetching} onPress={() => void refetch()}>
      {t('parts:word.checkAgain')}
    </Button>
  );
  if (error !== null) return <FailureNotice error={error} action={again} tone="warning" />;
  if (data === undefined)
    return isQuietWhenUnlocked ? null : <Banner tone="info">{t('keychain.checking')}</Banner>;
  const { state } = data;
  if (state === 'unlocked') {
    if (isQuietWhenUnlocked) return null;
    return (
      <Row gap="3">
        <StatusMark look="good" word={t('keychain.unlocked.title')} />
        <Note as="span" size="body">
          {t('keychain.unlocked.text')}
        </Note>
      </Row>
    );
  }
  return (
    <Banner tone="warning" role="status" title={t(`keychain.${state}.title`)} actions={again}>
      <p>{t(`keychain.${state}.text`)}</p>
      <p>{t('keychain.sessionWay')}</p>
    </Banner>
  );
}
