import { getLocalTimeZone, today } from '@internationalized/date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '../../../shared/error.ts';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { PlanVerb } from '../../../shared/rules/plans/plan.ts';
import { mostSteps } from '../../../shared/rules/plans/plan-size.ts';
import type { ImportWords } from '../../../shared/rules/tables/columns.ts';
import type { SeasonUpdate } from '../../../shared/rules/tables/deadlines.ts';
import { type ImportSetup, rowStates } from '../../../shared/rules/tables/model.ts';
import type { SentHeader } from '../../../shared/rules/tables/session.ts';
import { columnsFilledBy } from '../../../shared/rules/tables/template.ts';
import { type CheckedTable, readFacts, useCheckedTable } from '../../data/import-checking.ts';
import { estimateQuery } from '../../data/plan-steps.ts';
import { applyDeadlines } from '../../data/season.ts';
import { readSentTable, type SentTable, sendImport } from '../../data/sent-imports.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration, formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePlanName } from '../../messages/plan-words.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useAnyway } from '../../parts/doubt.tsx';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Note } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CheckedGrid } from './checked-grid.tsx';
import { FileHeader } from './file-header.tsx';
import { useFilling } from './filling.tsx';
import {
  changeImport,
  headerOf,
  type Import,
  leaveOut,
  setImport,
  showSent,
  useImports,
  withFacts,
} from './import-store.ts';
import { nameColumn, useColumnTitles } from './import-words.ts';
import { AllUnused } from './unused-columns.tsx';
import { ValuesStep } from './values-step.tsx';

interface Props {
  readonly connection: string;
  readonly words: ImportWords;
  readonly current: Import;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
}

/** The table as it is checked before anything is sent. */
export function TableRows({ connection, words, current, choose, notice }: Props) {
  const { t } = useTranslation('import');
  const describe = useErrorWords();
  const refusal = useWriteRefusal();
  const planName = usePlanName();
  const roleWord = useRoleWords();
  const { kind, mapping, orders, meanings } = current;
  const { template, isPending } = useFilling(connection, current);
  const team = current.assignsTeam && template !== null ? template.users : nobody;
  const setup = {
    kind,
    mapping,
    orders,
    words,
    meanings,
    template,
    today: today(getLocalTimeZone()).toString(),
  };
  const isOfSeason = kind === 'deadlines'; // which is kept here: nothing is sent
  const { checked, rows, failure, session, isCurrent } = useCheckedTable(current.file, {
    ...current,
    setup,
    team,
  });
  const isRead = !isPending && checked?.isWhole === true && isCurrent;
  const count = checked === null ? 0 : isOfSeason ? changesOf(checked) : checked.steps;
  const deeds = checked === null || count === 0 ? [{ ...nothing, kind: deedOf[kind] }] : checked.deeds;
  const error = checked?.error ?? null;
  const unread = checked?.unread ?? [];
  const asksValues = unread.length > 0 && !current.sawValues;
  const doubted = useDoubted(connection, current.file, checked?.doubted ?? noRows);
  const reason =
    (isOfSeason ? undefined : refusal) ??
    (failure !== null
      ? t('reason.failed')
      : !isRead
        ? t('reason.unread')
        : asksValues
          ? t('values.reason')
          : checked.counts.wrong > 0
            ? t('reason.wrong', { count: checked.counts.wrong })
            : count === 0
              ? t('reason.nothing')
              : count > mostSteps
                ? t('reason.tooMany')
                : doubted.reason);
  const { sending, submit } = useSubmission(connection, { current, setup, checked, session, count });
  const goBack = () => {
    changeImport(connection, { page: 'columns' });
    if (current.corrections.length > 0) void takeFacts(connection, current);
  };
  return (
    <Page layout={asksValues ? 'text' : 'fill'}>
      <FileHeader
        focusKey="rows"
        name={current.file.name}
        back={{ label: t('back'), onPress: goBack }}
        mark={checked !== null && <Counts checked={checked} left={current.left.size} />}
        actions={
          <>
            {choose}
            {unread.length > 0 && !asksValues && (
              <Button onPress={() => changeImport(connection, { sawValues: false })}>
                {t('values.again')}
              </Button>
            )}
            <Button
              variant="primary"
              icon={isOfSeason ? <ListChecks aria-hidden /> : <Send aria-hidden />}
              reason={reason}
              isPending={sending.isSending}
              onPress={submit}
            >
              {isOfSeason ? t('apply', { count }) : planName({ title: '', deeds })}
            </Button>
          </>
        }
      />
      {notice}
      {sending.notice}
      {doubted.notice}
      {error !== null && (
        <ReadingNotice
          error={error}
          action={<Button onPress={session.readOn}>{t('parts:word.retry')}</Button>}
        />
      )}
      {failure !== null ? (
        <ErrorNotice
          {...(failure.code === 'not-found-here'
            ? t('lost', { returnObjects: true })
            : describe({ code: 'internal' }))}
        />
      ) : checked !== null && isRead ? (
        isOfSeason ? (
          <p>{t('cost.season')}</p>
        ) : (
          <Cost connection={connection} checked={checked} />
        )
      ) : (
        error === null && <p role="status">{t('reading')}</p>
      )}
      {team.length > 0 && (
        <Note>
          {t('template.assigns', {
            users: team.map(({ id, role }) => `${id} – ${roleWord(role)}`).join(' · '),
          })}
        </Note>
      )}
      <AllUnused current={current} words={words} />
      {checked === null ? (
        failure === null && <SkeletonRows count={12} widths={['20%', '60%', '40%']} label={t('reading')} />
      ) : asksValues ? (
        <ValuesStep {...{ connection, current, unread }} />
      ) : (
        <CheckedGrid {...{ connection, current, checked, rows, session, template }} />
      )}
    </Page>
  );
}

