import { useState } from 'react';
import type { ClientCreation, ClientOrganisation } from '../../shared/model/client-organisation.ts';
import { clientViolations } from '../../shared/rules/service/client.ts';
import { blocking, isDoubt } from '../../shared/rules/service/doubt.ts';
import { freeId, plainId } from '../../shared/rules/texts/free-id.ts';
import { createClient } from '../data/clients.ts';
import { useWait } from '../data/waits.ts';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Dialog, FormActions } from '../ui/dialog.tsx';
import { Stack } from '../ui/layout.tsx';
import { announce } from '../ui/live-region.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { CountryField } from './country-field.tsx';
import { Doubt } from './doubt.tsx';
import { useSend } from './use-send.tsx';
import { useWriteRefusal } from './write-refusal.ts';

interface NewClientDialogProps {
  readonly connection: string;
  /** The known ones, whose ids are taken. */
  readonly clients: readonly ClientOrganisation[];
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Creates a client organisation on any screen. */
export function NewClientDialog({ connection, clients, onClose, onCreated }: NewClientDialogProps) {
  const { t } = useTranslation('clients');
  const { t: common } = useTranslation();
  const { t: parts } = useTranslation('parts');
  const [form, setForm] = useState<ClientForm>(emptyClient);
  const [isAttempted, setAttempted] = useState(false);
  const { send, isSending, failure, notice, forget } = useSend();
  const [origin] = useState(() => crypto.randomUUID());
  const refusal = useWriteRefusal();
  const wait = useWait(connection, 'write');
  const takenIds = new Set(clients.map(({ id }) => id));
  const faults = clientFaults(form, takenIds);
  const doubts = clientDoubts(form);

  const change = (part: Partial<ClientForm>) => {
    setForm((before) => ({ ...before, ...part }));
    forget();
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
  const submit = () => {
    setAttempted(true);
    if (refusal !== undefined || faults.length > 0) return;
    const creation = clientCreationOf(form);
    void send(
      () => createClient(connection, origin, creation),
      () => announce(t('newClient.created', { name: creation.name })),
      onCreated,
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={form !== emptyClient}
      title={t('newClient.title')}
      onSubmit={submit}
      actions={
        <FormActions
          submit={doubts.length > 0 ? parts('doubt.send') : t('parts:word.createClient')}
          isPending={isSending}
          reason={refusal}
        />
      }
    >
      <Stack gap="4">
        {isSending && wait !== null && (
          <Banner
            tone="info"
            title={common(`wait.title.${wait.reason}`)}
            actions={<Button onPress={wait.stop}>{common('wait.stop')}</Button>}
          >
            {t('parts:word.sendsIn', { seconds: wait.seconds })}
          </Banner>
        )}
        {notice}
        <Doubt reasons={doubts.map((code) => t(`newClient.doubt.${code}`))} />
        <TextField
          autoFocus
          label={t('parts:word.name')}
          value={form.name}
          onChange={(name) => change(withName({ ...form, name }, takenIds))}
          error={errorOf('name')}
        />
        <TextField
          isCode
          label={t('parts:word.id')}
          help={t('newClient.idHelp')}
          value={form.id}
          onChange={(id) => change({ id, isOwnId: true })}
          error={errorOf('id')}
        />
        <CountryField
          label={t('parts:field.country')}
          value={form.country === '' ? null : form.country}
          onChange={(country) => change({ country: country ?? '' })}
          error={errorOf('country')}
        />
        <TextArea
          isOptional
          rows={2}
          label={t('parts:word.eMailDomains')}
          help={t('newClient.domainsHelp')}
          value={form.domains}
          onChange={(domains) => change({ domains })}
          error={errorOf('domains')}
        />
        <Checkbox
          label={t('parts:field.allow_password_login')}
          isSelected={form.allowsPasswordLogin}
          onChange={(allowsPasswordLogin) => change({ allowsPasswordLogin })}
        />
      </Stack>
    </Dialog>
  );
}

export interface ClientForm {
  readonly name: string;
  readonly id: string;
  /** Whether a person has entered the id, which then does not follow the name. */
  readonly isOwnId: boolean;
  /** An ISO 3166-1 code, upper case; empty until one is chosen. */
  readonly country: string;
  /** One on each line. */
  readonly domains: string;
  readonly allowsPasswordLogin: boolean;
}

export const emptyClient: ClientForm = {
  name: '',
  id: '',
  isOwnId: false,
  country: '',
  domains: '',
  allowsPasswordLogin: true,
};

/** Proposes a free id after the name, unless a person has entered one. */
export function withName(form: ClientForm, taken: ReadonlySet<string>): ClientForm {
  if (form.isOwnId) return form;
  return { ...form, id: form.name.trim() === '' ? '' : freeId(plainId(form.name).toUpperCase(), taken) };
}

export interface ClientFault {
  readonly field: 'name' | 'id' | 'country';
  readonly code: 'name' | 'id' | 'idUnusable' | 'idTaken' | 'country';
}

/** Why a client cannot be created, at most one reason for each field. */
export function clientFaults(form: ClientForm, taken: ReadonlySet<string>): readonly ClientFault[] {
  const violations = blocking(clientViolations(clientCreationOf(form)));
  return (['name', 'id', 'country'] as const).flatMap((field): readonly ClientFault[] => {
    const broken = violations.find((violation) => violation.field === field);
    if (broken === undefined) return field === 'id' && taken.has(form.id) ? [{ field, code: 'idTaken' }] : [];
    return [{ field, code: field === 'id' && broken.code !== 'required' ? 'idUnusable' : field }];
  });
}

const doubted = ['too-long', 'control-character', 'unknown-country'] as const;

/** What the app doubts of a client; the service decides. */
export function clientDoubts(form: ClientForm): readonly (typeof doubted)[number][] {
  const codes = clientViolations(clientCreationOf(form))
    .filter(isDoubt)
    .map(({ code }) => code);
  return doubted.filter((code) => codes.includes(code));
}

export function clientCreationOf(form: ClientForm): ClientCreation {
  return {
    id: form.id,
    name: form.name,
    country: form.country,
    domains: form.domains.split(/[\s,;]+/).filter(Boolean),
    allow_password_login: form.allowsPasswordLogin,
  };
}
