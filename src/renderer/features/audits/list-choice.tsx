import { ListChecks, Square, SquareCheck, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { useTranslation } from '../../messages/language.ts';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Button } from '../../ui/button.tsx';
import type { Column as TableColumn } from '../../ui/grid/columns.ts';
import { announce } from '../../ui/live-region.tsx';
import { Row } from '../../ui/page.tsx';
import styles from './audit-list.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import type { AuditRow, Column } from './list-view.ts';

/** The selection in the list; `chosen` is null while a click opens an audit instead. */
export interface ListChoice {
  readonly chosen: ReadonlySet<string> | null;
  readonly toggle: (id: string) => void;
  readonly begin: () => void;
  readonly end: () => void;
}

export function useListChoice(): ListChoice {
  const { t } = useTranslation('audits');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return {
    chosen,
    toggle: (id) => {
      const next = new Set(chosen).symmetricDifference(new Set([id]));
      announce(t(next.has(id) ? 'choice.isChosen' : 'choice.isNotChosen'));
      setChosen(next);
    },
    begin: () => setChosen(new Set()),
    end: () => setChosen(null),
  };
}

export function useChoiceColumns(
  columns: readonly TableColumn<AuditRow, Column>[],
  chosen: ListChoice['chosen'],
): readonly TableColumn<AuditRow, Column | 'chosen'>[] {
  const { t } = useTranslation('audits');
  return useMemo(() => {
    if (chosen === null) return columns;
    const isChosen = (id: string) => chosen.has(id);
    return [
      {
        id: 'chosen',
        title: t('choice.column'),
        isTitleHidden: true,
        min: 40,
        render: ({ audit }) =>
          isChosen(audit.id) ? (
            <SquareCheck role="img" aria-label={t('choice.isChosen')} className={styles.check} />
          ) : (
            <Square role="img" aria-label={t('choice.isNotChosen')} className={styles.check} />
          ),
      },
      ...columns,
    ];
  }, [columns, chosen, t]);
}

interface Props {
  readonly choice: ListChoice;
  readonly audits: readonly Audit[];
}

export function ChoiceBar({ choice, audits }: Props) {
  const { t } = useTranslation('audits');
  const readOnly = useWriteRefusal();
  const [asked, setAsked] = useState<readonly Audit[] | null>(null);
  const { chosen, begin, end } = choice;
  if (chosen === null)
    return (
      <Button variant="quiet" icon={<ListChecks aria-hidden />} reason={readOnly} onPress={begin}>
        {t('choice.begin')}
      </Button>
    );
  const listed = audits.filter(({ id }) => chosen.has(id));
  const none = listed.length === 0 ? t('choice.none') : undefined;
  return (
    <Row>
      <span role="status" className={styles.count}>
        {t('choice.count', { count: listed.length })}
      </span>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden />}
        reason={readOnly ?? none}
        onPress={() => setAsked(listed)}
      >
        {listed.length === 0 ? t('delete.confirmNone') : t('delete.confirm', { count: listed.length })}
      </Button>
      <Button variant="quiet" onPress={end}>
        {t('choice.end')}
      </Button>
      {asked !== null && (
        <DeleteDialog
          audits={asked}
          onClose={(isSent) => {
            setAsked(null);
            if (isSent) end();
          }}
        />
      )}
    </Row>
  );
}
