import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Team } from '../../../shared/model/team.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import { mostSteps } from '../../../shared/rules/plans/plan-size.ts';
import { usersChangeable } from '../../../shared/rules/service/audit-user.ts';
import { useAskedTeam } from '../../data/asked.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery } from '../../data/items.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import {
  type AuditChange,
  beginUsersPlan,
  mostAudits,
  usersPlan,
  useUsersOfAudits,
} from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { tell } from '../../ui/toast.ts';
import { AuditChoices, openAudits, useChoices } from './audit-choice.tsx';
import { PlanReport } from './plan-report.tsx';
import { PreflightPanel, preflightOf } from './preflight-panel.tsx';
import { UsersProgress } from './users-progress.tsx';

/** Assigns a team to many audits: a person selects them, the app checks their users, and one plan changes them. */
export function ApplyTeam() {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const id = useRouteId('teamId');
  const { data: teams } = useQuery(itemsQuery('teams', connection));
  const team = teams?.find((one) => one.id === id);
  if (teams === undefined) return null;
  if (team !== undefined) return <Application key={team.id} team={team} />;
  return (
    <Page>
      <PageHeader back={<Link to={pathTo('users')}>{t('apply.back')}</Link>} title={t('apply.gone')} />
    </Page>
  );
}

const useView = rememberedView('team-audits', openAudits);

function idsOf(changes: readonly AuditChange[]): readonly string[] {
  return changes.map(({ audit }) => audit.id);
}

/** Checks the audits at once that were selected for the team in the list of audits. */
function useReadingOf(asked: readonly string[] | null, read: () => void): void {
  const readAsked = useEffectEvent(() => {
    useAskedTeam.setState({ audits: null });
    if (asked !== null) read();
  });
  useEffect(() => readAsked(), []);
}

/** Back to where the team was chosen: the screen with the audits that were selected for it, else the teams. */
function WayBack({ isAsked }: { readonly isAsked: boolean }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  return isAsked ? (
    <Button variant="quiet" icon={<ArrowLeft aria-hidden />} onPress={() => void navigate(-1)}>
      {t('commands:titles.back')}
    </Button>
  ) : (
    <Link to={pathTo('users')}>{t('apply.back')}</Link>
  );
}

function Check({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  const { t } = useTranslation('users');
  const { t: bulk } = useTranslation('bulk');
  const reason =
    count === 0
      ? t('parts:word.nothingSelected')
      : count > mostAudits
        ? bulk('tooMany', { most: mostAudits })
        : undefined;
  return (
    <Button variant="primary" reason={reason} onPress={onPress}>
      {t('parts:word.checkAudits', { count })}
    </Button>
  );
}

function Application({ team }: { readonly team: Team }) {
  const { t } = useTranslation('users');
  const { connection, members } = team;
  const title = t('apply.title', { name: team.name });
  const refusal = useWriteRefusal();
  const [filter, changeFilter] = useView(connection);
  const { audits, choices } = useChoices(connection, filter.search);
  const [asked] = useState(() => useAskedTeam.getState().audits);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(asked));
  const [isChecked, setChecked] = useState(asked !== null);
  const [place, setPlace] = useState<string | null>(null);
  const [changesRoles, setChangesRoles] = useState(false);
  const { send, notice, forget } = useSend();
  const [origin, setOrigin] = useState(() => crypto.randomUUID());
  const wanted = useMemo(
    () => choices.map(({ audit }) => audit).filter(({ id }) => chosen.has(id)),
    [choices, chosen],
  );
  const ids = wanted.map(({ id }) => id);
  const reading = useUsersOfAudits(connection, ids);
  const preflight = preflightOf(members, wanted, reading.users, changesRoles);
  const { changes } = preflight;
  const isReady = isChecked && reading.complete !== null && changes.length > 0;
  const plan = isReady ? usersPlan(origin, connection, team.name, changes, team.id) : null;
  const begun = `${connection} team ${team.id}`;
  const isTooLong = changes.reduce((sum, one) => sum + one.changes.length + 1, 0) > mostSteps;
  const reason =
    refusal ??
    (reading.complete === null ? t('apply.reason.unread') : undefined) ??
    (changes.length === 0 ? t('apply.reason.nothing') : undefined) ??
    (isTooLong ? t('apply.reason.tooLong') : undefined);

  useReadingOf(asked, reading.resume);
  const check = () => {
    forget();
    setChecked(true);
    reading.resume();
  };
  const navigate = useNavigate();
  const apply = () => {
    if (plan === null) return;
    void send(
      () => beginUsersPlan(begun, plan, idsOf(changes)),
      () => tell(t('apply.started', { name: team.name, count: changes.length })),
      () => {
        if (asked !== null) return navigate(-1);
        setOrigin(crypto.randomUUID()); // the next request is another plan
        setChecked(false);
        setChosen(new Set());
      },
    );
  };
  const changeRole = async ({ task, subject, error }: StepProgress) => {
    if (task.kind !== 'assignUser' || typeof task.audit !== 'string') return;
    const { id: user, role } = task.assignment;
    const [before = null] = error?.fields?.['role'] ?? []; // what the service said of them
    const known = audits.entries.find((one) => one.id === task.audit);
    const audit = known ?? { id: task.audit, name: subject };
    const waits = known !== undefined && usersChangeable(known.status) === 'later';
    const change = { audit, waits, changes: [{ kind: 'changeUser', user, role, before } as const] };
    const next = usersPlan(crypto.randomUUID(), connection, team.name, [change], team.id);
    await beginUsersPlan(begun, next, [audit.id]);
  };
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={isChecked ? 'check' : 'choose'}
        back={<WayBack isAsked={asked !== null} />}
        title={<Name text={title} />}
        windowTitle={title}
        description={t(isChecked ? 'apply.checked' : 'apply.choose', { count: members.length })}
        actions={
          isChecked ? (
            <>
              <Button onPress={() => setChecked(false)}>{t('apply.again')}</Button>
              <Button variant="primary" reason={reason} onPress={apply}>
                {t('parts:word.applyChanges', { count: preflight.assigned + preflight.changed })}
              </Button>
            </>
          ) : (
            <Check count={ids.length} onPress={check} />
          )
        }
      />
      <PlanReport place={begun} onChangeRole={(step) => void changeRole(step)} />
      {notice}
      {isChecked ? (
        <>
          <UsersProgress reading={reading} total={ids.length} />
          <Checkbox label={t('apply.changeRoles')} isSelected={changesRoles} onChange={setChangesRoles} />
          <PreflightPanel preflight={preflight} plan={plan} />
        </>
      ) : (
        <AuditChoices
          audits={audits}
          choices={choices}
          filter={filter}
          onFilter={changeFilter}
          chosen={chosen}
          onChoose={setChosen}
          place={place}
          onPlace={setPlace}
        />
      )}
    </Page>
  );
}
