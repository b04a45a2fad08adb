import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/error.ts';
import type { ClientOrganisation } from '../../shared/model/client-organisation.ts';
import { createClient, rememberClient } from '../data/clients.ts';
import { useWait } from '../data/waits.ts';
import { useCountryWords } from '../messages/country-words.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { announce } from '../ui/live-region.tsx';
import { Stack } from '../ui/page.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { type ClientForm, clientCreationOf, clientFaults, emptyClient, withName } from './client-form.ts';

interface NewClientDialogProps {
  readonly connection: string;
  /** Those that are known: their ids are taken. */
  readonly clients: readonly ClientOrganisation[];
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Makes a client organisation without leaving the screen that it is opened from. */
export function NewClientDialog({ connection, clients, onClose, onCreated }: NewClientDialogProps) {
  const { t } = useTranslation('clients');
  const queryClient = useQueryClient();
  const errorWords = useErrorWords();
  const [form, setForm] = useState<ClientForm>(emptyClient);
  const [isAttempted, setAttempted] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isSending, setSending] = useState(false);
  const [origin] = useState(() => crypto.randomUUID());
  const underway = useRef(false);
  const wait = useWait(connection, 'write');
  const takenIds = useMemo(() => new Set(clients.map(({ id }) => id)), [clients]);
  const { options: countries } = useCountryWords();
  const faults = clientFaults(form, takenIds);

  const change = (part: Partial<ClientForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setFailure(null);
  };
  const errorOf = (field: 'name' | 'id' | 'country' | 'domains') => {
    const fault = faults.find((one) => one.field === field);
    const own = fault === undefined || !isAttempted ? [] : [t(`newClient.fault.${fault.code}`)];
    const taken = field === 'id' && failure?.code === 'differs' ? [t('newClient.fault.idTaken')] : [];
    const said = Object.entries(failure?.fields ?? {})
      .filter(([key]) => key === field || key.startsWith(`${field}.`))
      .flatMap(([, messages]) => messages);
    return [...own, ...taken, ...said].join('\n') || undefined;
  };
  const submit = async () => {
    setAttempted(true);
    if (faults.length > 0 || underway.current) return;
    underway.current = true;
    setSending(true);
    const creation = clientCreationOf(form);
    const reply = await createClient(connection, origin, creation);
    underway.current = false;
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    rememberClient(queryClient, connection, creation);
    announce(t('newClient.created', { name: creation.name }));
    onCreated(reply.value);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('newClient.title')}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{t('newClient.cancel')}</Button>
          <Button variant="primary" type="submit" isPending={isSending}>
            {t('newClient.create')}
          </Button>
        </>
      }
    >
      <Stack>
        {isSending && wait !== null && (
          <Banner
            tone="info"
            title={t('newClient.waitingTitle')}
            actions={<Button onPress={wait.stop}>{t('newClient.stopWaiting')}</Button>}
          >
            {t('newClient.waiting', { seconds: wait.seconds })}
          </Banner>
        )}
        {failure !== null && <ErrorNotice {...errorWords(failure)} role="status" />}
        <TextField
          autoFocus
          label={t('newClient.name')}
          value={form.name}
          onChange={(name) => change(withName({ ...form, name }, takenIds))}
          error={errorOf('name')}
        />
        <TextField
          isCode
          label={t('newClient.id')}
          help={t('newClient.idHelp')}
          value={form.id}
          onChange={(id) => change({ id, isOwnId: true })}
          error={errorOf('id')}
        />
        <ComboBox
          label={t('newClient.country')}
          help={t('newClient.countryHelp')}
          options={countries}
          value={form.country === '' ? null : form.country}
          onChange={(code) => {
            const option = countries.find(({ id }) => id === code);
            change({ country: code ?? '', countryText: option?.label ?? form.countryText });
          }}
          text={form.countryText}
          onTextChange={(countryText) => change({ countryText })}
          error={errorOf('country')}
        />
        <TextArea
          isOptional
          rows={2}
          label={t('newClient.domains')}
          help={t('newClient.domainsHelp')}
          value={form.domains}
          onChange={(domains) => change({ domains })}
          error={errorOf('domains')}
        />
        <Checkbox
          label={t('newClient.passwordLogin')}
          isSelected={form.allowsPasswordLogin}
          onChange={(allowsPasswordLogin) => change({ allowsPasswordLogin })}
        />
      </Stack>
    </Dialog>
  );
}
