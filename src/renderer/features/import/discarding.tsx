import { useState } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { hasUnkept, type Import } from './import-store.ts';

/** Asks before something that discards corrections which nothing keeps; without any, it is done at once. */
export function useDiscarding(current: Import | undefined) {
  const { t } = useTranslation('import');
  const [asked, setAsked] = useState<{ readonly act: () => void } | null>(null);
  return {
    ask: (act: () => void): void => {
      if (current !== undefined && hasUnkept(current)) setAsked({ act });
      else act();
    },
    question: (
      <AlertDialog
        isOpen={asked !== null}
        isDestructive
        title={t('discard.title')}
        confirm={t('discard.confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          asked?.act();
        }}
      >
        <p>{t('discard.text', { name: current?.file.name ?? '' })}</p>
      </AlertDialog>
    ),
  };
}
