import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouplingVerdict } from '../../../shared/rules/coupling.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { Banner } from '../../ui/banner.tsx';
import { CandidateList } from './candidate-list.tsx';
import { CandidateProgress } from './candidate-progress.tsx';
import { ChosenTags, focusChosen } from './chosen-tags.tsx';
import styles from './coupling.module.css';
import { PasteIds } from './paste-ids.tsx';
import type { Refusal } from './refusal.ts';
import { Verdict } from './verdict.tsx';

interface CouplingPickerProps {
  readonly connection: string;
  readonly candidates: CouplingCandidates;
  readonly verdict: CouplingVerdict;
  readonly selected: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly refusal: Refusal | null;
  readonly attempt: number;
}

/** Chooses component audits to couple a new audit to: the candidates on one side, the seven rules on the other. */
export function CouplingPicker(props: CouplingPickerProps) {
  const { connection, candidates, verdict, selected, onChange, refusal, attempt } = props;
  const { t } = useTranslation('coupling');
  const { network } = candidates;
  const nameOf = useCallback((id: string) => network.candidate(id)?.component.name ?? id, [network]);
  const outOfScope = selected.filter((id) => network.candidate(id)?.component.in_scope === false);
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <div className={styles.picker} data-field="coupled_component_audit_ids">
      <div className={styles.side}>
        <CandidateProgress connection={connection} reading={candidates} />
        <CandidateList candidates={candidates} selected={selected} onToggle={toggle} />
        <ChosenTags ids={selected} nameOf={nameOf} onRemove={toggle} />
        {outOfScope.length > 0 && (
          <Banner tone="warning" title={t('outOfScope.title', { count: outOfScope.length })}>
            <p>{outOfScope.map((id) => `${nameOf(id)} (${id})`).join(', ')}</p>
            <p>{t('outOfScope.text')}</p>
          </Banner>
        )}
        <PasteIds selected={selected} onAdd={onChange} />
      </div>
      <Verdict
        connection={connection}
        candidates={candidates}
        verdict={verdict}
        ids={selected}
        refusal={refusal}
        attempt={attempt}
        onGo={focusChosen}
      />
    </div>
  );
}
