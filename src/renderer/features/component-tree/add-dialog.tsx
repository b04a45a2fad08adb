import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { auditorRelations } from '../../../shared/model/terms.ts';
import { mayWorkInAudit } from '../../../shared/rules/component.ts';
import { type EntityNode, legalEntityTree } from '../../../shared/rules/legal-entity-tree.ts';
import { relationWord } from '../../messages/component-words.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import {
  type Addition,
  additionFaults,
  additionOf,
  changesOf,
  defaultsOf,
  isSingle,
  toggled,
  withRelation,
} from './addition.ts';
import styles from './component-tree.module.css';
import { EntityOrder } from './entity-order.tsx';
import type { Change } from './staging.ts';

export interface AddDialogProps {
  readonly entities: readonly LegalEntity[];
  /** Whether these are all that the client has; else nothing is judged by them. */
  readonly isWhole: boolean;
  /** How many components each entity is in. */
  readonly timesIn: (id: string) => number;
  readonly chosen: readonly string[];
  readonly onStage: (changes: readonly Change[]) => void;
  readonly onClose: () => void;
}

/** Adds components, one or many at once, from the client's legal entities (ux T9). Nothing is sent yet. */
export function AddDialog({ entities, isWhole, timesIn, chosen, onStage, onClose }: AddDialogProps) {
  const { t } = useTranslation('component-tree');
  const [form, setForm] = useState<Addition>(() => additionOf(chosen));
  const [countryText, setCountryText] = useState('');
  const [attempt, setAttempt] = useState(0);
  const byId = useMemo(() => new Map(entities.map((entity) => [entity.id, entity])), [entities]);
  const countries = useCountryWords();
  const nameOf = (id: string) => byId.get(id)?.name ?? id;
  const known = useMemo(() => (isWhole ? new Set(byId.keys()) : null), [isWhole, byId]);
  const faults = additionFaults(form, known);
  const defaults = defaultsOf(form.entityIds, byId);
  const single = isSingle(form);
  const wordsOf = (field: string) =>
    faults
      .filter((fault) => fault.field === field)
      .map(({ code, facts }) =>
        code === 'required'
          ? t(field === 'auditor_relation' ? 'add.noRelation' : 'add.noEntity')
          : t(`add.fault.${code}`, { name: nameOf(String(facts?.['id'] ?? '')) }),
      )
      .join('\n');
  const errorOf = (field: string) => (attempt === 0 ? undefined : wordsOf(field) || undefined);
  const submit = () => {
    if (faults.length > 0) return setAttempt(attempt + 1);
    onStage(changesOf(form, byId, () => crypto.randomUUID()));
    onClose();
  };
  const count = single ? 1 : form.entityIds.length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('add.title')}
      size="large"
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onClose}>{t('add.cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('add.stage', { count })}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{t('add.text')}</p>
      </Stack>
      <ErrorSummary
        title={t('add.problem')}
        attempt={attempt}
        errors={
          attempt === 0
            ? []
            : [...new Set(faults.map(({ field }) => field))].map((field) => ({ field, text: wordsOf(field) }))
        }
      />
      <div className={styles.choice}>
        <div className={styles.pick} data-field="legal_entity_ids">
          <EntityPick
            entities={entities}
            timesIn={timesIn}
            selected={form.entityIds}
            onToggle={(id) => setForm((before) => toggled(before, id))}
          />
          {errorOf('legal_entity_ids') !== undefined && (
            <p className={styles.error}>{errorOf('legal_entity_ids')}</p>
          )}
        </div>
        <Stack>
          <p className={styles.label}>{t('add.chosen', { count: form.entityIds.length })}</p>
          {form.entityIds.length > 0 && (
            <EntityOrder
              ids={form.entityIds}
              nameOf={nameOf}
              hasPrimary={single}
              onChange={(entityIds) => setForm((before) => ({ ...before, entityIds }))}
            />
          )}
          {form.entityIds.length > 1 && (
            <RadioGroup
              label={t('add.mode.label')}
              value={form.mode}
              onChange={(mode) => setForm((before) => ({ ...before, mode }))}
              choices={(['each', 'one'] as const).map((id) => ({
                id,
                label: t(`add.mode.${id}`, { count: form.entityIds.length }),
              }))}
            />
          )}
          <RadioGroup
            label={t('add.relation')}
            name="auditor_relation"
            value={form.relation}
            onChange={(relation) => setForm((before) => withRelation(before, relation))}
            error={errorOf('auditor_relation')}
            isRequired
            choices={auditorRelations.map((id) => ({
              id,
              label: relationWord(t, id),
              help: t(`relationHelp.${id}`),
            }))}
          />
          <Checkbox
            label={t('add.works')}
            help={t('add.worksHelp')}
            isSelected={form.worksInAudit}
            isDisabled={!mayWorkInAudit(form.relation)}
            onChange={(worksInAudit) => setForm((before) => ({ ...before, worksInAudit }))}
          />
          {single && (
            <>
              <TextField
                label={t('add.name')}
                name="name"
                isOptional
                help={defaults.name === '' ? undefined : t('add.defaultIs', { value: defaults.name })}
                value={form.name}
                onChange={(name) => setForm((before) => ({ ...before, name }))}
                error={errorOf('name')}
              />
              <ComboBox
                label={t('add.country')}
                name="country"
                isOptional
                help={
                  defaults.country === null
                    ? undefined
                    : t('add.defaultIs', { value: countries.name(defaults.country) })
                }
                options={countries.options}
                value={form.country}
                onChange={(country) => {
                  setForm((before) => ({ ...before, country }));
                  setCountryText(country === null ? '' : countries.name(country));
                }}
                text={countryText}
                onTextChange={setCountryText}
                error={errorOf('country')}
              />
            </>
          )}
        </Stack>
      </div>
    </Dialog>
  );
}

interface EntityPickProps extends Pick<AddDialogProps, 'entities' | 'timesIn'> {
  readonly selected: readonly string[];
  readonly onToggle: (id: string) => void;
}

function EntityPick({ entities, timesIn, selected, onToggle }: EntityPickProps) {
  const { t } = useTranslation('component-tree');
  const nodes = useMemo(() => legalEntityTree(entities).map(nodeOf), [entities]);
  const ids = useMemo(() => new Set(entities.map(({ id }) => id)), [entities]);
  const open = useOpenNodes(ids);
  const coverage = (entity: LegalEntity) => {
    const times = timesIn(entity.id);
    return times === 0 ? t('coverage.none') : t('coverage.times', { count: times });
  };
  const columns: readonly Column<LegalEntity>[] = [
    {
      id: 'name',
      title: t('add.entities'),
      width: 'minmax(160px, 3fr)',
      render: (entity) => withCountry(entity),
    },
    { id: 'coverage', title: t('column.scope'), width: 'minmax(120px, 0.5fr)', render: coverage },
  ];
  return (
    <TreeGrid
      label={t('add.entities')}
      columns={columns}
      nodes={nodes}
      {...open}
      textOf={({ name }) => name}
      labelOf={(entity) => `${withCountry(entity)}, ${coverage(entity)}`}
      selection={{ selected: new Set(selected), onToggle, canSelect: () => true }}
      empty={t('add.noEntities')}
    />
  );
}

function nodeOf({ entity, children }: EntityNode): TreeGridNode<LegalEntity> {
  return { id: entity.id, row: entity, children: children.map(nodeOf) };
}

function withCountry({ name, country }: LegalEntity): string {
  return country === null ? name : `${name} (${country})`;
}
