import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewClientDialog } from '../../parts/new-client-dialog.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Stack } from '../../ui/page.tsx';
import { FilledFields } from './filled-fields.tsx';
import { LegalEntityField } from './legal-entity-field.tsx';
import { ReadingNotice } from './reading-notice.tsx';
import styles from './wizard.module.css';
import { useField, useRoom, useWizard } from './wizard-context.ts';

/** Whom the audit is of: a client organisation, found or made here, and one of its legal entities. */
export function ClientStep() {
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return isFilled ? <FilledFields names={['client_organisation_id', 'legal_entity_id']} /> : <ClientFields />;
}

function ClientFields() {
  const { t } = useTranslation('audit-wizard');
  const { connection, clients, client } = useRoom();
  const { value, onChange, ...field } = useField('client_organisation_id');
  const refusal = useWriteRefusal();
  const [typed, setTyped] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const chosen = client?.name ?? value;
  const loaded = clients.entries.length;
  const reading =
    clients.total === null
      ? t('client.loadingOpen', { loaded })
      : t('client.loading', { loaded, total: clients.total });
  const partly = clients.error === null ? reading : t('client.partial');
  return (
    <Stack gap="wide">
      <Stack gap="tight">
        <ComboBox
          {...field}
          help={loaded === 0 && clients.isWhole ? t('client.none') : t('client.help')}
          options={clients.entries.map(({ id, name, is_test_organisation: isTest }) => ({
            id,
            label: name,
            detail: isTest ? t('client.testDetail', { id }) : id,
          }))}
          value={value === '' ? null : value}
          onChange={(id) => {
            setTyped(null);
            if (id !== null) onChange(id);
          }}
          text={typed ?? chosen}
          onTextChange={(text) => {
            setTyped(text === chosen ? null : text);
            if (text === '' && value !== '') onChange('');
          }}
          onBlur={() => {
            setTyped(null);
            field.onBlur();
          }}
          note={clients.isWhole ? undefined : partly}
        />
        <ReadingNotice list={clients} />
        {client?.is_test_organisation === true && <Banner tone="info">{t('client.test')}</Banner>}
        <div className={styles.buttons}>
          <Button icon={<Plus aria-hidden />} reason={refusal} onPress={() => setMaking(true)}>
            {t('client.new')}
          </Button>
        </div>
      </Stack>
      <LegalEntityField key={value} />
      {isMaking && (
        <NewClientDialog
          connection={connection}
          clients={clients.entries}
          onClose={() => setMaking(false)}
          onCreated={(id) => {
            setMaking(false);
            setTyped(null);
            onChange(id);
          }}
        />
      )}
    </Stack>
  );
}
