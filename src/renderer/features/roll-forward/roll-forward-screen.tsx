import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Reply } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import { creationsOf } from '../../../shared/rules/roll-forward/completion.ts';
import { decisionsOf, draftAbout } from '../../../shared/rules/roll-forward/draft.ts';
import { madeMeanwhile } from '../../../shared/rules/roll-forward/meanwhile.ts';
import type { OpenPoint } from '../../../shared/rules/roll-forward/model.ts';
import { doubtKey, unanswered } from '../../../shared/rules/roll-forward/open.ts';
import { plansInOrder } from '../../../shared/rules/roll-forward/rolls.ts';
import { auditsOptions } from '../../data/audits.ts';
import { useIsAllSaved } from '../../data/autosave.ts';
import { readWholeListAnew } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery } from '../../data/items.ts';
import { submitPlan, usePlansReading } from '../../data/plans.ts';
import { saveEntries } from '../../data/season.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Differences, Preview } from './preview.tsx';
import { ReportAction } from './report.tsx';
import { type RollState, useRollState } from './roll-state.ts';
import { RollTree } from './roll-tree.tsx';
import { firstNames, openCounts } from './rows.ts';
import { SettingsBar } from './settings-bar.tsx';
import { useRollDraft } from './use-roll-draft.ts';

/** Rolls the network of one audit forward to the next period. */
export function RollForwardScreen() {
  const id = useRouteId('auditId');
  const ids = [id];
  return <RollForwardPage key={id} ids={ids} />;
}

/** Rolls the networks of several audits forward together; the address names the audits. */
export function RollForwardManyScreen() {
  const [parameters] = useSearchParams();
  const ids = [...new Set(parameters.getAll('audit'))];
  return <RollForwardPage key={ids.join('\n')} ids={ids} />;
}

