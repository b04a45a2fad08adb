import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Replace, Send } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { ImportColumn, ImportWords } from '../../../shared/rules/import-columns.ts';
import { rowStates } from '../../../shared/rules/import-judge.ts';
import { doubtedRows, sentRows } from '../../../shared/rules/import-summary.ts';
import { filledPlaces } from '../../../shared/rules/import-template.ts';
import { mostSteps } from '../../../shared/rules/works.ts';
import { useImportLists } from '../../data/import-lists.ts';
import { estimateQuery } from '../../data/plan-steps.ts';
import { type SentTable, sendImport } from '../../data/sent-imports.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration, formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDoubted } from './doubted.tsx';
import { FileHeader } from './file-header.tsx';
import { PatternFill, useFilling } from './filling.tsx';
import { changeImport, headerOf, type Import, showSent } from './import-store.ts';
import { nameColumn, useColumnTitles } from './import-words.ts';
import { JudgedGrid } from './judged-grid.tsx';
import { type Judged, useJudged } from './judging.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

interface Props {
  readonly connection: string;
  readonly words: ImportWords;
  readonly current: Import;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
}

/** The table as it is judged before anything is sent. */
export function TableRows({ connection, words, current, choose, notice }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const describe = useErrorWords();
  const refusal = useWriteRefusal();
  const { kind, mapping, orders, left, replaced } = current;
  const [rows, leftOut] = useMemo(() => partsOf(current.rows, left), [current.rows, left]);
  const about = useMemo(() => aboutOf(current.rows, { kind, mapping }), [current.rows, kind, mapping]);
  const lists = useImportLists(connection, about);
  const { template, isPending } = useFilling(connection, current);
  const team = current.assignsTeam && template !== null ? template.users : nobody;
  const setup = useMemo(
    () => ({ kind, mapping, orders, words, template }),
    [kind, mapping, orders, words, template],
  );
  const { judged, hasFailed } = useJudged({ setup, known: lists.known, rows, left: leftOut, team, replaced });
  const sending = useSend();
  const client = useQueryClient();
  const [isReplacing, setReplacing] = useState(false);
  const isCurrent =
    !isPending && judged !== null && isSame(judged.of, { rows, setup, known: lists.known, team, replaced });
  const count = judged?.steps.length ?? 0;
  const doubted = useDoubted(connection, current, judged?.rows ?? noRows);
  const reason =
    refusal ??
    (hasFailed
      ? t('reason.failed')
      : !isCurrent || !lists.isWhole
        ? t('reason.unread')
        : judged.counts.wrong > 0
          ? t('reason.wrong', { count: judged.counts.wrong })
          : count === 0
            ? t('reason.nothing')
            : count > mostSteps
              ? t('reason.tooMany')
              : doubted.reason);
  const plan = usePlan(connection, current.file.name, judged);
  const submit = () => {
    if (plan === null || judged === null) return;
    const { file } = current;
    const name = nameColumn(kind, mapping);
    const sent: SentTable = {
      plan: plan.id,
      name: file.name,
      format: file.table?.format ?? 'csv',
      separator: file.table?.separator ?? null,
      ...sentContent(current, judged, titleOf),
      ...(template === null ? {} : { template: template.template.name }),
      namePlace: name === undefined ? 0 : (mapping[name] ?? 0),
    };
    void sending.send(
      () => sendImport(client, plan, sent),
      () => {
        // What was replaced is there anew: another time it would be deleted once more.
        changeImport(connection, { sent: current.rows, replaced: new Set() });
        showSent(connection, sent);
      },
    );
  };
  return (
    <Page layout="fill">
      <FileHeader
        focusKey="rows"
        name={current.file.name}
        back={{ label: t('back'), onPress: () => changeImport(connection, { page: 'columns' }) }}
        mark={judged !== null && <Counts judged={judged} left={left.size} />}
        actions={
          <>
            {choose}
            <Button icon={<Replace aria-hidden />} onPress={() => setReplacing(true)}>
              {t('replace.action')}
            </Button>
            <Button
              variant="primary"
              icon={<Send aria-hidden />}
              reason={reason}
              isPending={sending.isSending}
              onPress={submit}
            >
              {t('send', { count })}
            </Button>
          </>
        }
      />
      {notice}
      {sending.notice}
      {doubted.notice}
      {lists.error !== null && (
        <ReadingNotice error={lists.error} action={<Button onPress={lists.readOn}>{t('readOn')}</Button>} />
      )}
      {hasFailed ? (
        <ErrorNotice {...describe({ code: 'internal' })} />
      ) : judged !== null && isCurrent && lists.isWhole ? (
        <Cost connection={connection} judged={judged} plan={plan} />
      ) : (
        lists.error === null && <p role="status">{t('reading')}</p>
      )}
      {judged === null ? (
        !hasFailed && <SkeletonRows count={12} widths={['20%', '60%', '40%']} label={t('reading')} />
      ) : (
        <JudgedGrid connection={connection} current={current} judged={judged} template={template}>
          <PatternFill {...{ connection, current, setup }} known={lists.known} isWhole={lists.isWhole} />
        </JudgedGrid>
      )}
      {isReplacing && (
        <ReplaceDialog connection={connection} current={current} onClose={() => setReplacing(false)} />
      )}
    </Page>
  );
}

