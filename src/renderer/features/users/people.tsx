import type { Team } from '../../../shared/model/team.ts';
import type { KnownPerson } from '../../../shared/operations/mirror.ts';
import { addressKey } from '../../../shared/rules/service/audit-user.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useKnownPeople } from '../../data/known-people.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';

const mostShown = 50; // the others are found by the search: the page scrolls as a whole

export interface Colleague {
  /** The key of the address, by which addresses are compared. */
  readonly id: string;
  readonly address: string;
  /** Null where no audit whose users are known has told it. */
  readonly name: string | null;
  readonly teams: readonly string[];
  /** In how many of the audits whose users are known. */
  readonly audits: number;
}

/** Who is in a team, or in an audit whose users are known; by name. */
export function colleaguesOf(
  teams: readonly Team[],
  known: readonly KnownPerson[],
  compare: (left: string, right: string) => number,
): readonly Colleague[] {
  const people = new Map<string, Colleague>();
  const add = (address: string, change: (before: Colleague) => Partial<Colleague>): void => {
    const id = addressKey(address);
    const before = people.get(id) ?? { id, address, name: null, teams: [], audits: 0 };
    people.set(id, { ...before, ...change(before) });
  };
  for (const { name, members } of teams)
    for (const { id } of members) add(id, (before) => ({ teams: [...before.teams, name] }));
  for (const { id, name, audits } of known) add(id, () => ({ name, audits }));
  return [...people.values()].toSorted(
    (one, other) =>
      compare(one.name ?? one.address, other.name ?? other.address) || compare(one.address, other.address),
  );
}

interface PeopleProps {
  readonly teams: readonly Team[];
  readonly search: string;
}

/** Everybody that this computer knows of: it asks the service nothing. */
export function People({ teams, search }: PeopleProps) {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const { compare } = useAuditWords();
  const known = useKnownPeople(connection);
  const columns = usePeopleColumns();
  const copy = useCopyAction();
  const people = colleaguesOf(teams, known, compare);
  const { finds } = wordSearch(search);
  const found = people.filter(({ name, address, teams: of }) =>
    finds(fold([name ?? '', address, ...of].join('\n'))),
  );
  const shown = found.slice(0, mostShown);
  if (people.length === 0) return null;
  return (
    <Stack as="section" aria-label={t('parts:word.people')}>
      <Row gap="3" align="baseline">
        <h2>{t('parts:word.people')}</h2>
        <Note as="span">{t('parts:count.users', { count: people.length })}</Note>
      </Row>
      <HeightOfRows count={Math.max(shown.length, 1)}>
        <DataTable
          id="people"
          sought={search}
          label={t('parts:word.people')}
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          actionsOf={(rows) => [{ ...copy(...rows.map(({ address }) => address)), label: t('row.copy') }]}
          empty={t('people.none')}
        />
      </HeightOfRows>
      {found.length > shown.length && <Note>{t('people.more', { count: found.length - shown.length })}</Note>}
    </Stack>
  );
}

function usePeopleColumns(): readonly Column<Colleague>[] {
  const { t, i18n } = useTranslation('users');
  return [
    {
      id: 'name',
      title: t('parts:word.name'),
      width: { least: 240, grows: 1 },
      value: ({ name, address }) => name ?? address,
      isRowHeader: true,
    },
    {
      id: 'address',
      title: t('parts:field.user_id'),
      width: { least: 200, grows: 1.4 },
      value: ({ address }) => address,
    },
    {
      id: 'teams',
      title: t('parts:word.teams'),
      width: { least: 120, grows: 0.6 },
      value: ({ teams }) => teams.join(', '),
    },
    {
      id: 'audits',
      title: t('people.audits'),
      align: 'end',
      value: ({ audits }) => (audits === 0 ? '' : formatNumber(audits, i18n.language)),
    },
  ];
}