interface Submitted {
  readonly current: Import;
  readonly setup: ImportSetup;
  readonly checked: CheckedTable | null;
  readonly session: ReturnType<typeof useCheckedTable>['session'];
  /** How many changes it makes. */
  readonly count: number;
}

/** Sends what was checked as a plan; deadlines are applied to the season, which is kept here. */
function useSubmission(connection: string, { current, setup, checked, session, count }: Submitted) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const sending = useSend();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { kind, mapping } = current;
  const { template } = setup;
  const apply = (update: SeasonUpdate) =>
    void sending.send(
      () => applyDeadlines(client, connection, update),
      () => {
        announce(t('applied', { count }));
        setImport(connection, undefined);
      },
      () => void navigate(pathTo('season')),
    );
  const submit = () => {
    if (checked === null) return;
    if (kind === 'deadlines') return apply(checked.season);
    const { file } = current;
    const name = nameColumn(kind, mapping);
    const titles = columnsFilledBy(setup).map((column) => [column, titleOf(column)]);
    const head: SentHeader = { header: headerOf(current), titles: Object.fromEntries(titles) };
    const sent = {
      plan: checked.id,
      title: file.name,
      name: file.name,
      format: file.table?.format ?? 'csv',
      separator: file.table?.separator ?? null,
      namePlace: name === undefined ? 0 : (mapping[name] ?? 0),
      ...(template === null ? {} : { template: template.template.name }),
      sent: JSON.stringify(head),
    };
    void sending.send(
      async (): Promise<Reply<SentTable | null>> => {
        const begun = await sendImport(client, { connection, title: sent.title }, () => session.send(sent));
        return begun.ok ? readSentTable(sent.plan) : begun;
      },
      (kept) => {
        changeImport(connection, { sent: current.corrections });
        if (kept !== null) showSent(connection, kept);
      },
    );
  };
  return { sending, submit };
}

/** What the rows of a table ask for where they ask for nothing. */
const deedOf = {
  clients: 'createClient',
  audits: 'createAudit',
  components: 'createComponent',
  users: 'assignUser',
  deadlines: 'createAudit',
} as const satisfies Record<Import['kind'], PlanVerb>;
const nothing = { count: 0, subject: '' };

/** How much of the season a table of deadlines changes. */
function changesOf({ season: { changes, added } }: CheckedTable): number {
  return changes.length + added.length;
}

const nobody: readonly UserAssignment[] = [];
const noRows: CheckedTable['doubted'] = [];

/** Asks whether rows in doubt are sent anyway; until a person says so, there is a reason that none is. */
export function useDoubted(
  connection: string,
  file: Import['file'],
  doubted: CheckedTable['doubted'],
): { readonly reason: string | undefined; readonly notice: ReactNode } {
  const { t } = useTranslation('import');
  const { isAccepted, choice } = useAnyway(doubted.map(([, key]) => key));
  const count = doubted.length;
  if (count === 0) return { reason: undefined, notice: null };
  const rows = doubted.map(([row]) => row);
  return {
    reason: isAccepted ? undefined : t('reason.doubted', { count }),
    notice: (
      <Banner
        isLine
        tone="warning"
        role="status"
        title={t('doubted.title', { count })}
        actions={
          <Button onPress={() => leaveOut(connection, file, rows)}>{t('doubted.leave', { count })}</Button>
        }
      >
        {choice}
      </Banner>
    ),
  };
}

/** What the columns have once they are corrected. */
async function takeFacts(connection: string, current: Import): Promise<void> {
  const facts = await readFacts(current.file, current);
  const now = useImports.getState()[connection];
  if (facts.ok && now?.corrections === current.corrections)
    setImport(connection, withFacts(now, facts.value));
}

function Counts({ checked, left }: { readonly checked: CheckedTable; readonly left: number }) {
  const { t } = useTranslation('import');
  const doubted = checked.doubted.length;
  const parts = [
    ...rowStates
      .filter((state) => checked.counts[state] > 0)
      .map((state) => t(`count.${state}`, { count: checked.counts[state] })),
    ...(doubted > 0 ? [t('parts:count.doubted', { count: doubted })] : []),
    ...(left > 0 ? [t('count.left', { count: left })] : []),
  ];
  return <span role="status">{parts.join(' · ')}</span>;
}

interface CostProps {
  readonly connection: string;
  readonly checked: CheckedTable;
}

/** What sending costs in credits, requests and time, before it is sent. */
function Cost({ connection, checked }: CostProps) {
  const { t, i18n } = useTranslation('import');
  const { t: common } = useTranslation();
  const { data: seconds, dataUpdatedAt } = useQuery(estimateQuery({ connection }, checked.needs));
  if (checked.steps === 0 || checked.steps > mostSteps)
    return checked.counts.wrong > 0 ? null : <p>{t('reason.nothing')}</p>;
  const { credits, unpriced } = checked.cost;
  const calls = Object.values(checked.needs.calls).reduce((sum, each) => sum + each, 0);
  const parts = [
    t('parts:count.credits', { count: credits }),
    ...(unpriced > 0 ? [t('cost.unpriced', { count: unpriced })] : []),
    t('parts:count.requests', { count: calls }),
    ...(seconds === undefined
      ? []
      : seconds === null
        ? [t('parts:word.limitsNone')]
        : [
            t('cost.time', {
              time: formatDuration(Math.max(1, seconds) * 1_000, common),
              until: formatMoment(new Date(dataUpdatedAt + seconds * 1_000).toISOString(), i18n.language),
            }),
          ]),
  ];
  return <p>{parts.join(' · ')}</p>;
}
