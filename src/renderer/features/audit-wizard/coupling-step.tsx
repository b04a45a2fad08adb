import { X } from 'lucide-react';
import { useState } from 'react';
import type { CouplingNetwork, CouplingVerdict } from '../../../shared/rules/service/coupling.ts';
import { useTranslation } from '../../messages/language.ts';
import { CandidateList } from '../../parts/coupling/candidate-list.tsx';
import { CandidateProgress, OtherGroups } from '../../parts/coupling/candidate-progress.tsx';
import styles from '../../parts/coupling/coupling.module.css';
import { idsIn, type PastedId, pastedWord, withPasted } from '../../parts/coupling/pasted-ids.ts';
import { refusalOf, Verdict } from '../../parts/coupling/verdict.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { Counterparts } from './duplicate.tsx';
import { useFieldError, useWizard, useWizardContext } from './wizard-context.ts';

/** What the audit is coupled to, which is possible at its creation only (ux W9). */
export function CouplingStep() {
  const { t } = useTranslation('coupling');
  const { verdict } = useWizardContext();
  const { decision, ids } = useWizard(({ content }) => content.coupling);
  const change = useWizard((state) => state.changeCoupling);
  const error = useFieldError('coupled_component_audit_ids');
  // With something chosen, the picker shows the error in place of the question.
  const isChosen = decision === 'couple' && ids.length > 0;
  return (
    <Stack gap="2">
      <RadioGroup
        name={isChosen ? undefined : 'coupled_component_audit_ids'}
        label={t('parts:word.coupling')}
        help={t('step.questionHelp')}
        error={isChosen ? undefined : error}
        choices={[
          { id: 'without', label: t('step.without') },
          { id: 'couple', label: t('step.couple'), help: t('step.coupleHelp') },
        ]}
        value={decision === 'open' ? null : decision}
        onChange={(choice) => change({ decision: choice })}
      />
      {verdict !== null && <CouplingPicker verdict={verdict} />}
    </Stack>
  );
}

/** The candidates, what is selected of them, and the verdict of the seven rules. */
function CouplingPicker({ verdict }: { readonly verdict: CouplingVerdict }) {
  const { t } = useTranslation('coupling');
  const { connection, candidates } = useWizardContext();
  const selected = useWizard(({ content }) => content.coupling.ids);
  const change = useWizard((state) => state.changeCoupling);
  const attempt = useWizard((state) => state.ruleCalls);
  const refused = useWizard((state) => state.refused);
  const { network } = candidates;
  const nameOf = (id: string) => network.candidate(id)?.component.name ?? id;
  const outOfScope = selected.filter((id) => network.candidate(id)?.component.in_scope === false);
  // What is chosen first brings what can be coupled with it only now; from then on a person decides.
  const choose = (ids: readonly string[]) => change({ ids, isExact: selected.length > 0 });
  const toggle = (id: string) =>
    choose(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <Stack gap="4" data-field="coupled_component_audit_ids">
      <Stack gap="4">
        <CandidateProgress connection={connection} reading={candidates} />
        <Counterparts selected={selected} onChange={choose} />
        <CandidateList
          connection={connection}
          candidates={candidates}
          selected={selected}
          onChange={choose}
        />
        <OtherGroups candidates={candidates} />
        <MoreToCouple />
        <ChosenTags ids={selected} nameOf={nameOf} onRemove={toggle} />
        {outOfScope.length > 0 && (
          <Banner tone="warning" title={t('outOfScope.title', { count: outOfScope.length })}>
            <p>{outOfScope.map((id) => `${nameOf(id)} (${id})`).join(', ')}</p>
            <p>{t('outOfScope.text')}</p>
          </Banner>
        )}
      </Stack>
      <Verdict
        connection={connection}
        candidates={candidates}
        verdict={verdict}
        ids={selected}
        refusal={refusalOf(refused)}
        attempt={attempt}
        onGo={focusChosen}
      />
      <PasteIds selected={selected} onAdd={(ids) => change({ ids, isExact: true })} network={network} />
    </Stack>
  );
}

