import { Redo2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import { useTranslation } from '../../messages/language.ts';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Card, Row, Stack } from '../../ui/layout.tsx';
import styles from './component-tree.module.css';
import type { TreeState } from './tree-state.ts';

interface StagingBarProps {
  readonly state: TreeState;
  readonly plan: Plan;
  readonly waits: boolean;
  readonly reason: string | undefined;
  readonly isPending: boolean;
  readonly onApply: () => void;
}

/** The staged changes: how many, how long they take, and how to undo each. */
export function StagingBar({ state, plan, waits, reason, isPending, onApply }: StagingBarProps) {
  const { changes, canUndo, canRedo, act } = state;
  const { t } = useTranslation('component-tree');
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const created = changes.filter(({ kind }) => kind === 'create').length;
  const deleted = changes.length - created;
  const parts = [
    ...(created > 0 ? [t('staging.created', { count: created })] : []),
    ...(deleted > 0 ? [t('staging.deleted', { count: deleted })] : []),
  ];
  if (changes.length === 0 && !canUndo && !canRedo) return null;
  return (
    <Card as="section" isLow isPending gap="2" aria-label={t('staging.label')}>
      <Row>
        <Stack gap="0" grow>
          <p role="status">
            {changes.length === 0 ? t('staging.none') : t('staging.staged', { changes: parts.join(', ') })}
            {changes.length > 0 && waits && ` · ${t('staging.waits')}`}
          </p>
          {changes.length > 0 && <PlanEstimate plan={plan} isFree />}
        </Stack>
        {changes.length > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? t('staging.hide') : t('staging.show')}
          </Button>
        )}
        {canUndo && (
          <Button variant="quiet" icon={<Undo2 aria-hidden />} onPress={() => act({ kind: 'undo' })}>
            {t('staging.undo')}
          </Button>
        )}
        {canRedo && (
          <Button variant="quiet" icon={<Redo2 aria-hidden />} onPress={() => act({ kind: 'redo' })}>
            {t('staging.redo')}
          </Button>
        )}
        {changes.length > 0 && (
          <>
            <Button variant="quiet" onPress={() => act({ kind: 'clear' })}>
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
      </Row>
      {isOpen && changes.length > 0 && (
        <Stack as="ol" gap="0" className={styles.changes}>
          {changes.map(({ key, kind, name }) => (
            <Row as="li" key={key} isLine apart>
              <span>{t(`staging.change.${kind}`, { name })}</span>
              <IconButton
                label={t('staging.remove', { name })}
                icon={<X aria-hidden />}
                onPress={() => act({ kind: 'remove', key })}
              />
            </Row>
          ))}
        </Stack>
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
              <Row as="li" key={key} isLine apart>
                {name}
              </Row>
            ))}
        </ul>
      </AlertDialog>
    </Card>
  );
}
