import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import {
  type AuditDeletion,
  auditDeletions,
  isObstacleDoubt,
  mayHaveComponents,
} from '../../../shared/rules/service/audit-deletion.ts';
import { fold } from '../../../shared/rules/texts/fold.ts';
import { auditDeletionPlan } from '../../data/audit-deletion.ts';
import { useClients } from '../../data/clients.ts';
import { useCollections } from '../../data/collections.ts';
import { componentsOptions } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { submitPlan } from '../../data/plans.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface DeleteDialogProps {
  readonly audits: readonly Audit[];
  readonly onClose: (isSent: boolean) => void;
  /** Only opens the wizard, which deletes the audit when it creates the new one. */
  readonly isToCreateAgain?: boolean | undefined;
}

/**
 * Asks before audits are deleted, and says what is lost, what is deleted with them and which cannot be deleted. For that it reads
 * their component audits. One plan deletes all; an audit that is coupled to components of another is deleted before it.
 */
export function DeleteDialog({ audits, onClose, isToCreateAgain = false }: DeleteDialogProps) {
  const { t } = useTranslation('audits');
  const { t: parts } = useTranslation('parts');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const navigate = useNavigate();
  const refusal = useWriteRefusal();
  const connection = useConnectionId();
  const { deletions, components, areTests } = useDeletions(connection, audits);
  const [asking] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isAnyway, setAnyway] = useState(false);
  const going = deletions.filter(
    ({ obstacle }) => obstacle === null || (isAnyway && isObstacleDoubt(obstacle)),
  );
  const skipped = deletions.length - going.length;
  const isUnread = deletions.some(({ obstacle }) => obstacle === 'unread');
  const isCounted = !isUnread || !components.isReading; // until then the number of those that go may change
  const [only] = audits.length === 1 ? audits : [];
  const word = only?.id ?? t('delete.word', { count: going.length });
  const isConfirmed =
    areTests || fold(typed) === fold(word) || (only !== undefined && typed.trim() === only.name.trim());

  const plan = auditDeletionPlan(connection, asking, only?.name.slice(0, 400) ?? '', going);
  const send = async () => {
    const reply = await submitPlan(plan);
    if (!reply.ok) return setFailure(reply.error);
    announce(t('delete.sent', { count: going.length }));
    onClose(true);
  };
  const confirm = () => {
    if (isToCreateAgain && only !== undefined) {
      onClose(true);
      return void navigate(wizardPath({ again: only.id }));
    }
    setFailure(null);
    setSending(true);
    void send().finally(() => setSending(false));
  };
  const action =
    going.length === 0 ? t('delete.confirmNone') : t('parts:word.deleteAudits', { count: going.length });
  return (
    <AlertDialog
      isOpen
      size="medium"
      title={
        only === undefined
          ? t('parts:word.deleteAudits', { count: audits.length })
          : t(isToCreateAgain ? 'again.title' : 'parts:word.deleteNamed', { name: only.name })
      }
      confirm={isToCreateAgain ? t('again.confirm') : action}
      isDestructive={!isToCreateAgain}
      isPending={isSending}
      reason={refusal}
      isConfirmDisabled={going.length === 0 || !isConfirmed || !isCounted}
      onCancel={() => onClose(false)}
      onConfirm={confirm}
    >
      <Stack gap="4">
        {isToCreateAgain && (
          <Banner tone="info" title={t('again.how')}>
            {t('again.howText')}
          </Banner>
        )}
        <Banner tone="warning" title={t('delete.lost', { count: audits.length })}>
          <p>{t('delete.noWayBack')}</p>
          {areTests ? null : <p>{t('delete.credits')}</p>}
        </Banner>
        {components.error !== null && isUnread && (
          <ErrorNotice
            {...describe(components.error, t('delete.unread'))}
            role="status"
            action={<Button onPress={components.resume}>{common('list.refresh')}</Button>}
          />
        )}
        {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
        {skipped > 0 && going.length > 0 && !components.isReading && (
          <Banner tone="warning">{t('delete.skipped', { count: skipped, total: audits.length })}</Banner>
        )}
        {going.length > 0 && !isToCreateAgain && <PlanEstimate plan={plan} isFree />}
        <DeletionFacts deletions={deletions} isReading={components.isReading} />
        {!components.isReading && deletions.some(({ obstacle }) => isObstacleDoubt(obstacle)) && (
          <Checkbox label={parts('doubt.send')} isSelected={isAnyway} onChange={setAnyway} />
        )}
        {!areTests && going.length > 0 && isCounted && (
          <TextField
            label={
              only === undefined ? t('parts:word.typeToConfirm', { word }) : t('delete.typeOne', { word })
            }
            value={typed}
            onChange={setTyped}
          />
        )}
      </Stack>
    </AlertDialog>
  );
}

