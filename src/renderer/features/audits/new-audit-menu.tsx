import { ChevronDown, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../../data/shortcuts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Opens the wizard for one of the two types of audits. */
export function NewAuditMenu() {
  const { t } = useTranslation('audits');
  const navigate = useNavigate();
  const shortcutOf = useShortcuts();
  return (
    <Menu
      label={t('new.action')}
      placement="bottom end"
      trigger={
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          after={<ChevronDown aria-hidden />}
          aria-keyshortcuts={shortcutOf('new-audit')?.aria}
        >
          {t('new.action')}
        </Button>
      }
      entries={[
        { id: 'single', label: t('new.single'), detail: t('new.singleDetail') },
        { id: 'consolidated', label: t('new.consolidated'), detail: t('new.consolidatedDetail') },
      ]}
      onAction={(type) => void navigate(wizardPath({ type }))}
    />
  );
}
