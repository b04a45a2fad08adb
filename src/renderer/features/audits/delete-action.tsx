import { Link2, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { useAskedDeletion } from '../../data/asked.ts';
import { useTranslation } from '../../messages/language.ts';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface Props {
  readonly audit: Audit;
}

/** Asks whether to delete the audit; the command of that name asks the same. */
export function DeleteAction({ audit }: Props) {
  const { t } = useTranslation('audits');
  const reason = useDeletionRefusal(audit);
  const isAsked = useAskedDeletion((state) => state.audit === audit.id);
  const audits = [audit];
  useEffect(() => {
    if (!isAsked || reason === undefined) return;
    announce(reason); // a command asked: it does not know the reason
    useAskedDeletion.setState({ audit: null });
  }, [isAsked, reason]);
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden />}
        variant="danger"
        reason={reason}
        onPress={() => useAskedDeletion.setState({ audit: audit.id })}
      >
        {t('delete.action')}
      </Button>
      {isAsked && reason === undefined && (
        <DeleteDialog audits={audits} onClose={() => useAskedDeletion.setState({ audit: null })} />
      )}
    </>
  );
}

/** Leads to the wizard that replaces an uncoupled audit by a coupled one: an audit cannot be coupled later. */
export function AgainAction({ audit }: Props) {
  const { t } = useTranslation('audits');
  const reason = useDeletionRefusal(audit);
  const [asked, setAsked] = useState<readonly Audit[] | null>(null);
  if (audit.audit_type === 'component' || audit.coupled_component_audit_ids.length > 0) return null;
  return (
    <>
      <Button icon={<Link2 aria-hidden />} reason={reason} onPress={() => setAsked([audit])}>
        {t('again.action')}
      </Button>
      {asked !== null && <DeleteDialog audits={asked} onClose={() => setAsked(null)} isToCreateAgain />}
    </>
  );
}

export function useDeletionRefusal({ audit_type: type, status }: Audit): string | undefined {
  const { t } = useTranslation('audits');
  const readOnly = useWriteRefusal();
  if (readOnly !== undefined) return readOnly;
  if (type === 'component') return t('delete.obstacle.component');
  return status === 'deleting' ? t('delete.obstacle.deleting') : undefined;
}