function useDeletions(connection: string, audits: readonly Audit[]) {
  const groups = audits.filter(mayHaveComponents).map(({ id }) => id);
  const components = useCollections(connection, componentsOptions, groups, { age: 'anew' });
  const { entries: clients } = useClients(connection);
  const deletions: readonly AuditDeletion[] = auditDeletions(
    audits.map((audit) => ({ audit, components: components.lists.get(audit.id) ?? null })),
  );
  const tests = new Set(clients.flatMap((client) => (client.is_test_organisation ? client.id : [])));
  // A client that was not read may be no test organisation.
  return {
    deletions,
    components,
    areTests: audits.every((audit) => tests.has(audit.client_organisation_id)),
  };
}

const mostNamed = 20;

interface Props {
  readonly deletions: readonly AuditDeletion[];
  readonly isReading: boolean;
}

/** What is deleted with each audit, and why some are not deleted. */
export function DeletionFacts({ deletions, isReading }: Props) {
  const { t } = useTranslation('audits');
  // Those that are not deleted come first: a person must see them.
  const sorted = deletions.toSorted(
    (one, other) => Number(one.obstacle === null) - Number(other.obstacle === null),
  );
  return (
    <>
      <Stack as="ul" gap="2">
        {sorted.slice(0, mostNamed).map((deletion) => (
          <li key={deletion.audit.id}>
            {deletions.length > 1 && <strong>{deletion.audit.name}</strong>}
            <Facts deletion={deletion} isReading={isReading} />
          </li>
        ))}
      </Stack>
      {deletions.length > mostNamed && (
        <p>{t('parts:count.more', { count: deletions.length - mostNamed })}</p>
      )}
    </>
  );
}

function Facts({ deletion, isReading }: { readonly deletion: AuditDeletion; readonly isReading: boolean }) {
  const { t } = useTranslation('audits');
  const { audit, obstacle, components, coupled, after } = deletion;
  const blocking = coupled.filter(({ coupled_entity_audit_id: id }) => id !== null && !after.includes(id));
  const named = (all: typeof coupled) =>
    all
      .map(({ name, coupled_entity_audit_id: id }) => t('delete.coupledTo', { name, id: id ?? '' }))
      .join('; ');
  const facts = [
    ...(obstacle === null
      ? []
      : [t(`delete.obstacle.${obstacle === 'unread' && isReading ? 'reading' : obstacle}`)]),
    ...(blocking.length > 0 ? [t('delete.coupledComponents', { list: named(blocking) })] : []),
    ...(after.length > 0 ? [t('delete.first', { list: after.join(', ') })] : []),
    ...(components !== null && mayHaveComponents(audit) && obstacle === null
      ? [
          components.length === 0
            ? t('delete.noComponents')
            : t('delete.components', { count: components.length }),
        ]
      : []),
    ...(audit.coupled_component_audit_ids.length > 0
      ? [t('delete.frees', { list: audit.coupled_component_audit_ids.join(', ') })]
      : []),
    ...(audit.status === 'archived' ? [t('delete.archived')] : []),
    ...(audit.status === 'initializing' ? [t('delete.initializing')] : []),
  ];
  return (
    <Bullets>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </Bullets>
  );
}
