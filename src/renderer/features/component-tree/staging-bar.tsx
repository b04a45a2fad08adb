import { Redo2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import { fold } from '../../../shared/rules/texts/fold.ts';
import type { Change } from '../../data/staged-changes.ts';
import { useTranslation } from '../../messages/language.ts';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Card, Note, Row, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { rowsAtOnce, ShowMore } from './show-more.tsx';
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
  const of = (wanted: Change['kind']) => changes.filter(({ kind }) => kind === wanted);
  const [created, deleted, out] = [of('create'), of('delete'), of('set-out-of-scope')];
  const parts = [
    ...(created.length > 0 ? [t('staging.created', { count: created.length })] : []),
    ...(deleted.length > 0 ? [t('staging.deleted', { count: deleted.length })] : []),
    ...(out.length > 0 ? [t('parts:word.outOfScope', { count: out.length })] : []),
  ];
  if (changes.length === 0 && !canUndo && !canRedo) return null;
  return (
    <Card as="section" isLow isPending gap="2" aria-label={t('staging.label')} data-region="staging">
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
            {isOpen ? t('staging.hide') : t('parts:word.show')}
          </Button>
        )}
        {canUndo && (
          <Button variant="quiet" icon={<Undo2 aria-hidden />} onPress={() => act({ kind: 'undo' })}>
            {t('common:plans.undo.action')}
          </Button>
        )}
        {canRedo && (
          <Button variant="quiet" icon={<Redo2 aria-hidden />} onPress={() => act({ kind: 'redo' })}>
            {t('parts:word.redo')}
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
              onPress={() => (deleted.length + out.length > 0 ? setAsking(true) : onApply())}
            >
              {t('parts:word.applyChanges', { count: changes.length })}
            </Button>
          </>
        )}
      </Row>
      {isOpen && changes.length > 0 && (
        <StagedList changes={changes} onRemove={(key) => act({ kind: 'remove', key })} />
      )}
      {isAsking && (
        <ApplyQuestion
          deleted={deleted}
          out={out}
          reason={reason}
          apply={t('parts:word.applyChanges', { count: changes.length })}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onApply();
          }}
        />
      )}
    </Card>
  );
}

interface StagedListProps {
  readonly changes: readonly Change[];
  readonly onRemove: (key: string) => void;
}

function StagedList({ changes, onRemove }: StagedListProps) {
  const { t } = useTranslation('component-tree');
  const [most, setMost] = useState(rowsAtOnce);
  return (
    <Stack as="ol" gap="0" most="min(200px, 16vh)">
      {changes.slice(0, most).map(({ key, kind, name, ...change }) => (
        <Row as="li" key={key} isLine apart>
          <Stack as="span" gap="0">
            {t(`doing.${kind}`)}: {name}
            {'explanation' in change && <Note as="span">{change.explanation}</Note>}
          </Stack>
          <IconButton
            label={t('staging.remove', { name })}
            icon={<X aria-hidden />}
            onPress={() => onRemove(key)}
          />
        </Row>
      ))}
      {changes.length > most && (
        <li>
          <ShowMore count={changes.length} most={most} onShow={setMost} />
        </li>
      )}
    </Stack>
  );
}

interface ApplyQuestionProps extends Pick<StagingBarProps, 'reason'> {
  readonly deleted: readonly Change[];
  readonly out: readonly Change[];
  readonly apply: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before changes are sent that cannot be undone; what clears content is confirmed by typing (ux T6). */
function ApplyQuestion({ deleted, out, reason, apply, onCancel, onConfirm }: ApplyQuestionProps) {
  const { t } = useTranslation('component-tree');
  const [typed, setTyped] = useState('');
  const word = t('oos.word');
  const lost = [
    { title: t('staging.confirm.cleared', { count: out.length }), changes: out },
    { title: t('staging.confirm.deleted', { count: deleted.length }), changes: deleted },
  ];
  return (
    <AlertDialog
      isOpen
      size="medium"
      title={t('staging.confirm.title')}
      confirm={apply}
      cancel={t('staging.confirm.cancel')}
      isDestructive
      reason={reason}
      isConfirmDisabled={out.length > 0 && fold(typed) !== fold(word)}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Stack
        most="max(120px, 100vh - 320px)"
        role="group"
        aria-label={t('staging.confirm.title')}
        tabIndex={0}
      >
        {lost.map(
          ({ title, changes }) =>
            changes.length > 0 && (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                <ul>
                  {changes.map(({ key, name }) => (
                    <li key={key}>{name}</li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </Stack>
      {out.length > 0 && (
        <TextField
          label={t('parts:word.typeToConfirm', { word })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      )}
    </AlertDialog>
  );
}