/** What this audit could be coupled to as well, and no audit later; or that this is not known. */
export function MoreToCouple() {
  const { t } = useTranslation('coupling');
  const { candidates, more } = useWizardContext();
  const ids = useWizard(({ content }) => content.coupling.ids);
  const change = useWizard((state) => state.changeCoupling);
  if (ids.length > 0 && candidates.complete === null && !candidates.isReading)
    return <Banner tone="warning">{t('more.unread')}</Banner>;
  if (more.length === 0) return null;
  const named = (id: string): string => {
    const found = candidates.network.candidate(id);
    return found === undefined
      ? id
      : `${t('parts:word.inGroup', { name: found.component.name, group: found.group.name })} (${id})`;
  };
  const unnamed = more.length - mostNamed;
  return (
    <Banner
      tone="warning"
      title={t('more.title', { count: more.length })}
      actions={
        <Button onPress={() => change({ ids: [...ids, ...more], isExact: false })}>
          {t('more.add', { count: more.length })}
        </Button>
      }
    >
      {more.slice(0, mostNamed).map((id) => (
        <p key={id}>{named(id)}</p>
      ))}
      {unnamed > 0 && <p>{t('parts:count.more', { count: unnamed })}</p>}
    </Banner>
  );
}

const mostNamed = 5;

interface ChosenTagsProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onRemove: (id: string) => void;
}

/** The chosen components. After one is removed, the focus goes to the next (ux P6, T5). */
function ChosenTags({ ids, nameOf, onRemove }: ChosenTagsProps) {
  const { t } = useTranslation('coupling');
  if (ids.length === 0) return <Note>{t('parts:word.nothingSelected')}</Note>;
  const others = ids.length - mostTags;
  const remove = (id: string) => {
    const place = ids.indexOf(id);
    onRemove(id);
    const next = ids[place + 1] ?? ids[place - 1];
    if (next !== undefined) focusChosen(next);
  };
  return (
    <Row as="ul" aria-label={t('chosen.label', { count: ids.length })}>
      {ids.slice(0, mostTags).map((id) => (
        <Row as="li" key={id} isLine gap="0" className={styles.chosen} data-chosen={id}>
          <Row as="span" className={styles.tag} title={id}>
            {nameOf(id) !== id && nameOf(id)}
            <code>{id}</code>
          </Row>
          <IconButton
            label={t('chosen.remove', { name: nameOf(id), id })}
            icon={<X aria-hidden />}
            onPress={() => remove(id)}
          />
        </Row>
      ))}
      {others > 0 && <li>{t('parts:count.more', { count: others })}</li>}
    </Row>
  );
}

const mostTags = 20; // the list of candidates shows which are chosen

function focusChosen(id: string): void {
  document.querySelector<HTMLElement>(`[data-chosen="${CSS.escape(id)}"] button`)?.focus();
}

const mostAnswers = 50;

interface PasteIdsProps {
  readonly selected: readonly string[];
  readonly onAdd: (ids: readonly string[]) => void;
  readonly network: Pick<CouplingNetwork, 'component'>;
}

/** Adds a pasted list of ids and answers each one (ux P7). */
function PasteIds({ selected, onAdd, network }: PasteIdsProps) {
  const { t } = useTranslation('coupling');
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly PastedId[]>([]);
  const ids = idsIn(text);
  const told = results.map((one) => ({ id: one.id, word: pastedWord(one, network) }));
  // As they were pasted; where not all show, what was simply added comes last: a person must see the others.
  const answers =
    told.length > mostAnswers
      ? told.toSorted((one, other) => Number(one.word === 'added') - Number(other.word === 'added'))
      : told;
  const add = () => {
    const next = withPasted(selected, ids);
    setResults(next.results);
    setText('');
    onAdd(next.ids);
    const unknown = next.results.filter((one) => pastedWord(one, network) === 'unknown').length;
    announce(
      [
        t('paste.done', { count: next.ids.length - selected.length }),
        ...(unknown === 0 ? [] : [t('paste.unknown', { count: unknown })]),
      ].join('. '),
    );
  };
  return (
    <details>
      <summary>{t('paste.title')}</summary>
      <Stack gap="2">
        <TextArea
          isCode
          rows={3}
          label={t('paste.label')}
          help={t('paste.help')}
          value={text}
          onChange={setText}
        />
        <div>
          <Button onPress={add} reason={ids.length === 0 ? t('paste.nothing') : undefined}>
            {t('paste.add')}
          </Button>
        </div>
        {results.length > 0 && (
          <Stack as="ul" gap="1" aria-label={t('paste.results')}>
            {answers.slice(0, mostAnswers).map(({ id, word }, index) => (
              // An id may be in the list twice.
              <li key={`${index}-${id}`}>
                <code>{id}</code> {t(`paste.outcome.${word}`)}
              </li>
            ))}
            {answers.length > mostAnswers && (
              <li>{t('parts:count.more', { count: answers.length - mostAnswers })}</li>
            )}
          </Stack>
        )}
      </Stack>
    </details>
  );
}
