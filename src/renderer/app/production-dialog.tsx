import { useTranslation } from 'react-i18next';
import { useConnections } from '../data/connections.ts';
import { useProductionQuestion } from '../data/production-question.ts';
import { AlertDialog } from '../ui/dialog.tsx';

/** Asks once a session whether a connection to production may write (ux C4). */
export function ProductionDialog() {
  const { t } = useTranslation();
  const question = useProductionQuestion((state) => state.question);
  const connection = useConnections().find(({ id }) => id === question?.connection);
  if (question === null) return null;
  return (
    <AlertDialog
      isOpen
      title={t('production.title')}
      confirm={t('production.confirm')}
      cancel={t('action.cancel')}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <p>{t('production.text', { name: connection?.name ?? '', account: connection?.clientId ?? '' })}</p>
      <p>{t('production.once')}</p>
    </AlertDialog>
  );
}
