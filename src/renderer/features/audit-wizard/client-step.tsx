import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import {
  type EntityNode,
  legalEntityTree,
  parentIds,
  treeMatching,
} from '../../../shared/rules/service/legal-entity-tree.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { hasEnded } from '../../data/collection.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { CollectionState, ReadAgain, usePartly } from '../../parts/collection-state.tsx';
import { NewClientDialog } from '../../parts/new-client-dialog.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import { FieldGroup, FilledFields, TypedChoice, TypedField } from './fields.tsx';
import { useHelp } from './source.ts';
import styles from './wizard.module.css';
import { useField, useWizard, useWizardContext } from './wizard-context.ts';

/** The client organisation, which can be created here, and one of its legal entities. */
export function ClientStep() {
  const isFilled = useWizard(({ content }) => content.coupling.isFilled);
  return isFilled ? <FilledFields names={['client_organisation_id', 'legal_entity_id']} /> : <ClientFields />;
}

function ClientFields() {
  const { t } = useTranslation('audit-wizard');
  const { connection, clients, client } = useWizardContext();
  const { value, onChange, ...field } = useField('client_organisation_id');
  const help = useHelp();
  const refusal = useWriteRefusal();
  const [isMaking, setMaking] = useState(false);
  const loaded = clients.entries.length;
  const partly = usePartly(clients);
  return (
    <Stack gap="6">
      <Stack gap="2">
        {(loaded > 0 || !hasEnded(clients)) && (
          <ChoiceBox
            {...field}
            help={help('client_organisation_id')}
            options={clients.entries.map(({ id, name, is_test_organisation: isTest }) => ({
              id,
              label: name,
              detail: isTest ? t('client.testDetail', { id }) : id,
            }))}
            value={value === '' ? null : value}
            onChange={onChange}
            shown={client?.name ?? value}
            note={partly}
            onType={(text) => {
              if (text === '' && value !== '') onChange('');
            }}
          />
        )}
        <TypedChoice name="client_organisation_id" list={clients} />
        <CollectionState list={clients} none={<Note>{t('client.none')}</Note>} />
        {client?.is_test_organisation === true && (
          <Banner tone="info">{t('parts:word.testNoCredits')}</Banner>
        )}
        <Row>
          <Button icon={<Plus aria-hidden />} reason={refusal} onPress={() => setMaking(true)}>
            {t('parts:word.newClient')}
          </Button>
        </Row>
      </Stack>
      <LegalEntityField key={value} />
      {isMaking && (
        <NewClientDialog
          connection={connection}
          clients={clients.entries}
          onClose={() => setMaking(false)}
          onCreated={(id) => {
            setMaking(false);
            onChange(id);
          }}
        />
      )}
    </Stack>
  );
}

const searchableFrom = 9; // a shorter list needs no search

function LegalEntityField() {
  const { t } = useTranslation('audit-wizard');
  const { client, legalEntities } = useWizardContext();
  const chosenClient = useWizard(({ content }) => content.fields.client_organisation_id);
  const { name, label, value, error, onChange } = useField('legal_entity_id');
  const help = useHelp();
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const errorId = useId();
  const copy = useCopyAction();
  const { columns, labelOf } = useEntityColumns(legalEntities.entries);
  const tree = legalEntityTree(legalEntities.entries);
  const { isOn, finds } = wordSearch(search);
  const shown = isOn ? treeMatching(tree, (entity) => finds(fold(`${entity.name}\n${entity.id}`))) : tree;
  const parents = parentIds(shown);
  if (chosenClient === '')
    return (
      <FieldGroup label={label} error={error}>
        <Note>{t('client.chooseClient')}</Note>
      </FieldGroup>
    );
  const source = help('legal_entity_id');
  return (
    <FieldGroup label={label} error={error} errorId={errorId}>
      {source !== undefined && <Note>{source}</Note>}
      <CollectionState
        list={legalEntities}
        skeleton={[3, ['60%'], t('common:list.reading')]}
        none={
          <Banner
            tone="warning"
            title={t('parts:word.noEntities')}
            role="status"
            actions={<ReadAgain list={legalEntities} />}
          >
            {t('client.entityNoneText')}
          </Banner>
        }
      />
      {legalEntities.entries.length === 0 && hasEnded(legalEntities) && <TypedField name="legal_entity_id" />}
      {legalEntities.entries.length >= searchableFrom && (
        <SearchField
          label={t('parts:word.searchEntities')}
          placeholder={t('parts:word.searchEntities')}
          value={search}
          onChange={setSearch}
        />
      )}
      {legalEntities.entries.length > 0 && (
        <div data-field={name} className={cx(styles.entities, error !== undefined && styles.invalid)}>
          <HeightOfRows count={Math.max(3, Math.min(legalEntities.entries.length, 10))}>
            <TreeGrid
              id="wizard-entities"
              sought={search}
              label={t('parts:word.entitiesOf', { client: client?.name ?? '' })}
              columns={columns}
              nodes={nodesOf(shown)}
              textOf={nameOf}
              labelOf={labelOf}
              chosen={value === '' ? null : value}
              startAt={value === '' ? undefined : value}
              onOpen={({ id }) => onChange(id)}
              actionsOf={([{ id }]) => [copy(id)]}
              expanded={new Set(parents.filter((id) => !closed.has(id)))}
              onExpand={(expanded) => setClosed(new Set(parents.filter((id) => !expanded.has(id))))}
              empty={t('common:ui.noMatch')}
              describedBy={error === undefined ? undefined : errorId}
            />
          </HeightOfRows>
        </div>
      )}
      {legalEntities.entries.length > 0 && <TypedField name="legal_entity_id" isBeside />}
    </FieldGroup>
  );
}

function useEntityColumns(entities: readonly LegalEntity[]) {
  const { t } = useTranslation('audit-wizard');
  const { name: countryName } = useCountryWords();
  const countries = new Set(entities.map(({ country }) => country ?? ''));
  const inWords = (country: string | null) =>
    country === null || country === '' ? '' : countryName(country);
  const columns: readonly Column<LegalEntity>[] = [
    {
      id: 'name',
      title: t('parts:field.legal_entity_name'),
      width: { least: 240, grows: 3, wants: 320 },
      value: nameOf,
      twin: ({ id }) => id,
    },
    {
      id: 'country',
      title: t('parts:field.country'),
      width: { least: [...countries].map(inWords), givesWay: 1 },
      value: ({ country }) => inWords(country),
    },
    { id: 'id', title: t('parts:word.id'), width: { least: 110, grows: 1 }, value: ({ id }) => id },
  ];
  const labelOf = ({ name, country, id }: LegalEntity) =>
    [name, inWords(country), id].filter(Boolean).join(', ');
  return { columns, labelOf };
}

function nameOf({ name }: LegalEntity): string {
  return name;
}

function nodesOf(nodes: readonly EntityNode[]): readonly TreeGridNode<LegalEntity>[] {
  return nodes.map(({ entity, children }) => ({ id: entity.id, row: entity, children: nodesOf(children) }));
}
