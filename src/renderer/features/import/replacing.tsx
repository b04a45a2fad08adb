import { type ReactNode, useState } from 'react';
import type { JudgedRow } from '../../../shared/rules/import-judge.ts';
import type { Replaced } from '../../../shared/rules/import-replace.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { changeImport } from './import-store.ts';

interface Replacing {
  readonly actionsOf: (row: JudgedRow) => readonly RowAction[];
  /** For all rows that can be deleted and created again; null where there is none. */
  readonly button: ReactNode;
  readonly dialog: ReactNode;
}

/** What is replaced without what these rows replace. */
export function keeping(replaced: Replaced, rows: readonly JudgedRow[]): Replaced {
  const kept = new Set(rows.flatMap(({ replaces }) => replaces ?? []));
  return [...kept].some((id) => replaced.has(id))
    ? new Set([...replaced].filter((id) => !kept.has(id)))
    : replaced;
}

/** Deleting and creating again what differs in what the service cannot change: asked for first, and taken back as long as nothing is sent. */
export function useReplacing(connection: string, replaced: Replaced, rows: readonly JudgedRow[]): Replacing {
  const { t } = useTranslation('import');
  const [asked, setAsked] = useState<readonly JudgedRow[]>([]);
  const possible = rows.filter(({ canReplace }) => canReplace);
  const replace = () => {
    changeImport(connection, {
      replaced: new Set([...replaced, ...asked.flatMap(({ existing }) => existing ?? [])]),
    });
    setAsked([]);
  };
  return {
    actionsOf: (row) => [
      ...(row.canReplace
        ? [{ id: 'replace', label: t('replaced.one'), onAction: () => setAsked([row]) }]
        : []),
      ...(row.replaces === null
        ? []
        : [
            {
              id: 'keep',
              label: t('replaced.keep'),
              onAction: () => changeImport(connection, { replaced: keeping(replaced, [row]) }),
            },
          ]),
    ],
    button: possible.length > 0 && (
      <Button onPress={() => setAsked(possible)}>{t('replaced.action', { count: possible.length })}</Button>
    ),
    dialog: asked.length > 0 && (
      <ReplacedDialog rows={asked} onCancel={() => setAsked([])} onConfirm={replace} />
    ),
  };
}

const mostNamed = 20;

interface DialogProps {
  readonly rows: readonly JudgedRow[];
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Names what is deleted, and what is lost with it. */
function ReplacedDialog({ rows, onCancel, onConfirm }: DialogProps) {
  const { t } = useTranslation('import');
  const { t: common } = useTranslation();
  const isOfAudits = rows.some(({ object }) => object.kind === 'audit');
  const isOfGroups = rows.some(
    ({ object }) => object.kind === 'audit' && object.creation.audit_type === 'consolidated',
  );
  return (
    <AlertDialog
      isOpen
      isDestructive
      size="medium"
      title={t('replaced.title', { count: rows.length })}
      confirm={t('replaced.confirm', { count: rows.length })}
      cancel={common('action.cancel')}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>{t('replaced.lost')}</p>
      {isOfGroups && <p>{t('replaced.lostGroups')}</p>}
      {isOfAudits && <p>{t('replaced.credits')}</p>}
      <ul>
        {rows.slice(0, mostNamed).map(({ row, object, existing }) => (
          <li key={row.number}>
            <bdi>{nameOf(object) ?? existing}</bdi> (<bdi>{existing}</bdi>)
          </li>
        ))}
        {rows.length > mostNamed && <li>{t('replaced.more', { count: rows.length - mostNamed })}</li>}
      </ul>
      <p>{t('replaced.later')}</p>
    </AlertDialog>
  );
}

function nameOf(object: JudgedRow['object']): string | undefined {
  return object.kind === 'audit' || object.kind === 'component' ? object.creation.name : undefined;
}
