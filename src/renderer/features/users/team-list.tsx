import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { Team } from '../../../shared/model/team.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery, removeItem } from '../../data/items.ts';
import { removeLater, useRemovals } from '../../data/removals.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { CollectionNotice, useListRefusal } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { UndoRemovals } from '../../parts/undo.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FileField } from '../../ui/grid/columns.ts';
import { Card, Cut, Note, Row, Stack } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { People } from './people.tsx';
import { TeamDialog } from './team-dialog.tsx';
import { UsersHead } from './users-head.tsx';

const searchableFrom = 9; // fewer are seen at a glance
const mostShown = 100; // the others are found by the search

interface Member extends UserAssignment {
  readonly team: string;
}

const fileColumns: readonly FileField<Member>[] = [
  { key: 'team', value: ({ team }) => team },
  { key: 'user_id', value: ({ id }) => id },
  { key: 'role', value: ({ role }) => role },
];

type Open = { readonly what: 'edit' | 'new'; readonly team: Team } | null;

const keyStart = 'team ';
const keyOf = ({ id }: Pick<Team, 'id'>) => `${keyStart}${id}`;

/** The teams, and the people that this computer knows of. */
export function TeamList() {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { compare } = useAuditWords();
  const roleWords = useRoleWords();
  const { data: teams, error } = useQuery(itemsQuery('teams', connection));
  const roles = useAuditRoles(connection);
  const unread = useListRefusal(roles.error === null ? { roles } : {}); // else a role is typed
  const shortcutOf = useShortcuts();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const pending = useRemovals((removals) => removals.pending);
  const sorted = (teams ?? [])
    .filter((team) => !Object.hasOwn(pending, keyOf(team)))
    .toSorted((a, b) => compare(a.name, b.name));
  const found = teamsMatching(sorted, search);
  const shown = found.slice(0, mostShown);
  const members = found.flatMap((team) => team.members.map((member) => ({ team: team.name, ...member })));
  const remove = (team: Team) => removeLater(keyOf(team), team.name, () => removeItem(client, 'teams', team));
  const make = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      reason={unread}
      onPress={() =>
        setOpen({ what: 'new', team: { id: crypto.randomUUID(), connection, name: '', members: [] } })
      }
    >
      {t('team.new')}
    </Button>
  );
  return (
    <Page>
      <UsersHead
        section="people"
        actions={
          <>
            {members.length > 0 && (
              <ExportAction
                variant="quiet"
                table={{ name: t('parts:word.teams'), columns: fileColumns, rows: members }}
              />
            )}
            {sorted.length > 0 && make}
          </>
        }
      />
      <CollectionNotice list={roles} />
      <FailureNotice role="status" error={error} />
      <UndoRemovals of={keyStart} />
      {teams !== undefined && sorted.length === 0 && (
        <EmptyState title={t('team.empty.title')} picture="people" action={make}>
          {t('team.empty.text')}
        </EmptyState>
      )}
      {sorted.length >= searchableFrom && (
        <Row gap="3" grow>
          <ToolbarSearch
            label={t('team.search')}
            placeholder={t('team.search')}
            value={search}
            onChange={setSearch}
            shortcut={shortcutOf('filter')?.aria}
          />
          <span role="status">{t('parts:count.shown', { shown: shown.length, count: found.length })}</span>
        </Row>
      )}
      {shown.map((team) => (
        <Card key={team.id} as="section" isLow aria-label={team.name}>
          <Row gap="3">
            <Row isLine grow gap="3" style={{ flexBasis: '240px' }}>
              <Stack as="h2">
                <Name text={team.name} />
              </Stack>
              <Cut grow>
                <Note as="span">
                  {t('parts:count.users', { count: team.members.length })}
                  {' · '}
                  {team.members.map(({ id, role }) => `${id}: ${roleWords(role)}`).join(', ')}
                </Note>
              </Cut>
            </Row>
            <Row>
              <Button onPress={() => void navigate(pathTo('applyTeam', { teamId: team.id }))}>
                {t('team.apply')}
              </Button>
              <Button variant="quiet" reason={unread} onPress={() => setOpen({ what: 'edit', team })}>
                {t('parts:word.change')}
              </Button>
              <Button variant="quiet" onPress={() => remove(team)}>
                {t('parts:word.delete')}
              </Button>
            </Row>
          </Row>
        </Card>
      ))}
      <People teams={sorted} search={search} />
      {open !== null && (
        <TeamDialog
          team={open.team}
          isNew={open.what === 'new'}
          roles={roles.entries}
          taken={sorted.filter(({ id }) => id !== open.team.id).map(({ name }) => name)}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

function teamsMatching(teams: readonly Team[], search: string): readonly Team[] {
  const { finds } = wordSearch(search);
  return teams.filter(({ name, members }) => finds(fold([name, ...members.map(({ id }) => id)].join('\n'))));
}
