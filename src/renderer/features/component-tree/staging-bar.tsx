import { useQuery } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../messages/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import styles from './component-tree.module.css';
import type { Change } from './staging.ts';

export interface StagingBarProps {
  readonly changes: readonly Change[];
  readonly canUndo: boolean;
  readonly waits: boolean;
  /** Why nothing can be sent now. */
  readonly reason: string | undefined;
  readonly isPending: boolean;
  /** Seconds that carrying them out takes; null where that cannot be told. */
  readonly estimate: () => Promise<number | null>;
  readonly onRemove: (key: string) => void;
  readonly onUndo: () => void;
  readonly onClear: () => void;
  readonly onApply: () => void;
}

/** The changes that wait to be sent: how many, how long they take, each with a way back. */
export function StagingBar(props: StagingBarProps) {
  const { changes, canUndo, waits, reason, isPending, onRemove, onUndo, onClear, onApply } = props;
  const { t } = useTranslation('component-tree');
  const { t: shared } = useTranslation();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const keys = changes.map(({ key }) => key);
  const { data: seconds } = useQuery({
    queryKey: ['staging', 'estimate', keys, waits],
    queryFn: props.estimate,
    enabled: changes.length > 0,
    placeholderData: (before) => before,
  });
  const created = changes.filter(({ kind }) => kind === 'create').length;
  const deleted = changes.length - created;
  const parts = [
    ...(created > 0 ? [t('staging.created', { count: created })] : []),
    ...(deleted > 0 ? [t('staging.deleted', { count: deleted })] : []),
  ];
  if (changes.length === 0 && !canUndo) return null;
  return (
    <section className={styles.bar} aria-label={t('staging.label')}>
      <div className={styles.barHead}>
        <p className={styles.barWords} role="status">
          {changes.length === 0 ? t('staging.none') : t('staging.staged', { changes: parts.join(', ') })}
          {changes.length > 0 &&
            typeof seconds === 'number' &&
            ` · ${t('staging.time', { time: formatDuration(Math.max(1, seconds) * 1_000, shared) })}`}
          {changes.length > 0 && waits && ` · ${t('staging.waits')}`}
        </p>
        {changes.length > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? t('staging.hide') : t('staging.show')}
          </Button>
        )}
        {canUndo && (
          <Button variant="quiet" icon={<Undo2 aria-hidden />} onPress={onUndo}>
            {t('staging.undo')}
          </Button>
        )}
        {changes.length > 0 && (
          <>
            <Button variant="quiet" onPress={onClear}>
              {t('staging.clear')}
            </Button>
            <Button
              variant="primary"
              isPending={isPending}
              reason={reason}
              onPress={() => (deleted > 0 ? setAsking(true) : onApply())}
            >
              {t('staging.apply', { count: changes.length })}
            </Button>
          </>
        )}
      </div>
      {isOpen && changes.length > 0 && (
        <ol className={styles.changes} id={listId}>
          {changes.map(({ key, kind, name }) => (
            <li key={key}>
              <span>{t(`staging.change.${kind}`, { name })}</span>
              <IconButton
                label={t('staging.remove', { name })}
                icon={<X aria-hidden />}
                onPress={() => onRemove(key)}
              />
            </li>
          ))}
        </ol>
      )}
      <AlertDialog
        isOpen={isAsking}
        title={t('staging.confirm.title', { count: deleted })}
        confirm={t('staging.apply', { count: changes.length })}
        cancel={t('staging.confirm.cancel')}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onApply();
        }}
      >
        <p>{t('staging.confirm.text')}</p>
        <ul>
          {changes
            .filter(({ kind }) => kind === 'delete')
            .map(({ key, name }) => (
              <li key={key}>{name}</li>
            ))}
        </ul>
      </AlertDialog>
    </section>
  );
}
