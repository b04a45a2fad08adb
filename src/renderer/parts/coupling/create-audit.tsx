import { FilePlus2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { isDoubt } from '../../../shared/rules/service/doubt.ts';
import { obstacleAlone } from '../../../shared/rules/service/known-network.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useTranslation } from '../../messages/language.ts';
import { useWriteRefusal } from '../write-refusal.ts';
import { useCouplingWords } from './coupling-words.ts';

/**
 * Opens the wizard for an audit that is coupled to a component of a group, or says why that is not possible: a button, or an entry of a menu. What is
 * only doubted the wizard tells.
 */
export function useCreateAudit() {
  const { t } = useTranslation('coupling');
  const navigate = useNavigate();
  const { violation } = useCouplingWords();
  const readOnly = useWriteRefusal();
  return (component: ComponentAudit, group: Audit) => {
    const found = obstacleAlone(component, group);
    return {
      label: t('create.one'),
      icon: <FilePlus2 aria-hidden />,
      reason: readOnly ?? (found === undefined || isDoubt(found) ? undefined : violation(found)),
      onAction: () => void navigate(wizardPath({ couple: [component.id] })),
    };
  };
}
