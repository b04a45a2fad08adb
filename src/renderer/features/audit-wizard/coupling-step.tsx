import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CouplingPicker } from '../../parts/coupling/coupling-picker.tsx';
import { refusalOf } from '../../parts/coupling/refusal.ts';
import { RadioGroup } from '../../ui/choice.tsx';
import styles from './wizard.module.css';
import { useFieldError, useRoom, useWizard } from './wizard-context.ts';

/** What the audit is coupled to, which is decided now or never (ux W9). */
export function CouplingStep() {
  const { t } = useTranslation('coupling');
  const { connection, candidates, verdict } = useRoom();
  const { isWanted, ids } = useWizard(({ content }) => content.coupling);
  const change = useWizard((state) => state.changeCoupling);
  const attempt = useWizard((state) => state.ruleCalls);
  const refused = useWizard((state) => state.refused);
  const error = useFieldError('coupled_component_audit_ids');
  const refusal = useMemo(() => {
    const { byRule, others } = refusalOf(refused);
    return byRule.size === 0 && others.length === 0 ? null : { byRule, others };
  }, [refused]);
  return (
    <div className={styles.group}>
      <RadioGroup
        name={isWanted && ids.length > 0 ? undefined : 'coupled_component_audit_ids'}
        label={t('step.question')}
        help={t('step.questionHelp')}
        error={isWanted && ids.length === 0 ? error : undefined}
        choices={[
          { id: 'without', label: t('step.without') },
          { id: 'couple', label: t('step.couple'), help: t('step.coupleHelp') },
        ]}
        value={isWanted ? 'couple' : 'without'}
        onChange={(choice) => change({ isWanted: choice === 'couple' })}
      />
      {verdict !== null && (
        <CouplingPicker
          connection={connection}
          candidates={candidates}
          verdict={verdict}
          selected={ids}
          onChange={(next) => change({ ids: next })}
          refusal={refusal}
          attempt={attempt}
        />
      )}
    </div>
  );
}