/** The plan that the rows make; null where they make none, or too many steps for one. */
function usePlan(connection: string, name: string, judged: Judged | null): Plan | null {
  const { t } = useTranslation('import');
  return useMemo(() => {
    if (judged === null || judged.steps.length === 0 || judged.steps.length > mostSteps) return null;
    const { id, steps } = judged;
    return { id, connection, title: t('planTitle', { name }), steps };
  }, [judged, connection, name, t]);
}

const nobody: readonly UserAssignment[] = [];
const noRows: Judged['rows'] = [];

function isSame(judged: Judged['of'], { rows, setup, known, team, replaced }: Judged['of']): boolean {
  return (
    judged.rows === rows &&
    judged.setup === setup &&
    judged.known === known &&
    judged.team === team &&
    judged.replaced === replaced
  );
}

/** The rows that are judged, and those that a person leaves out. */
function partsOf(rows: Import['rows'], left: Import['left']): readonly [Import['rows'], Import['rows']] {
  return [rows.filter(({ number }) => !left.has(number)), rows.filter(({ number }) => left.has(number))];
}

/** The header and the rows of a table as they are sent, with columns for what only the template has. */
function sentContent(
  current: Import,
  judged: Judged,
  titleOf: (column: ImportColumn) => string,
): Pick<SentTable, 'header' | 'rows'> {
  const header = headerOf(current);
  const width = current.rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
  const places = filledPlaces(judged.rows, current.mapping, width);
  const added = [...places].flatMap(([column, place]) => (place < width ? [] : titleOf(column)));
  const padded = Array.from(
    { length: added.length > 0 ? width : header.length },
    (_, place) => header[place] ?? '',
  );
  return { header: [...padded, ...added], rows: sentRows(current.rows, judged.rows, places) };
}

/** The ids in a table whose own lists matter. */
function aboutOf(rows: Import['rows'], { kind, mapping }: Pick<Import, 'kind' | 'mapping'>) {
  const idsIn = (column: ImportColumn): readonly string[] => {
    const place = mapping[column];
    return place === undefined
      ? []
      : [...new Set(rows.map(({ cells }) => cells[place] ?? ''))].filter((id) => id !== '');
  };
  return {
    kind,
    clients: idsIn('client_id'),
    audits: kind === 'users' ? idsIn('audit_id') : [],
    groups: kind === 'audits' || kind === 'components' ? idsIn('group_audit_id') : [],
    couples: kind === 'audits' && idsIn('coupled_component_ids').length > 0,
  };
}

function Counts({ judged, left }: { readonly judged: Judged; readonly left: number }) {
  const { t } = useTranslation('import');
  const doubted = doubtedRows(judged.rows).length;
  const parts = [
    ...rowStates
      .filter((state) => judged.counts[state] > 0)
      .map((state) => t(`count.${state}`, { count: judged.counts[state] })),
    ...(doubted > 0 ? [t('count.doubted', { count: doubted })] : []),
    ...(left > 0 ? [t('count.left', { count: left })] : []),
  ];
  return <span role="status">{parts.join(' · ')}</span>;
}

interface CostProps {
  readonly connection: string;
  readonly judged: Judged;
  readonly plan: Plan | null;
}

/** What sending costs in credits, requests and time, before it is sent. */
function Cost({ connection, judged, plan }: CostProps) {
  const { t, i18n } = useTranslation('import');
  const { t: common } = useTranslation();
  const { data: seconds, dataUpdatedAt } = useQuery(estimateQuery({ connection }, judged.needs));
  if (plan === null) return judged.counts.wrong > 0 ? null : <p>{t('cost.nothing')}</p>;
  const { credits, unpriced } = judged.cost;
  const calls = Object.values(judged.needs.calls).reduce((sum, each) => sum + each, 0);
  const parts = [
    t('cost.credits', { count: credits }),
    ...(unpriced > 0 ? [t('cost.unpriced', { count: unpriced })] : []),
    t('cost.calls', { count: calls }),
    ...(seconds === undefined
      ? []
      : seconds === null
        ? [t('cost.never')]
        : [
            t('cost.time', {
              time: formatDuration(Math.max(1, seconds) * 1_000, common),
              until: formatMoment(new Date(dataUpdatedAt + seconds * 1_000).toISOString(), i18n.language),
            }),
          ]),
  ];
  return <p>{parts.join(' · ')}</p>;
}
