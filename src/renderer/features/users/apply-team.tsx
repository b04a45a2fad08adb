import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import type { Team } from '../../../shared/model/team.ts';
import type { Plan, StepProgress } from '../../../shared/plan.ts';
import { usersChangeable } from '../../../shared/rules/audit-user.ts';
import { useAudits } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { teamsQuery } from '../../data/teams.ts';
import { type AuditChange, beginUsersPlan, usersPlan } from '../../data/users.ts';
import { mostAudits, useUsersOfAudits } from '../../data/users-of-audits.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { choicesOf, matchingChoices } from './audit-choice.ts';
import { AuditChoiceTable } from './audit-choice-table.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { PlanReport } from './plan-report.tsx';
import { PreflightPanel } from './preflight-panel.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { useRefusal } from './refusal.ts';
import { preflightOf } from './team-preflight.ts';
import styles from './users.module.css';

/** Gives a team to many audits: they are chosen, looked through, and then changed as one plan. */
export function ApplyTeam() {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const id = useRouteId('teamId');
  const { data: teams } = useQuery(teamsQuery(connection));
  const team = teams?.find((one) => one.id === id);
  if (teams === undefined) return null;
  if (team !== undefined) return <Application key={team.id} team={team} />;
  return (
    <Page>
      <PageHeader back={<Link to={pathTo('teams')}>{t('apply.back')}</Link>} title={t('apply.gone')} />
    </Page>
  );
}

const mostSteps = 10_000; // that a plan takes

function Application({ team }: { readonly team: Team }) {
  const { t } = useTranslation('users');
  const { connection, members } = team;
  const describe = useErrorWords();
  const { compare } = useAuditWords();
  const audits = useAudits(connection);
  const { entries: clients } = useClients(connection);
  const refusal = useRefusal();
  const [filter, setFilter] = useState({ search: '', status: 'open' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const [changesRoles, setChangesRoles] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [origin, setOrigin] = useState(() => crypto.randomUUID());
  const underway = useRef(false);
  const search = useDeferredValue(filter.search);
  const choices = useMemo(
    () => choicesOf(audits.entries, clients, compare),
    [audits.entries, clients, compare],
  );
  const shown = useMemo(
    () => matchingChoices(choices, { search, status: filter.status }),
    [choices, search, filter.status],
  );
  const wanted = useMemo(
    () => choices.map(({ audit }) => audit).filter(({ id }) => chosen.has(id)),
    [choices, chosen],
  );
  const ids = useMemo(() => wanted.map(({ id }) => id), [wanted]);
  const reading = useUsersOfAudits(connection, ids);
  const preflight = preflightOf(members, wanted, reading.users, changesRoles);
  const { changes } = preflight;
  const title = t('apply.title', { name: team.name });
  const isRead = ids.every((id) => reading.users.has(id) || reading.gone.has(id));
  const plan = usePlanOf(
    origin,
    connection,
    team.name,
    isChecked && isRead && !reading.isReading ? changes : [],
  );
  const place = `${connection} team ${team.id}`;
  const isTooLong = changes.reduce((sum, one) => sum + one.changes.length + 1, 0) > mostSteps;
  const reason =
    refusal ??
    (!isRead || reading.isReading ? t('apply.reason.unread') : undefined) ??
    (changes.length === 0 ? t('apply.reason.nothing') : undefined) ??
    (isTooLong ? t('apply.reason.tooLong') : undefined);

  const check = () => {
    setFailure(null);
    setChecked(true);
    void reading.read();
  };
  const apply = async () => {
    if (plan === null || underway.current) return;
    underway.current = true;
    const reply = await beginUsersPlan(
      place,
      plan,
      changes.map(({ audit }) => audit.id),
    );
    underway.current = false;
    if (!reply.ok) return setFailure(reply.error);
    setOrigin(crypto.randomUUID()); // what is asked for next is another plan
    setChecked(false);
    setChosen(new Set());
  };
  const changeRole = async ({ key, task, subject }: StepProgress) => {
    if (task.kind !== 'assignUser' || typeof task.audit !== 'string') return;
    const { id: user, role } = task.assignment;
    const known = audits.entries.find((one) => one.id === task.audit);
    const audit = known ?? { id: task.audit, name: subject };
    const waits = known !== undefined && usersChangeable(known.status) === 'later';
    const change = { audit, waits, changes: [{ kind: 'changeUser', user, role } as const] };
    await beginUsersPlan(place, await usersPlan(`${origin}-${key}`, connection, team.name, [change]), [
      audit.id,
    ]);
  };
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={isChecked ? 'check' : 'choose'}
        back={<Link to={pathTo('teams')}>{t('apply.back')}</Link>}
        title={title}
        description={t(isChecked ? 'apply.checked' : 'apply.choose', { count: members.length })}
        actions={
          isChecked ? (
            <>
              <Button onPress={() => setChecked(false)}>{t('apply.again')}</Button>
              <Button variant="primary" reason={reason} onPress={() => void apply()}>
                {t('apply.confirm', { count: preflight.assigned + preflight.changed })}
              </Button>
            </>
          ) : (
            <Button
              variant="primary"
              reason={
                ids.length === 0
                  ? t('apply.reason.none')
                  : ids.length > mostAudits
                    ? t('matrix.tooMany', { count: mostAudits })
                    : undefined
              }
              onPress={check}
            >
              {t('apply.check', { count: ids.length })}
            </Button>
          )
        }
      />
      <PlanReport place={place} onChangeRole={(step) => void changeRole(step)} />
      <ListProgress connection={connection} tier="read_heavy" list={audits} />
      {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
      {isChecked ? (
        <>
          <ReadingProgress connection={connection} reading={reading} total={ids.length} />
          <Checkbox label={t('apply.changeRoles')} isSelected={changesRoles} onChange={setChangesRoles} />
          <PreflightPanel preflight={preflight} plan={plan} />
        </>
      ) : audits.entries.length === 0 && !audits.isWhole ? (
        audits.error === null && (
          <SkeletonRows count={8} widths={['10%', '60%', '40%', '30%']} label={t('choice.reading')} />
        )
      ) : (
        <>
          <div className={styles.bar}>
            <AuditFilterBar choices={choices} filter={filter} onChange={setFilter} />
            <span className={styles.choices}>
              <span role="status">{t('choice.count', { count: ids.length, shown: shown.length })}</span>
              <Button
                variant="quiet"
                onPress={() => setChosen(new Set([...chosen, ...shown.map(({ audit }) => audit.id)]))}
              >
                {t('choice.all', { count: shown.length })}
              </Button>
              <Button variant="quiet" onPress={() => setChosen(new Set())}>
                {t('choice.none')}
              </Button>
            </span>
          </div>
          <AuditChoiceTable choices={shown} chosen={chosen} onChoose={setChosen} isBusy={audits.isReading} />
        </>
      )}
    </Page>
  );
}

/** The plan of these changes; null while there are none, and until its id is worked out. */
function usePlanOf(
  origin: string,
  connection: string,
  title: string,
  changes: readonly AuditChange[],
): Plan | null {
  const { data } = useQuery({
    queryKey: [connection, 'plans', 'of-users', origin, changes],
    queryFn: () => usersPlan(origin, connection, title, changes),
    staleTime: Number.POSITIVE_INFINITY, // the same changes make the same plan
    enabled: changes.length > 0,
  });
  return data ?? null;
}
