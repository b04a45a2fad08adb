import { FilePlus2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { obstacleAlone } from '../../../shared/rules/known-network.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { Button } from '../../ui/button.tsx';
import { useCouplingWords } from './coupling-words.ts';

interface CreateAuditButtonProps {
  readonly component: ComponentAudit;
  readonly group: Audit;
}

/** Opens the wizard for an audit that is coupled to a component, or says why that is not possible. */
export function CreateAuditButton({ component, group }: CreateAuditButtonProps) {
  const { t } = useTranslation('coupling');
  const navigate = useNavigate();
  const { obstacle } = useCouplingWords();
  const kept = obstacleAlone(component, group);
  return (
    <Button
      icon={<FilePlus2 aria-hidden />}
      reason={kept === undefined ? undefined : obstacle(kept)}
      onPress={() => void navigate(wizardPath({ couple: [component.id] }))}
    >
      {t('create.one')}
    </Button>
  );
}
