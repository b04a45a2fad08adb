import { Users } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import { addressKey } from '../../../shared/rules/service/audit-user.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useLongQuotaTime } from '../../data/quota.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { useUsersOfAudits } from '../../data/users.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatAbout, formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { CollectionState, RowsOf } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row } from '../../ui/layout.tsx';
import { Matrix } from '../../ui/matrix.tsx';
import { Page } from '../../ui/page.tsx';
import { AuditFilterBar, matchingChoices, openAudits, useChoices } from './audit-choice.tsx';
import { type UserInAudit, useUserColumns } from './user-columns.ts';
import { UsersHead } from './users-head.tsx';
import { UsersProgress } from './users-progress.tsx';

const useView = rememberedView('users-audits', openAudits);

/** Who has which role in which audits. Users are read for the filtered audits when a person asks. */
export function MatrixScreen() {
  const { t, i18n } = useTranslation('users');
  const lately = useLately();
  const connection = useConnectionId();
  const navigate = useNavigate();
  const actions = useRowActions();
  const { compare } = useAuditWords();
  const roleWords = useRoleWords();
  const [filter, changeFilter] = useView(connection);
  const { audits, choices } = useChoices(connection, filter.search);
  const search = useDeferredValue(filter.search);
  const shown = useMemo(
    () => matchingChoices(choices, { search, filters: filter.filters }),
    [choices, search, filter.filters],
  );
  const columns = useUserColumns();
  const ids = shown.map(({ audit }) => audit.id);
  const reading = useUsersOfAudits(connection, ids);
  const people = peopleOf(reading.users, compare);
  const byId = new Map(people.map((person) => [person.id, person]));
  const read = shown.filter(({ audit }) => reading.users.has(audit.id));
  // Of audits that were not read nobody knows whether they have users.
  const isNothing = people.length === 0 && read.length < Math.max(1, shown.length);
  return (
    <Page layout="fill">
      <UsersHead section="matrix" />
      <CollectionState list={audits} skeleton={[8, ['40%', '30%', '30%'], t('common:list.reading')]}>
        <Row gap="4" apart>
          <AuditFilterBar choices={choices} filter={filter} onChange={changeFilter} />
          {read.length > 0 && (
            <ExportAction
              variant="quiet"
              table={{
                name: t('matrix.label'),
                columns,
                rows: read.flatMap(({ audit }): readonly UserInAudit[] => {
                  const users = reading.users.get(audit.id) ?? [];
                  return users.length === 0
                    ? [{ audit, user: null }]
                    : users.map((user) => ({ audit, user }));
                }),
                note:
                  read.length === shown.length
                    ? undefined
                    : t('matrix.exportUnread', { read: read.length, count: shown.length }),
              }}
            />
          )}
          <ShowUsers
            shown={shown.length}
            read={read.length}
            isReading={reading.isReading}
            onPress={reading.resume}
          />
        </Row>
        <UsersProgress reading={reading} total={ids.length} />
        {isNothing ? (
          !reading.isReading && (
            <EmptyState title={t('matrix.empty.title')} picture="matrix">
              {t('matrix.empty.text')}
            </EmptyState>
          )
        ) : people.length === 0 && !reading.isReading ? (
          <div role="status">
            <EmptyState title={t('matrix.nobody')} icon={<Users aria-hidden />} />
          </div>
        ) : (
          <RowsOf lists={[reading]}>
            <p role={reading.isReading ? undefined : 'status'}>
              {t('matrix.summary', {
                count: people.length,
                read: read.length,
                total: shown.length,
                time: lately(reading.readAt),
              })}
            </p>
            <Matrix
              label={t('matrix.label')}
              corner={t('parts:word.name')}
              rows={people.map(({ id, name, address }) => ({ id, label: name, detail: address }))}
              columns={read.map(({ audit, client }) => ({
                id: audit.id,
                label: audit.name,
                note: formatDay(audit.period_end, i18n.language),
                detail: `${client}\n${audit.id}`,
              }))}
              cell={(person, audit) => roleWords(byId.get(person)?.roles.get(audit) ?? '')}
              nothing={t('matrix.nothing')}
              actionsOf={(_, audit) => actions(pathTo('auditUsers', { auditId: audit }), audit)}
              onOpen={(_, audit) => void navigate(pathTo('auditUsers', { auditId: audit }))}
            />
          </RowsOf>
        )}
      </CollectionState>
    </Page>
  );
}

interface ShowUsersProps {
  /** How many audits the filters let through, and of how many of them the users were read. */
  readonly shown: number;
  readonly read: number;
  readonly isReading: boolean;
  readonly onPress: () => void;
}

/** Reads the users of the audits that are shown, and says before how long that takes. */
function ShowUsers({ shown, read, isReading, onPress }: ShowUsersProps) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const time = useLongQuotaTime(useConnectionId(), 'read', shown - read);
  return (
    <Button
      variant={read === 0 ? 'primary' : 'secondary'}
      reason={shown === 0 ? t('matrix.noAudit') : undefined}
      isPending={isReading}
      onPress={onPress}
    >
      {time === null
        ? t('matrix.read', { count: shown })
        : t('matrix.readTime', { count: shown, time: formatAbout(time, common) })}
    </Button>
  );
}

export interface Person {
  /** The key of the address, by which addresses are compared. */
  readonly id: string;
  readonly name: string;
  /** The address as the service spells it. */
  readonly address: string;
  readonly roles: ReadonlyMap<string, string>;
}

export function peopleOf(
  users: ReadonlyMap<string, readonly AuditUser[]>,
  compare: (left: string, right: string) => number,
): readonly Person[] {
  const people = new Map<string, { name: string; address: string; roles: Map<string, string> }>();
  for (const [audit, all] of users)
    for (const { id, name, role } of all) {
      const known = people.get(addressKey(id)) ?? { name, address: id, roles: new Map<string, string>() };
      known.roles.set(audit, role);
      people.set(addressKey(id), known);
    }
  return [...people]
    .map(([id, person]) => ({ id, ...person }))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.address, b.address));
}
