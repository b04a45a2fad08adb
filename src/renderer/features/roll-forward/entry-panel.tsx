import { Link } from 'react-router';
import { type AuditorRelation, auditLanguages, auditorRelations } from '../../../shared/model/terms.ts';
import type { OwnDecisions } from '../../../shared/rules/roll-forward/many.ts';
import type {
  AdditionDecision,
  RolledAddition,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  ScopeDecision,
} from '../../../shared/rules/roll-forward/model.ts';
import { rolledGroups, worksKeyOf } from '../../../shared/rules/roll-forward/open.ts';
import type { NetworkRoll } from '../../../shared/rules/roll-forward/rolls.ts';
import { mayWorkInAudit } from '../../../shared/rules/service/component.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/choice.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { Row } from '../../ui/layout.tsx';
import { SidePanel } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import type { RollState } from './roll-state.ts';
import type { RollRow } from './rows.ts';

interface EntryPanelProps {
  readonly state: RollState;
  readonly row: RollRow;
}

/** The selected row: what it becomes, what stands open about it, and what a person decides of it. */
export function EntryPanel({ state, row }: EntryPanelProps) {
  const { t } = useTranslation('roll-forward');
  const { item, roll } = row;
  const decide = (change: Partial<OwnDecisions>) => state.decide(new Map([[roll.id, change]]));
  return (
    <SidePanel label={t('panel')}>
      <Panel
        title={item.kind === 'addition' ? item.entity.name : item.before.name}
        description={row.remarks === '' ? undefined : row.remarks}
      >
        {item.kind === 'addition' ? (
          <AdditionFields state={state} roll={roll} addition={item} decide={decide} />
        ) : item.there !== null ? (
          item.kind === 'audit' && <Standing state={state} roll={roll} entry={item} there={item.there.id} />
        ) : (
          <>
            <NameField roll={roll} entry={item} decide={decide} />
            {item.kind === 'audit' ? (
              <AuditFields state={state} roll={roll} entry={item} decide={decide} />
            ) : (
              <ComponentFields roll={roll} entry={item} decide={decide} />
            )}
            <Replacements roll={roll} entry={item} decide={decide} />
          </>
        )}
      </Panel>
    </SidePanel>
  );
}

interface StandingProps extends Pick<FieldsProps<RolledAudit>, 'roll' | 'entry'> {
  readonly state: RollState;
  readonly there: string;
}

/** An audit that is there: it can be looked at, or be no successor. */
function Standing({ state, roll, entry, there }: StandingProps) {
  const { t } = useTranslation('roll-forward');
  return (
    <Row gap="3">
      <Link to={pathTo('audit', { auditId: there })}>{entry.name}</Link>
      {roll.known.remembered.get(entry.before.id) !== there && (
        <Button onPress={() => state.separate(roll.id, entry.before.id, there)}>
          {t('rolled.apartNamed', { name: entry.name })}
        </Button>
      )}
    </Row>
  );
}

interface FieldsProps<Entry> {
  readonly roll: NetworkRoll;
  readonly entry: Entry;
  readonly decide: (change: Partial<OwnDecisions>) => void;
}

function NameField({ roll, entry, decide }: FieldsProps<RolledEntry>) {
  const { t } = useTranslation('roll-forward');
  const isOpen = entry.isRolled && entry.open.some(({ code }) => code === 'name');
  const change = (name: string) => decide({ names: new Map([...roll.own.names, [entry.before.id, name]]) });
  return (
    <>
      <TextField
        label={t('column.name')}
        value={entry.name}
        error={isOpen ? t('open.name') : undefined}
        onChange={change}
      />
      <Readings entry={entry} code="name-reading" onChange={change} />
    </>
  );
}

interface ReadingsProps {
  readonly entry: RolledEntry;
  readonly code: 'name-reading' | 'id-reading';
  readonly onChange: (text: string) => void;
}

/** The texts to choose from where it is not clear which of the numbers is the year. */
function Readings({ entry, code, onChange }: ReadingsProps) {
  const { t } = useTranslation('roll-forward');
  const { readings } = entry.open.find((point) => point.code === code) ?? {};
  if (readings === undefined || !entry.isRolled) return null;
  return (
    <RadioGroup
      label={t(`field.${code}`)}
      choices={readings.map((text) => ({ id: text, label: text }))}
      value={null}
      onChange={onChange}
    />
  );
}

