import { useTranslation } from 'react-i18next';
import type { ComparedField } from '../../../shared/rules/coupling-component.ts';
import { useFilledWords } from '../../parts/coupling/filled-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFieldError, useRoom, useWizard } from './wizard-context.ts';

/** Fields that the initialising component has filled: to be read, with the reason, and not changed (ux P4). */
export function FilledFields({ names }: { readonly names: readonly ComparedField[] }) {
  const { t } = useTranslation('coupling');
  const { candidates, verdict } = useRoom();
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
  const { connection, verdict } = useRoom();
  const value = useWizard(({ content }) => content.fields[name]);
  const words = useFilledWords(connection, verdict?.values ?? null);
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
