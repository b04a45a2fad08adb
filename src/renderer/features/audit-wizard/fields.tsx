import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparedField } from '../../../shared/rules/coupling-component.ts';
import type { WholeList } from '../../data/whole-list.ts';
import { useTranslation } from '../../messages/language.ts';
import { useFilledWords } from '../../parts/coupling/filled-words.ts';
import { ReadingNotice as Notice } from '../../parts/reading-notice.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldName } from './content.ts';
import styles from './wizard.module.css';
import { useField, useFieldError, useWizard, useWizardContext } from './wizard-context.ts';

/** Fields that the initialising component has filled: read-only, with the reason (ux P4). */
export function FilledFields({ names }: { readonly names: readonly ComparedField[] }) {
  const { t } = useTranslation('coupling');
  const { candidates, verdict } = useWizardContext();
  const open = useWizard((state) => state.open);
  const id = verdict?.initialising?.id;
  const name = id === undefined ? undefined : (candidates.network.candidate(id)?.component.name ?? id);
  return (
    <Stack gap="wide">
      <Banner
        tone="info"
        title={t('step.filled')}
        actions={<Button onPress={() => open('coupling')}>{t('step.question')}</Button>}
      >
        {name === undefined ? t('initialising.alike') : t('initialising.locked', { name })}
      </Banner>
      {names.map((field) => (
        <FilledField key={field} name={field} />
      ))}
    </Stack>
  );
}

function FilledField({ name }: { readonly name: ComparedField }) {
  const { t } = useTranslation('coupling');
  const { connection, verdict } = useWizardContext();
  const value = useWizard(({ content }) => content.fields[name]);
  const words = useFilledWords(connection, verdict?.values?.client_organisation_id ?? '');
  return (
    <TextField
      isReadOnly
      name={name}
      label={t(`field.${name}`)}
      help={t('initialising.fields')}
      value={words(name, value)}
      error={useFieldError(name)}
      onChange={() => {}}
    />
  );
}

/** A value that is typed, because the list to choose from is empty or could not be read. */
export function TypedField({ name }: { readonly name: FieldName }) {
  const { t } = useTranslation('audit-wizard');
  return <TextField {...useField(name)} isCode help={t('typed')} />;
}

/** Tells that a list could not be read to its end, with a button to read on. */
export function ReadingNotice({ list }: { readonly list: WholeList<unknown> }) {
  const { t } = useTranslation('audit-wizard');
  if (list.error === null) return null;
  return (
    <Notice
      error={list.error}
      action={
        <Button onPress={list.readAgain} isPending={list.isReading}>
          {t('client.readAgain')}
        </Button>
      }
    />
  );
}

interface FieldGroupProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly errorId?: string;
  readonly children: ReactNode;
}

/** Label and error around a field that has no control of its own, or several. */
export function FieldGroup({ label, error, errorId, children }: FieldGroupProps) {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      <p className={styles.label}>{label}</p>
      {children}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface FactListProps {
  readonly icon: LucideIcon;
  readonly facts: readonly string[];
}

export function FactList({ icon: Icon, facts }: FactListProps) {
  return (
    <ul className={styles.consequences}>
      {facts.map((fact) => (
        <li key={fact}>
          <Icon aria-hidden />
          <span>{fact}</span>
        </li>
      ))}
    </ul>
  );
}
