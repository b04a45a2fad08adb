import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparedField } from '../../../shared/rules/service/coupling-component.ts';
import { hasEnded, type WholeList } from '../../data/collection.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import { useFilledWords } from '../../parts/coupling/filled-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Fault } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldName } from './steps.ts';
import styles from './wizard.module.css';
import { useField, useFieldError, useWizard, useWizardContext } from './wizard-context.ts';

/** Fields that the initialising component has filled: read-only, with the reason (ux P4). */
export function FilledFields({ names }: { readonly names: readonly ComparedField[] }) {
  const { t } = useTranslation('coupling');
  const { candidates, verdict } = useWizardContext();
  const open = useWizard((state) => state.open);
  const unlock = useWizard((state) => state.unlock);
  const isSingle = useWizard(({ content }) => content.coupling.ids.length === 1);
  // With one component only its legal entity is our reading: the specification says that all else is the same (rule 7).
  const mayDiffer = !isSingle || names.includes('legal_entity_id');
  const id = verdict?.initialising?.id;
  const name = id === undefined ? undefined : (candidates.network.candidate(id)?.component.name ?? id);
  return (
    <Stack gap="6">
      <Banner
        tone="info"
        title={t('step.filled')}
        actions={
          <>
            {mayDiffer && <Button onPress={unlock}>{t('initialising.unlock')}</Button>}
            <Button onPress={() => open('coupling')}>{t('parts:word.coupling')}</Button>
          </>
        }
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
  const { field } = useCouplingWords();
  const { connection, verdict } = useWizardContext();
  const value = useWizard(({ content }) => content.fields[name]);
  const words = useFilledWords(connection, verdict?.values?.client_organisation_id ?? '');
  return (
    <TextField
      isReadOnly
      name={name}
      label={field(name)}
      help={t('initialising.fields')}
      value={words(name, value)}
      error={useFieldError(name)}
      onChange={() => {}}
    />
  );
}

interface TypedFieldProps {
  readonly name: FieldName;
  /** Whether it stands beside a list, which may lack the value. */
  readonly isBeside?: boolean;
}

/** A value that is typed, where a list to choose from is empty, could not be read or may lack it. */
export function TypedField({ name, isBeside = false }: TypedFieldProps) {
  const { t } = useTranslation('audit-wizard');
  const field = useField(name);
  if (!isBeside) return <TextField {...field} isCode help={t('typed')} />;
  const { label, value, onChange, onBlur } = field;
  return (
    <TextField
      {...{ value, onChange, onBlur }}
      isCode
      isOptional
      name={`typed-${name}`}
      label={t('typedBeside', { field: label })}
      help={t('typedBesideHelp')}
    />
  );
}

/** The same for a list that is read: instead of it where it ended without an entry, beside it where it could not be read to its end. */
export function TypedChoice({ name, list }: { readonly name: FieldName; readonly list: WholeList<unknown> }) {
  const isBeside = list.entries.length > 0;
  const isOffered = isBeside ? list.error !== null : hasEnded(list);
  return isOffered && <TypedField name={name} isBeside={isBeside} />;
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
    <Stack gap="2" role="group" aria-label={label}>
      <strong>{label}</strong>
      {children}
      {error !== undefined && <Fault id={errorId}>{error}</Fault>}
    </Stack>
  );
}

interface FactListProps {
  readonly icon: LucideIcon;
  readonly facts: readonly string[];
}

export function FactList({ icon: Icon, facts }: FactListProps) {
  return (
    <Stack as="ul" gap="2" className={styles.consequences}>
      {facts.map((fact) => (
        <Row as="li" key={fact} isLine align="start">
          <Icon aria-hidden />
          <span>{fact}</span>
        </Row>
      ))}
    </Stack>
  );
}
