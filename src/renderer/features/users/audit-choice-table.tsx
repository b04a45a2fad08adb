import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../../messages/audit-words.ts';
import { statusLook } from '../../parts/status-look.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { announce } from '../../ui/live-region.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { AuditChoice } from './audit-choice.ts';
import styles from './users.module.css';

interface Props {
  readonly choices: readonly AuditChoice[];
  /** Ids of the chosen audits. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly isBusy: boolean;
}

/** Audits to choose from: a click, Enter or Space chooses one or lets it go. */
export function AuditChoiceTable({ choices, chosen, onChoose, isBusy }: Props) {
  const { t } = useTranslation('users');
  const words = useAuditWords();
  const columns = useMemo(
    (): readonly Column<AuditChoice>[] => [
      {
        id: 'chosen',
        title: t('choice.chosen'),
        width: '88px',
        render: ({ audit }) => (
          <span
            role="img"
            aria-label={t(chosen.has(audit.id) ? 'choice.isChosen' : 'choice.isNotChosen')}
            className={chosen.has(audit.id) ? styles.checked : styles.unchecked}
          />
        ),
      },
      {
        id: 'name',
        title: t('choice.name'),
        width: 'minmax(180px, 2fr)',
        render: ({ audit }) => audit.name,
        isRowHeader: true,
      },
      {
        id: 'client',
        title: t('choice.client'),
        width: 'minmax(120px, 1.4fr)',
        render: ({ client }) => client,
      },
      {
        id: 'end',
        title: t('choice.end'),
        width: '120px',
        render: ({ audit }) => audit.period_end,
      },
      {
        id: 'status',
        title: t('filter.status'),
        width: 'minmax(120px, 0.6fr)',
        render: ({ audit }) => (
          <StatusMark look={statusLook(audit.status)} word={words.status(audit.status)} />
        ),
      },
    ],
    [t, words, chosen],
  );
  return (
    <DataTable
      label={t('choice.label')}
      columns={columns}
      rows={choices}
      rowId={({ audit }) => audit.id}
      isBusy={isBusy}
      onOpen={({ audit }) => {
        const next = new Set(chosen);
        const isChosen = !next.delete(audit.id);
        if (isChosen) next.add(audit.id);
        announce(t(isChosen ? 'choice.isChosen' : 'choice.isNotChosen'));
        onChoose(next);
      }}
    />
  );
}
