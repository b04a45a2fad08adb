import { ArrowDown, ArrowUp, ChevronsUp, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { auditorRelations } from '../../../shared/model/terms.ts';
import { mayWorkInAudit } from '../../../shared/rules/service/component.ts';
import { blocking, isDoubt } from '../../../shared/rules/service/doubt.ts';
import { type EntityNode, legalEntityTree } from '../../../shared/rules/service/legal-entity-tree.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import type { Change } from '../../data/staged-changes.ts';
import { relationWord } from '../../messages/component-words.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { CountryField } from '../../parts/country-field.tsx';
import { Doubt } from '../../parts/doubt.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Fault } from '../../ui/field.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Card, Columns, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { nodesMatching, type TreeGridNode } from '../../ui/tree-rows.ts';
import { WholeName } from '../../ui/whole-name.tsx';
import {
  type Addition,
  additionFaults,
  additionOf,
  changesOf,
  defaultsOf,
  isSingle,
  moved,
  relationOf as relationOfEntity,
  withRelation,
} from './addition.ts';
import styles from './component-tree.module.css';
import { secondField, useSecond } from './second-component.tsx';
import { rowsAtOnce, ShowMore } from './show-more.tsx';
import type { TreeState } from './tree-state.ts';

interface AddDialogProps {
  readonly entities: readonly LegalEntity[];
  /** All of the client, null before they were read: only then an entity that is missing is a fault. */
  readonly all: readonly LegalEntity[] | null;
  readonly timesIn: (id: string) => number;
  /** What an entity is that is in none. */
  readonly gap: TreeState['gap'];
  readonly chosen: readonly string[];
  /** What is to be doubted of whatever is added. */
  readonly doubts: readonly string[];
  readonly onStage: (changes: readonly Change[]) => void;
  readonly onClose: () => void;
}

/** Adds components, one or many at once, from the client's legal entities (ux T9). Nothing is sent yet. */
export function AddDialog({
  entities,
  all: allEntities,
  timesIn,
  gap,
  chosen,
  doubts,
  onStage,
  onClose,
}: AddDialogProps) {
  const { t } = useTranslation('component-tree');
  const [initial] = useState(() => additionOf(chosen));
  const [form, setForm] = useState<Addition>(initial);
  const [attempt, setAttempt] = useState(0);
  const [typed, setTyped] = useState('');
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const known = allEntities && new Set(allEntities.map(({ id }) => id));
  const nameOf = (id: string) => byId.get(id)?.name ?? id;
  const second = useSecond(
    new Map(form.entityIds.filter((id) => timesIn(id) > 0).map((id) => [id, nameOf(id)])),
  );
  const change = (changes: Partial<Addition>) => setForm((before) => ({ ...before, ...changes }));
  const all = additionFaults(form, known);
  const faults = blocking(all);
  const inWords = (of: typeof all) =>
    of.map(({ code, field, facts }) =>
      code === 'required'
        ? t(field === 'auditor_relation' ? 'add.noRelation' : 'add.noEntity')
        : t(`add.fault.${code}`, { name: nameOf(String(facts?.['id'] ?? '')) }),
    );
  const wordsOf = (field: string) => inWords(faults.filter((fault) => fault.field === field)).join('\n');
  const shown = attempt === 0 ? [] : [...new Set(faults.map(({ field }) => field))];
  const errors = shown.map((field) => ({ field, text: wordsOf(field) }));
  const asked = attempt > 0 && second.fault !== undefined ? [{ field: secondField, text: second.fault }] : [];
  const errorOf = (field: string) => (shown.includes(field) ? wordsOf(field) : undefined);
  const addTyped = () => {
    change({ entityIds: [...form.entityIds.filter((id) => id !== typed.trim()), typed.trim()] });
    setTyped('');
  };
  const submit = () => {
    if (typed.trim() !== '') return addTyped();
    if (faults.length > 0 || second.fault !== undefined) return setAttempt(attempt + 1);
    onStage(changesOf(form, byId, () => crypto.randomUUID()));
    onClose();
  };
  const count = form.entityIds.length;
  const entityFault = errorOf('legal_entity_ids');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={form !== initial || typed !== ''}
      title={t('parts:word.addComponents')}
      size="wide"
      onSubmit={submit}
      actions={
        <FormActions
          submit={
            count === 0
              ? t('add.stageNone')
              : t('parts:word.stageComponents', { count: isSingle(form) ? 1 : count })
          }
        />
      }
    >
      <Doubt reasons={[...doubts, ...inWords(all.filter(isDoubt))]} />
      <ErrorSummary title={t('common:problem')} attempt={attempt} errors={[...errors, ...asked]} />
      {second.question}
      <Columns min={320} className={styles.addition}>
        <Stack gap="2" className={styles.pick} data-field="legal_entity_ids">
          <EntityPick
            entities={entities}
            timesIn={timesIn}
            gap={gap}
            selected={form.entityIds}
            onChange={(entityIds) => change({ entityIds })}
          />
          <Row align="end">
            <TextField
              isCode
              isOptional
              label={t('add.byId')}
              help={t('add.byIdHelp')}
              value={typed}
              onChange={setTyped}
            />
            <Button reason={typed.trim() === '' ? t('add.byIdNone') : undefined} onPress={addTyped}>
              {t('add.byIdAdd')}
            </Button>
          </Row>
          {entityFault !== undefined && <Fault>{entityFault}</Fault>}
        </Stack>
        <Stack gap="4">
          <strong>{t('add.chosen', { count })}</strong>
          {count > 0 && (
            <EntityOrder
              ids={form.entityIds}
              nameOf={nameOf}
              hasPrimary={isSingle(form)}
              onChange={(entityIds) => change({ entityIds })}
              relationOf={(id) => relationOfEntity(form, id)}
              onRelation={(id, relation) => change({ relations: { ...form.relations, [id]: relation } })}
            />
          )}
          <Fields
            form={form}
            defaults={defaultsOf(form.entityIds, byId)}
            errorOf={errorOf}
            onChange={change}
          />
        </Stack>
      </Columns>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: Addition;
  readonly defaults: ReturnType<typeof defaultsOf>;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (changes: Partial<Addition>) => void;
}

/** The fields of the components; a name and a country only for a single one. */
function Fields({ form, defaults, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation('component-tree');
  const countries = useCountryWords();
  const count = form.entityIds.length;
  return (
    <>
      {count > 1 && (
        <RadioGroup
          label={t('parts:field.components')}
          value={form.mode}
          onChange={(mode) => onChange({ mode })}
          choices={(['each', 'one'] as const).map((id) => ({ id, label: t(`add.mode.${id}`, { count }) }))}
        />
      )}
      <RadioGroup
        label={t('parts:field.auditor_relation')}
        name="auditor_relation"
        value={form.relation}
        onChange={(relation) => onChange(withRelation(form, relation))}
        error={errorOf('auditor_relation')}
        isRequired
        choices={auditorRelations.map((id) => ({
          id,
          label: relationWord(t, id),
          help: t(`relationHelp.${id}`),
        }))}
      />
      <Checkbox
        label={t('parts:field.works_in_audit')}
        help={t('add.worksHelp')}
        isSelected={form.worksInAudit}
        isDisabled={!mayWorkInAudit(form.relation)}
        onChange={(worksInAudit) => onChange({ worksInAudit })}
      />
      {isSingle(form) && (
        <>
          <TextField
            label={t('parts:word.name')}
            name="name"
            isOptional
            help={defaults.name === '' ? undefined : t('parts:word.default', { value: defaults.name })}
            value={form.name}
            onChange={(name) => onChange({ name })}
            error={errorOf('name')}
          />
          <CountryField
            label={t('parts:field.country')}
            name="country"
            isOptional
            help={
              defaults.country === null
                ? undefined
                : t('parts:word.default', { value: countries.name(defaults.country) })
            }
            value={form.country}
            onChange={(country) => onChange({ country })}
            error={errorOf('country')}
          />
        </>
      )}
    </>
  );
}

interface EntityPickProps extends Pick<AddDialogProps, 'entities' | 'timesIn' | 'gap'> {
  readonly selected: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function EntityPick({ entities, timesIn, gap, selected, onChange }: EntityPickProps) {
  const { t } = useTranslation('component-tree');
  const copy = useCopyAction();
  const ids = new Set(entities.map(({ id }) => id));
  const open = useOpenNodes(ids);
  const coverage = (entity: LegalEntity) => {
    const times = timesIn(entity.id);
    return times === 0 ? t(`coverage.${gap}`) : t('coverage.times', { count: times });
  };
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const nodes = legalEntityTree(entities).map(nodeOf);
  const { isOn, finds } = wordSearch(wanted);
  const found = isOn ? nodesMatching(nodes, ({ name, id }) => finds(fold(`${name}\n${id}`))) : nodes;
  const columns: readonly Column<LegalEntity>[] = [
    {
      id: 'name',
      title: t('parts:field.legal_entity_names'),
      width: { least: 240, grows: 3 },
      value: ({ name }) => name,
      cell: ({ name, id }) => <WholeName text={name} twin={id} />,
    },
    { id: 'country', title: t('parts:field.country'), value: ({ country }) => country ?? '' },
    {
      id: 'coverage',
      title: t('parts:field.scope'),
      hasIcon: true,
      width: { least: [t(`coverage.${gap}`), t('coverage.times', { count: 10 })] },
      value: coverage,
      cell: (entity) => <StatusMark look={timesIn(entity.id) > 0 ? 'in' : 'none'} word={coverage(entity)} />,
    },
  ];
  return (
    <>
      <SearchField
        label={t('parts:word.searchEntities')}
        placeholder={t('parts:word.searchEntities')}
        value={text}
        onChange={setText}
      />
      <TreeGrid
        id="add-components"
        label={t('parts:field.legal_entity_names')}
        columns={columns}
        nodes={found}
        sought={wanted}
        {...open}
        textOf={({ name }) => name}
        labelOf={(entity) => `${withCountry(entity)}, ${coverage(entity)}`}
        actionsOf={([{ id }]) => [copy(id)]}
        selection={{ selected: new Set(selected), onChange: (next) => onChange([...next]) }}
        empty={t(wanted === '' ? 'parts:word.noEntities' : 'common:ui.noMatch')}
      />
    </>
  );
}

function nodeOf({ entity, children }: EntityNode): TreeGridNode<LegalEntity> {
  return { id: entity.id, row: entity, children: children.map(nodeOf) };
}

function withCountry({ name, country }: LegalEntity): string {
  return country === null ? name : `${name} (${country})`;
}

interface EntityOrderProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Whether the first one is the primary legal entity. */
  readonly hasPrimary: boolean;
  readonly onChange: (ids: readonly string[]) => void;
  readonly relationOf: (id: string) => string;
  readonly onRelation: (id: string, relation: string) => void;
}

/** The chosen legal entities in their order, which a person changes by buttons or by dragging (ux T3). */
function EntityOrder(props: EntityOrderProps) {
  const { ids, nameOf, hasPrimary, onChange, relationOf, onRelation } = props;
  const { t } = useTranslation('component-tree');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [most, setMost] = useState(rowsAtOnce);
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (id === undefined || to < 0 || to >= ids.length || to === from) return;
    onChange(moved(ids, from, to));
    announce(t('order.moved', { name: nameOf(id), place: to + 1, count: ids.length }));
  };
  return (
    <Card as="ol" gap="0" most="200px" className={styles.order} aria-label={t('order.label')}>
      {ids.slice(0, most).map((id, place) => {
        const name = nameOf(id);
        return (
          <Row
            as="li"
            isLine
            gap="1"
            key={id}
            className={styles.ordered}
            draggable={hasPrimary}
            data-over={over === place && dragged !== null && dragged !== place}
            onDragStart={(event) => {
              setDragged(place);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(place);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, place);
            }}
          >
            <span className={styles.orderedName}>
              {name}
              {hasPrimary && place === 0 && <span className={styles.primary}> {t('primary')}</span>}
            </span>
            {hasPrimary && ids.length > 1 && (
              <>
                <IconButton
                  label={t('order.first', { name })}
                  icon={<ChevronsUp aria-hidden />}
                  reason={place === 0 ? t('order.isFirst') : undefined}
                  onPress={() => move(place, 0)}
                />
                <IconButton
                  label={t('parts:word.moveUp', { name })}
                  icon={<ArrowUp aria-hidden />}
                  reason={place === 0 ? t('order.isFirst') : undefined}
                  onPress={() => move(place, place - 1)}
                />
                <IconButton
                  label={t('parts:word.moveDown', { name })}
                  icon={<ArrowDown aria-hidden />}
                  reason={place === ids.length - 1 ? t('order.isLast') : undefined}
                  onPress={() => move(place, place + 1)}
                />
              </>
            )}
            {!hasPrimary && relationOf(id) !== '' && (
              <Menu
                label={t('order.relation', { name })}
                trigger={
                  <Button
                    variant="quiet"
                    aria-label={`${t('order.relation', { name })}: ${relationWord(t, relationOf(id))}`}
                  >
                    {relationWord(t, relationOf(id))}
                  </Button>
                }
                entries={auditorRelations.map((relation) => ({
                  id: relation,
                  label: relationWord(t, relation),
                }))}
                onAction={(relation) => onRelation(id, relation)}
              />
            )}
            <IconButton
              label={t('parts:word.removeNamed', { name })}
              icon={<X aria-hidden />}
              onPress={() => onChange(ids.filter((one) => one !== id))}
            />
          </Row>
        );
      })}
      {ids.length > most && (
        <li>
          <ShowMore count={ids.length} most={most} onShow={setMost} />
        </li>
      )}
    </Card>
  );
}
