import { useTranslation } from 'react-i18next';
import { useOfflineQuestion } from '../data/offline-question.ts';
import { AlertDialog } from '../ui/dialog.tsx';

/** Asks what becomes of a change while the service cannot be reached: it is queued, or kept where it is. */
export function OfflineDialog() {
  const { t } = useTranslation('offline');
  const question = useOfflineQuestion((state) => state.question);
  if (question === null) return null;
  const { title, keeps, answer } = question;
  return (
    <AlertDialog
      isOpen
      title={t('write.title')}
      confirm={t('write.queue')}
      cancel={t(`write.keep.${keeps}`)}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>{t('write.text', { title })}</p>
      <p>{t('write.queueText')}</p>
      <p>{t(`write.keepText.${keeps}`)}</p>
    </AlertDialog>
  );
}
