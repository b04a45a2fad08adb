import { auditLanguages } from '../../../shared/model/terms.ts';
import type {
  RolledAudit,
  RolledComponent,
  RolledEntry,
  ScopeDecision,
} from '../../../shared/rules/roll-forward.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { RadioGroup } from '../../ui/choice.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { Panel } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import styles from './roll-forward.module.css';
import type { RollState } from './roll-state.ts';

interface EntryPanelProps {
  readonly state: RollState;
  readonly entry: RolledEntry;
}

/** The selected row: what it becomes, and what a person decides of it. */
export function EntryPanel({ state, entry }: EntryPanelProps) {
  const { t } = useTranslation('roll-forward');
  const { decisions, change } = state;
  const { before } = entry;
  const isOpen = (code: string) => entry.isRolled && entry.open.some((point) => point.code === code);
  return (
    <section className={styles.panel} aria-label={t('panel')}>
      <Panel title={before.name}>
        <TextField
          label={t('column.name')}
          value={entry.name}
          error={isOpen('name') ? t('open.name') : undefined}
          onChange={(name) => change({ names: new Map([...decisions.names, [before.id, name]]) })}
        />
        {entry.kind === 'audit' ? (
          <AuditFields state={state} entry={entry} />
        ) : (
          <ComponentFields state={state} entry={entry} />
        )}
        <Replacements state={state} entry={entry} />
      </Panel>
    </section>
  );
}

function AuditFields({ state, entry }: { readonly state: RollState; readonly entry: RolledAudit }) {
  const { t } = useTranslation('roll-forward');
  const words = useAuditWords();
  const { decisions, change } = state;
  const isOpen = (code: string) => entry.open.some((point) => point.code === code);
  return (
    <>
      <TextField
        label={t('column.id')}
        isCode
        value={entry.creation.id}
        error={isOpen('id') ? t('open.id') : undefined}
        onChange={(id) => change({ ids: new Map([...decisions.ids, [entry.before.id, id]]) })}
      />
      {isOpen('language') && (
        <Select
          label={t('field.language')}
          options={auditLanguages.map((id) => ({ id, label: words.language(id) }))}
          value={auditLanguages.find((one) => one === decisions.language) ?? null}
          error={t('open.language')}
          onChange={(language) => change({ language })}
        />
      )}
    </>
  );
}

function ComponentFields({ state, entry }: { readonly state: RollState; readonly entry: RolledComponent }) {
  const { t } = useTranslation('roll-forward');
  const { decisions, change } = state;
  const { before, scope } = entry;
  const former = before.out_of_scope_explanation;
  const decide = (decision: ScopeDecision) =>
    change({ scopes: new Map([...decisions.scopes, [before.id, decision]]) });
  return (
    <>
      <RadioGroup
        label={t('column.scope')}
        help={
          before.in_scope === null
            ? t('before.unknown')
            : t(before.in_scope ? 'before.in' : 'before.out', { former })
        }
        choices={(['in', 'out', 'left'] as const).map((id) => ({ id, label: t(`scope.${id}`) }))}
        value={scope?.as ?? null}
        onChange={(as) => decide(as === 'out' ? { as, explanation: former } : { as })}
      />
      {scope?.as === 'out' && (
        <TextArea
          label={t('field.explanation')}
          value={scope.explanation}
          error={scope.explanation.trim() === '' ? t('open.explanation') : undefined}
          onChange={(explanation) => decide({ as: 'out', explanation })}
        />
      )}
    </>
  );
}

/** Another legal entity for each that is gone. */
function Replacements({ state, entry }: EntryPanelProps) {
  const { t } = useTranslation('roll-forward');
  const { decisions, change, entities } = state;
  const here = new Set(entities.entries.map(({ id }) => id));
  const gone = entry.before.legal_entity_ids.filter((id) => !here.has(id));
  return gone.map((id) => (
    <ChoiceBox
      key={id}
      label={t('field.replacement', { id })}
      options={entities.entries.map((entity) => ({ id: entity.id, label: entity.name }))}
      value={decisions.replacements.get(id) ?? null}
      error={decisions.replacements.has(id) ? undefined : t('open.entity', { subject: id })}
      onChange={(now) => change({ replacements: new Map([...decisions.replacements, [id, now]]) })}
    />
  ));
}
