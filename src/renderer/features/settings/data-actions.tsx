import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenedSettings } from '../../../shared/operations/settings.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { DiagnosticsDialog } from './diagnostics-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Saves the settings as a file, or shows what a file would change. */
export function ExchangeActions() {
  const { t } = useTranslation('settings');
  const describe = useErrorWords();
  const [opened, setOpened] = useState<OpenedSettings | null>(null);
  const save = useMutation({
    mutationFn: () => unwrap(call('settings.export', {})),
    onSuccess: ({ saved }) => saved && announce(t('exchange.saved')),
  });
  const open = useMutation({
    mutationFn: () => unwrap(call('settings.open', {})),
    onSuccess: (found) => setOpened(found.id === null ? null : found),
  });
  const fault = open.data?.fault ?? null;
  const error = save.error ?? open.error;
  return (
    <>
      <Button isPending={save.isPending} onPress={() => save.mutate()}>
        {t('exchange.export')}
      </Button>
      <Button isPending={open.isPending} onPress={() => open.mutate()}>
        {t('exchange.import')}
      </Button>
      {save.data?.saved === true && <Banner tone="success">{t('exchange.saved')}</Banner>}
      {fault !== null && (
        <Banner tone="warning" role="status" title={t('exchange.notTaken')}>
          {t(`exchange.fault.${fault}`)}
        </Banner>
      )}
      {error !== null && <ErrorNotice role="status" {...describe(errorOf(error))} />}
      {opened?.id != null && <ImportDialog id={opened.id} opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Makes a bundle for whoever helps; it is looked at before it is saved. */
export function DiagnosticsAction() {
  const { t } = useTranslation('settings');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('diagnostics.open')}</Button>
      {isOpen && <DiagnosticsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
