import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import {
  type ComparedField,
  type ComparedValues,
  comparedFields,
  comparedValues,
} from '../../../shared/rules/coupling-component.ts';
import { packageName, scopingLabels } from '../../../shared/rules/work-package.ts';
import { useAudits } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { draftsQuery } from '../../data/drafts.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePartly } from '../../parts/collection-state.tsx';
import styles from '../../parts/coupling/coupling.module.css';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { DateField } from '../../ui/date-field.tsx';
import type { Option } from '../../ui/option.tsx';
import { Panel, Stack } from '../../ui/page.tsx';

interface AuditValuesProps {
  readonly connection: string;
  readonly values: ComparedValues;
  readonly onChange: (values: ComparedValues) => void;
}

/** The values that rule 7 compares: entered, or taken from a draft or an audit. */
export function AuditValues({ connection, values, onChange }: AuditValuesProps) {
  const { t } = useTranslation('coupling');
  const { field: label } = useCouplingWords();
  const { entries: clients } = useClients(connection);
  const clientId = values.client_organisation_id;
  // Else each typed letter would read legal entities.
  const known = clients.some(({ id }) => id === clientId) ? clientId : '';
  const { entries: entities } = useLegalEntities(connection, known);
  const { entries: packages } = useWorkPackages(connection);
  const workPackage = packages.find(({ id }) => id === values.work_package_id);
  const labels = workPackage === undefined ? [] : new Set(scopingLabels(workPackage, ''));
  const options = {
    client_organisation_id: clients.map(({ id, name }) => ({ id, label: name, detail: id })),
    legal_entity_id: entities.map(({ id, name }) => ({ id, label: name, detail: id })),
    work_package_id: packages.map((one) => ({ id: one.id, label: packageName(one), detail: one.id })),
    scoping_package_id: [...labels].map((one) => ({ id: one, label: one })),
  };
  const field = (name: ComparedField) => ({
    name,
    label: label(name),
    value: values[name],
    onChange: (value: string) => onChange({ ...values, [name]: value }),
  });
  return (
    <Panel title={t('values.title')} description={t('values.description')}>
      <Stack>
        <Source connection={connection} onTake={onChange} />
      </Stack>
      <div className={styles.filled}>
        <IdField {...field('client_organisation_id')} options={options.client_organisation_id} />
        <IdField {...field('legal_entity_id')} options={options.legal_entity_id} />
        <IdField {...field('work_package_id')} options={options.work_package_id} />
        <IdField {...field('scoping_package_id')} options={options.scoping_package_id} />
        <DateField {...field('period_start')} />
        <DateField {...field('period_end')} />
        <div>
          <Button onPress={() => onChange(noValues)}>{t('values.clear')}</Button>
        </div>
      </div>
    </Panel>
  );
}

function Source({
  connection,
  onTake,
}: {
  readonly connection: string;
  readonly onTake: (values: ComparedValues) => void;
}) {
  const { t } = useTranslation('coupling');
  const { data: drafts } = useQuery(draftsQuery(connection));
  const audits = useAudits(connection);
  const partly = usePartly(audits);
  const [taken, setTaken] = useState<string | null>(null);
  const sources = useMemo(
    () => [
      ...(drafts ?? [])
        .filter(({ kind }) => kind === 'audit')
        .map((draft) => ({
          id: `draft ${draft.id}`,
          label: draft.title,
          detail: t('values.draft'),
          values: valuesOfDraft(draft),
        })),
      ...audits.entries.map((audit) => ({
        id: `audit ${audit.id}`,
        label: audit.name,
        detail: audit.id,
        values: valuesOfAudit(audit),
      })),
    ],
    [drafts, audits.entries, t],
  );
  return (
    <ChoiceBox
      label={t('values.source')}
      help={t('values.sourceHelp')}
      isOptional
      options={sources}
      value={sources.some(({ id }) => id === taken) ? taken : null}
      onChange={(id) => {
        const source = sources.find((one) => one.id === id);
        if (source === undefined) return;
        setTaken(source.id);
        onTake(source.values);
      }}
      note={partly}
    />
  );
}

interface IdFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An id, chosen by its name or entered. */
function IdField({ options, value, onChange, ...field }: IdFieldProps) {
  const chosen = options.find(({ id }) => id === value);
  return (
    <ChoiceBox
      {...field}
      allowsFreeText
      options={options}
      value={chosen?.id ?? null}
      onChange={onChange}
      shown={chosen?.label ?? value}
      onType={(text) =>
        onChange(options.find(({ label, id }) => text === label || text === id)?.id ?? text.trim())
      }
    />
  );
}

export const noValues = comparedValues(() => '');

/** Without empty values, which the rules would compare. */
export function givenOnly(values: ComparedValues): Partial<ComparedValues> {
  return Object.fromEntries(
    comparedFields.filter((name) => values[name] !== '').map((name) => [name, values[name]]),
  );
}

export function valuesOfAudit({ legal_entity_ids: [entity = ''], ...audit }: Audit): ComparedValues {
  return comparedValues((name) => (name === 'legal_entity_id' ? entity : audit[name]));
}

/** The draft may be of any version. */
export function valuesOfDraft({ content: { fields } }: Pick<Draft, 'content'>): ComparedValues {
  return comparedValues((name) => {
    const value: unknown =
      typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined;
    return typeof value === 'string' ? value : '';
  });
}