/** What a draft keeps is back when the page is opened. */
function RollForwardPage({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('roll-forward');
  const connection = useConnectionId();
  const { data: drafts, error } = useQuery(itemsQuery('drafts', connection));
  const isSaved = useIsAllSaved();
  const [round, setRound] = useState(0);
  // Without its draft a second one would be begun beside it.
  if (drafts === undefined || !isSaved)
    return (
      <Page layout="fill">
        {error === null ? (
          <SkeletonRows count={8} widths={['30%', '50%', '40%']} label={t('common:list.reading')} />
        ) : (
          <FailureNotice error={error} />
        )}
      </Page>
    );
  return (
    <Networks key={round} ids={ids} found={draftAbout(drafts, ids)} onStartOver={() => setRound(round + 1)} />
  );
}

interface NetworksProps {
  readonly ids: readonly string[];
  readonly found: Draft | undefined;
  readonly onStartOver: () => void;
}

/** Networks with all their audits and components: proposed, decided row by row, and applied as one plan for each. */
function Networks({ ids, found, onStartOver }: NetworksProps) {
  const { t, i18n } = useTranslation('roll-forward');
  const connection = useConnectionId();
  const [draft] = useState(found);
  const [kept] = useState(() => (draft === undefined ? null : decisionsOf(draft.content)));
  const state = useRollState(connection, ids, kept);
  const [goal, setGoal] = useState<{ readonly id: string } | null>(null);
  const { rolls, isRead, networks } = state;
  const [only] = ids;
  const name = networks[0]?.audit.name ?? only ?? '';
  const isOne = ids.length === 1;
  const title = isOne ? t('title', { name }) : t('titleMany', { count: ids.length });
  const rolledName = isOne ? name : title;
  const keeping = useRollDraft({ connection, audits: ids, title: rolledName, draft }, state);
  const { apply, isSent, isSending, notice } = useApply(connection, state, keeping.remove);
  const startingOver = useSend();
  const doubts = useDoubts(state);
  const count = rolls.reduce((sum, { proposal }) => sum + creationsOf(proposal), 0);
  return (
    <Page layout="fill">
      <LeaveGuard isDirty={!keeping.isKept && !isSent && !isSending} />
      <PageHeader
        back={
          <Link to={isOne && only !== undefined ? pathTo('audit', { auditId: only }) : pathTo('audits')}>
            {t(isOne ? 'back' : 'parts:word.allAudits')}
          </Link>
        }
        title={<Name text={title} />}
        windowTitle={title}
        actions={
          <Button
            variant="primary"
            reason={useReason(state) ?? doubts.reason}
            isPending={isSending}
            onPress={apply}
          >
            {t('apply', { count })}
          </Button>
        }
      />
      {notice}
      {startingOver.notice}
      {ids.length === 0 && (
        <EmptyState title={t('empty.title')} picture="network">
          {t('empty.text')}
        </EmptyState>
      )}
      {!isRead && (
        <>
          <CandidateProgress connection={connection} reading={state.reading} />
          <SkeletonRows count={8} widths={['30%', '50%', '40%']} label={t('common:list.reading')} />
        </>
      )}
      {draft !== undefined && found !== undefined && (
        <Banner
          tone="info"
          title={t('draft.title', { time: formatMoment(draft.savedAt, i18n.language) })}
          actions={
            <Button
              isPending={startingOver.isSending}
              onPress={() => void startingOver.send(keeping.remove, onStartOver)}
            >
              {t('draft.startOver')}
            </Button>
          }
        />
      )}
      {isRead && doubts.notice}
      {isRead && <LeftOut state={state} count={ids.length} />}
      {isRead && rolls.length > 0 && (
        <>
          <SettingsBar connection={connection} state={state} />
          <Preview
            connection={connection}
            name={rolledName}
            state={state}
            goTo={(id) => setGoal({ id })}
            last={goal?.id ?? null}
          />
          <RollTree state={state} name={rolledName} goal={goal} />
        </>
      )}
    </Page>
  );
}

/** Asks whether the networks are created with what the app only doubts. */
function useDoubts({ rolls, decided: { accepted }, accept }: RollState) {
  const { t } = useTranslation('roll-forward');
  const isDoubted = (point: OpenPoint) => point.isDoubted === true;
  const doubted = rolls.flatMap(({ proposal }) => proposal.open.filter(isDoubted));
  const isAccepted = !rolls.some(({ proposal }) => unanswered(proposal, accepted).some(isDoubted));
  const count = doubted.length;
  return {
    reason: isAccepted ? undefined : t('reason.doubted', { count }),
    notice: count > 0 && (
      <Banner isLine tone="warning" role="status" title={t('doubted', { count })}>
        <Checkbox
          label={t('parts:doubt.send')}
          isSelected={isAccepted}
          onChange={(chosen) => accept(chosen ? doubted.map(doubtKey) : [])}
        />
      </Banner>
    ),
  };
}

/** Why the plans cannot be made yet; undefined where they can. */
function useReason({ rolls, rolled, underway, isRead, team }: RollState): string | undefined {
  const { t } = useTranslation('roll-forward');
  const refusal = useWriteRefusal();
  const arePlansUnread = usePlansReading(({ error }) => error !== null);
  const { scopes, additions, works, others } = openCounts(rolls.flatMap(({ proposal }) => proposal.open));
  const rest =
    underway.length > 0
      ? t('reason.underway', { count: underway.length })
      : rolled.length > 0
        ? t('reason.rolled')
        : t('reason.nothing');
  if (refusal !== undefined) return refusal;
  if (!isRead || !team.isRead) return t('reason.reading');
  if (arePlansUnread) return t('reason.plans');
  if (scopes > 0) return t('openScopes', { count: scopes });
  if (additions > 0) return t('reason.additions', { count: additions });
  if (works > 0) return t('openWorks', { count: works });
  if (others > 0) return t('openOthers', { count: others });
  return rolls.some(({ plan }) => plan !== null) ? undefined : rest;
}

/**
 * Submits a plan for each network, in the order in which they get the quota, and remembers what follows what once each is taken. What was submitted
 * before a failure stays, and the rest can be applied again.
 */
function useApply(connection: string, { rolls, season }: RollState, onSubmitted: () => Promise<unknown>) {
  const { t } = useTranslation('roll-forward');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { send, isSending, notice } = useSend();
  const [isSent, setSent] = useState(false);
  const [made, setMade] = useState<readonly Audit[]>([]);
  const plans = plansInOrder(connection, rolls, season);
  /** What a colleague has made since the page has read the audits, which shows itself then; else all is submitted. */
  const submitAll = async (): Promise<Reply<readonly Audit[]>> => {
    const audits = await readWholeListAnew(client, auditsOptions(connection));
    const found = rolls.flatMap(({ proposal, known, own }) =>
      madeMeanwhile(proposal, { audits, remembered: known.remembered }, own),
    );
    if (found.length > 0) return { ok: true, value: found };
    for (const { plan, remembered } of plans) {
      const submitted = await submitPlan(plan);
      if (!submitted.ok) return submitted;
      const kept = await saveEntries(client, connection, remembered);
      if (!kept.ok) return kept;
    }
    return { ok: true, value: [] };
  };
  const apply = () =>
    void send(
      submitAll,
      (found) => {
        setMade(found);
        if (found.length > 0) return;
        setSent(true);
        void onSubmitted();
      },
      (found) => {
        const [first] = plans;
        const isOne = plans.length === 1 && first !== undefined;
        if (found.length === 0)
          void navigate(isOne ? pathTo('plan', { planId: first.plan.id }) : pathTo('season'));
      },
    );
  const meanwhile = made.length > 0 && (
    <Banner tone="warning" role="status" title={t('meanwhile.title', { count: made.length })}>
      {t('meanwhile.text')} {firstNames(made.map(({ id, name }) => `${name} (${id})`))}
    </Banner>
  );
  return {
    apply,
    isSent,
    isSending,
    notice: (
      <>
        {notice}
        {meanwhile}
      </>
    ),
  };
}

/** Successors that are there: what differs from last year, and whether they are successors at all. */
function Successors({ state, kind }: { readonly state: RollState; readonly kind: 'rolled' | 'partly' }) {
  const { t } = useTranslation('roll-forward');
  const networks = state[kind];
  if (networks.length === 0) return null;
  return (
    <Banner
      tone="info"
      title={t(`${kind}.title`)}
      actions={
        <ReportAction name={firstNames(networks.map(({ audit }) => audit.name))} networks={networks} />
      }
    >
      <ul>
        {networks.map((network) => (
          <li key={network.audit.id}>
            <Link to={pathTo('audit', { auditId: network.successor.id })}>{network.successor.name}</Link>{' '}
            <Differences networks={[network]} isOpen={networks.length === 1 && kind === 'rolled'} />
            {kind === 'rolled' && (
              <Button variant="quiet" onPress={() => state.complete(network.audit.id)}>
                {t('rolled.complete')}
              </Button>
            )}
            {network.by === 'recognised' && (
              <p>
                {t('rolled.recognised')}{' '}
                <Button
                  variant="quiet"
                  aria-label={t('rolled.apartNamed', { name: network.successor.name })}
                  onPress={() => state.separate(network.audit.id, network.audit.id, network.successor.id)}
                >
                  {t('rolled.apart')}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** What is not rolled forward here: networks with a successor, those that a plan is about, and audits that are not there. */
function LeftOut({ state, count }: { readonly state: RollState; readonly count: number }) {
  const { t } = useTranslation('roll-forward');
  const { underway, missing, rolls } = state;
  return (
    <>
      <Successors state={state} kind="rolled" />
      <Successors state={state} kind="partly" />
      {underway.length > 0 && (
        <Banner
          tone="info"
          title={t('reason.underway', { count: underway.length })}
          actions={<Link to={pathTo('activity')}>{t('parts:word.plans')}</Link>}
        >
          {firstNames(underway.map(({ name }) => name))}
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner tone="warning" title={t('missing.title', { count: missing.length })}>
          {t('missing.text')} {firstNames(missing)}
        </Banner>
      )}
      {count > 1 && rolls.length > 0 && rolls.length < count && (
        <p>{t('together', { count: rolls.length })}</p>
      )}
    </>
  );
}
