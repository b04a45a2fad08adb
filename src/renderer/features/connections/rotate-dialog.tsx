import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, ConnectionDraft } from '../../../shared/model/connection.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { SecretField } from '../../ui/text-field.tsx';
import { KeepChoice } from './keep-choice.tsx';
import { ReportView } from './report-view.tsx';

interface Props {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** A new secret for a connection: tested first, then put in place of the old one (ux C3). */
export function RotateDialog({ connection, onClose }: Props) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const [keep, setKeep] = useState<ConnectionDraft['keep']>(
    connection.secret === 'session' ? 'session' : 'keychain',
  );
  const [isMissing, setMissing] = useState(false);
  const rotate = useMutation({
    mutationFn: () => unwrap(call('connections.rotate', { id: connection.id, secret, keep })),
    onSuccess: async ({ report }) => {
      if (report.failed !== null) return;
      announce(t('rotate.done', { name: connection.name }));
      onClose();
      await client.invalidateQueries({ queryKey: [connection.id] });
    },
  });
  const submit = () => {
    setMissing(secret === '');
    if (secret !== '' && !rotate.isPending) rotate.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rotate.title', { name: connection.name })}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onClose}>{common('action.cancel')}</Button>
          <Button variant="primary" type="submit" isPending={rotate.isPending}>
            {t('rotate.action')}
          </Button>
        </>
      }
    >
      <p>{t('rotate.text')}</p>
      <SecretField
        name="secret"
        label={t('rotate.secret')}
        value={secret}
        onChange={(value) => {
          setSecret(value);
          if (value !== '') setMissing(false);
        }}
        error={isMissing ? t('fault.secret.required') : undefined}
        autoFocus
      />
      <KeepChoice value={keep} onChange={setKeep} />
      {rotate.error !== null && <ErrorNotice role="status" {...describe(errorOf(rotate.error))} />}
      {rotate.data !== undefined && rotate.data.report.failed !== null && !rotate.isPending && (
        <>
          <Banner tone="warning">{t('rotate.failed')}</Banner>
          <ReportView report={rotate.data.report} />
        </>
      )}
    </Dialog>
  );
}