function AuditFields({
  state,
  roll,
  entry,
  decide,
}: FieldsProps<RolledAudit> & { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const words = useAuditWords();
  const isOpen = (code: string) => entry.open.some((point) => point.code === code);
  const successor = entry.open.find(({ code }) => code === 'rolled')?.subject;
  const changeId = (id: string) => decide({ ids: new Map([...roll.own.ids, [entry.before.id, id]]) });
  const isRemembered = roll.known.remembered.get(entry.before.id) === successor;
  return (
    <>
      <TextField
        label={t('column.id')}
        isCode
        value={entry.creation.id}
        error={isOpen('id') ? t('open.id') : undefined}
        onChange={changeId}
      />
      <Readings entry={entry} code="id-reading" onChange={changeId} />
      {successor !== undefined && !isRemembered && (
        <Button onPress={() => state.separate(roll.id, entry.before.id, successor)}>
          {t('rolled.apartNamed', { name: successor })}
        </Button>
      )}
      {entry.more.length > 0 && (
        <CheckboxGroup
          label={t('field.more')}
          help={t('field.moreHelp')}
          choices={coupleChoices(roll, entry.more)}
          value={entry.more.filter((id) => entry.couple.includes(id))}
          onChange={(chosen) => {
            const others = [...roll.own.uncoupled].filter((id) => !entry.more.includes(id));
            const left = entry.more.filter((id) => !chosen.includes(id));
            decide({ uncoupled: new Set([...others, ...left]) });
          }}
        />
      )}
      {isOpen('language') && (
        <Select
          label={t('parts:field.language')}
          options={auditLanguages.map((id) => ({ id, label: words.language(id) }))}
          value={auditLanguages.find((one) => one === state.decided.shared.language) ?? null}
          error={t('open.language')}
          onChange={(language) => state.share({ language })}
        />
      )}
    </>
  );
}

/** Components to choose from, by their new names, each with its group's. */
function coupleChoices({ proposal: { entries } }: NetworkRoll, ids: readonly string[]) {
  const names = new Map(entries.map(({ before, name }) => [before.id, name === '' ? before.id : name]));
  return entries.flatMap((one) =>
    one.kind === 'component' && ids.includes(one.before.id)
      ? [{ id: one.before.id, label: names.get(one.before.id), help: names.get(one.group.id) }]
      : [],
  );
}

function ComponentFields({ roll, entry, decide }: FieldsProps<RolledComponent>) {
  const { t } = useTranslation('roll-forward');
  const { before, scope } = entry;
  const former = before.out_of_scope_explanation;
  const change = (decision: ScopeDecision) =>
    decide({ scopes: new Map([...roll.own.scopes, [before.id, decision]]) });
  return (
    <>
      <RadioGroup
        label={t('parts:field.scope')}
        help={
          before.in_scope === null
            ? t('before.unknown')
            : t(before.in_scope ? 'before.in' : 'before.out', { former })
        }
        choices={(['in', 'out', 'left'] as const).map((id) => ({ id, label: t(`parts:scope.${id}`) }))}
        value={scope?.as ?? null}
        onChange={(as) => change(as === 'out' ? { as, explanation: former } : { as })}
      />
      {scope?.as === 'out' && (
        <Explanation
          value={scope.explanation}
          onChange={(explanation) => change({ as: 'out', explanation })}
        />
      )}
      <RelationField
        value={entry.creation.auditor_relation}
        onChange={(relation) =>
          decide({ relations: new Map([...roll.own.relations, [before.id, relation]]) })
        }
      />
      <WorksField
        relation={entry.creation.auditor_relation}
        value={entry.works}
        onChange={(works) => decide({ works: new Map([...roll.own.works, [before.id, works]]) })}
      />
    </>
  );
}

interface RelationProps {
  readonly value: string;
  readonly onChange: (relation: AuditorRelation) => void;
}

/** Who audits a component. */
function RelationField({ value, onChange }: RelationProps) {
  const { t } = useTranslation('roll-forward');
  const { t: tree } = useTranslation('component-tree');
  const known = auditorRelations.find((id) => id === value) ?? null;
  return (
    <Select
      label={t('addition.relation')}
      options={auditorRelations.map((id) => ({ id, label: tree(`relation.${id}`) }))}
      value={known}
      error={known === null ? t('addition.noRelation') : undefined}
      onChange={onChange}
    />
  );
}

interface WorksProps {
  readonly relation: string;
  readonly value: boolean | null;
  readonly onChange: (works: boolean) => void;
}

/** Whether an auditor of another office or firm works in the audit: the service is told when the component is created, or never. */
function WorksField({ relation, value, onChange }: WorksProps) {
  const { t } = useTranslation('roll-forward');
  const { t: tree } = useTranslation('component-tree');
  if (!mayWorkInAudit(relation)) return null;
  return (
    <RadioGroup
      label={tree('parts:field.works_in_audit')}
      choices={[
        { id: 'yes', label: tree('parts:word.yes') },
        { id: 'no', label: tree('parts:word.no') },
      ]}
      value={value === null ? null : value ? 'yes' : 'no'}
      error={value === null ? t('field.works') : undefined}
      onChange={(answer) => onChange(answer === 'yes')}
    />
  );
}

interface ExplanationProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Explanation({ value, onChange }: ExplanationProps) {
  const { t } = useTranslation('roll-forward');
  const error = value.trim() === '' ? t('open.explanation') : undefined;
  return (
    <TextArea
      label={t('parts:field.out_of_scope_explanation')}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

interface AdditionProps {
  readonly state: RollState;
  readonly roll: NetworkRoll;
  readonly addition: RolledAddition;
  readonly decide: (change: Partial<OwnDecisions>) => void;
}

/** Whether a legal entity without a component gets one: in which group, by whom it is audited, and whether it is in scope. */
function AdditionFields({ state, roll, addition, decide }: AdditionProps) {
  const { t } = useTranslation('roll-forward');
  const { entity, decision, group } = addition;
  const change = (next: AdditionDecision) =>
    decide({ additions: new Map([...roll.own.additions, [entity.id, next]]) });
  const byPattern = state.decided.shared.components?.auditor_relation ?? '';
  const added =
    decision === null || decision.as === 'left'
      ? { group: null, relation: byPattern, explanation: '' }
      : decision;
  return (
    <>
      <RadioGroup
        label={t('parts:field.scope')}
        choices={(['in', 'out', 'left'] as const).map((id) => ({
          id,
          label: id === 'left' ? t('addition.left') : t(`parts:scope.${id}`),
        }))}
        value={decision?.as ?? null}
        onChange={(as) => change(as === 'left' ? { as } : { ...added, as })}
      />
      {decision !== null && decision.as !== 'left' && (
        <>
          <Select
            label={t('parts:field.group_audit_name')}
            options={rolledGroups(roll.proposal.entries).map(({ before, name }) => ({
              id: before.id,
              label: name,
            }))}
            value={group.id}
            onChange={(id) => change({ ...decision, group: id })}
          />
          <RelationField
            value={decision.relation}
            onChange={(relation) => change({ ...decision, relation })}
          />
          <WorksField
            relation={decision.relation}
            value={addition.works}
            onChange={(works) => decide({ works: new Map([...roll.own.works, [worksKeyOf(entity), works]]) })}
          />
          {decision.as === 'out' && (
            <Explanation
              value={decision.explanation}
              onChange={(explanation) => change({ ...decision, explanation })}
            />
          )}
        </>
      )}
    </>
  );
}

/** Another legal entity for each that is gone. */
function Replacements({ roll, entry, decide }: FieldsProps<RolledEntry>) {
  const { t } = useTranslation('roll-forward');
  const { entities } = roll.known;
  const { replacements } = roll.own;
  const here = new Set(entities.map(({ id }) => id));
  const gone = entry.before.legal_entity_ids.filter((id) => !here.has(id));
  return gone.map((id) => (
    <ChoiceBox
      key={id}
      label={t('field.replacement', { id })}
      options={entities.map((entity) => ({ id: entity.id, label: entity.name }))}
      value={replacements.get(id) ?? null}
      error={replacements.has(id) ? undefined : t('open.entity', { subject: id })}
      onChange={(now) => decide({ replacements: new Map([...replacements, [id, now]]) })}
    />
  ));
}
