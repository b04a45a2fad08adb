import type { SeasonChange, SeasonEntry } from '../../model/season.ts';
import { groupKey } from '../plans/expected-group.ts';
import { canMove, type Group } from '../plans/season-groups.ts';
import { longestAuditName, longestId } from '../service/audit.ts';
import { fold } from '../texts/fold.ts';
import { freeId } from '../texts/free-id.ts';
import type { ImportColumn } from './columns.ts';
import { type DeadlineRow, type ImportKnown, type Person, people, type SeasonGroup } from './known.ts';
import type { CheckedRow, RowIssue } from './model.ts';
import { alikeFinder } from './names.ts';
import { idAlike } from './plausible.ts';

// Rows of deadlines: which group of the season each is about, and what becomes of the season by them. Nothing of it is sent.

/** A group of the season as rows of deadlines are about it. */
export function seasonGroupOf(group: Group): SeasonGroup {
  const { id, name, client, audit, ownId, entry, scheduling } = group;
  const { day, from } = entry?.deadline ?? { day: null, from: 'typed' };
  const kept = scheduling.deadline;
  return {
    id,
    names: [name, ...(entry === null ? [] : [entry.name])],
    client,
    audit: audit?.id ?? null,
    predecessor: entry?.predecessor ?? null,
    successor: ownId,
    components: entry?.components ?? null,
    coupled: entry?.coupled ?? null,
    people: entry && { partner: entry.partner ?? '', manager: entry.manager ?? '' },
    deadline: kept === null ? null : { day: kept, from: day === kept ? from : 'typed' }, // a plan may have another
    isOpen: canMove(group),
  };
}

/** The only one of these; null where there is none. */
function theOnly<One>(found: readonly One[]): One | 'several' | null {
  const [one, ...others] = new Set(found);
  return others.length > 0 ? 'several' : (one ?? null);
}

/** Finds groups of the season by rows, and tells what is wrong with a row that would add one. */
export function seasonIndex({ groups, clients, audits }: Pick<ImportKnown, 'groups' | 'clients' | 'audits'>) {
  const bySuccessor = Map.groupBy(groups, ({ successor }) => successor?.trim() ?? '');
  const byPredecessor = Map.groupBy(groups, ({ predecessor }) => predecessor?.trim() ?? '');
  const byName = Map.groupBy(
    groups.flatMap((group) => group.names.map((name) => ({ key: fold(name), group }))),
    ({ key }) => key,
  );
  const standing = audits.filter(({ status }) => status !== 'deleting');
  const auditIds = new Set(standing.map(({ id }) => id));
  const taken = new Set([
    ...standing.map(({ client_organisation_id: client, name }) => groupKey({ client, name })),
    ...groups.flatMap(({ client, names }) => names.map((name) => groupKey({ client, name }))),
  ]);
  const clientIds = new Set(clients.map(({ id }) => id));
  const clientsByName = Map.groupBy(clients, ({ name }) => fold(name));
  const withZeros = {
    client: alikeFinder(clientIds),
    successor: alikeFinder(bySuccessor.keys()),
    predecessor: alikeFinder(byPredecessor.keys()),
    audit: alikeFinder([...bySuccessor.keys(), ...byPredecessor.keys()]),
  };
  const withId = (all: typeof bySuccessor, id: string): readonly SeasonGroup[] =>
    id === '' ? [] : (all.get(id) ?? []);

  /** The client by its id, or, without one, by its name where it is the only one; null where there is no such. */
  const clientOf = ({ client, clientName }: DeadlineRow): string | null => {
    if (client !== '') return clientIds.has(client) ? client : null;
    const found = theOnly((clientsByName.get(fold(clientName)) ?? []).map(({ id }) => id));
    return found === 'several' ? null : found;
  };

  return {
    clientOf,
    /** By the id of its audit or of last year's, or, without an id, by its name and client where it is the only one. */
    find: (row: DeadlineRow): SeasonGroup | 'several' | null => {
      const { audit, successor, predecessor, name, client, clientName } = row;
      const byId = [
        ...withId(bySuccessor, audit),
        ...withId(bySuccessor, successor),
        ...withId(byPredecessor, predecessor),
      ];
      // A person's own list may have last year's ids under the title of the audit's.
      if (byId.length === 0) byId.push(...withId(byPredecessor, audit));
      if (byId.length > 0 || audit + successor + predecessor !== '') return theOnly(byId);
      const isAny = client === '' && clientName === '';
      const own = client === '' ? clientOf(row) : client;
      const named = (byName.get(fold(name)) ?? []).map(({ group }) => group);
      return theOnly(isAny ? named : named.filter((group) => group.client === own));
    },
    /** The ids of a row without a group that the season, or a list, has in another spelling. */
    zerosLost: (row: DeadlineRow): readonly RowIssue[] =>
      (['audit', 'successor', 'predecessor', 'client'] as const).flatMap(
        (of) => idAlike(row[of], `${of}_id`, withZeros[of]) ?? [],
      ),
    /** Why a row adds no group; it needs a name, a client and a number of components, and nothing may be that already. */
    newGroupIssues: (row: DeadlineRow): readonly RowIssue[] => {
      const { name, predecessor, components } = row;
      const error = (
        code: RowIssue['code'],
        column: RowIssue['column'],
        facts?: RowIssue['facts'],
      ): RowIssue => ({ code, column, isWarning: false, ...(facts === undefined ? {} : { facts }) });
      if (name === '' || predecessor !== '' || components === null)
        return [error('group-not-in-season', 'audit_name')];
      const [client, id] = [clientOf(row), idOfNew(row) ?? ''];
      return [
        ...(client === null ? [error('no-single-client', 'client_id')] : []),
        ...(auditIds.has(id) || taken.has(groupKey({ client: client ?? '', name }))
          ? [error('group-taken', 'audit_name')]
          : []),
        ...tooLong(name, 'audit_name', longestAuditName),
        ...tooLong(id, row.successor === '' ? 'audit_id' : 'successor_id', longestId),
      ];
    },
  };
}

function tooLong(text: string, column: RowIssue['column'], max: number): readonly RowIssue[] {
  const length = Array.from(text).length;
  return length > max ? [{ code: 'too-long', column, isWarning: false, facts: { length, max } }] : [];
}

function idOfNew({ successor, audit }: DeadlineRow): string | null {
  return successor || audit || null;
}

const farAway = 10; // years, as by one wrong digit

const longestPerson = 255; // as a cell of the season takes

/** What is wrong with what a group is to have, or worth looking at; null for a group that is added. */
export function seasonIssues(
  row: DeadlineRow,
  group: SeasonGroup | null,
  today: string,
): readonly RowIssue[] {
  return [
    ...deadlineIssues(row, group, today),
    ...people.flatMap((of) => tooLong(row[of], of, longestPerson)),
    ...people
      .filter((of) => group?.people === null && row[of] !== '')
      .map((column): RowIssue => ({ code: 'not-kept', column, isWarning: true })),
  ];
}

function deadlineIssues({ day }: DeadlineRow, group: SeasonGroup | null, today: string): readonly RowIssue[] {
  if (day === null || day === group?.deadline?.day) return [];
  if (group?.isOpen === false) return [{ code: 'group-created', column: 'deadline', isWarning: false }];
  const years = Math.abs(Number(day.slice(0, 4)) - Number(today.slice(0, 4)));
  if (years >= farAway)
    return [{ code: 'far-year', column: 'deadline', isWarning: true, facts: { count: years } }];
  return day < today ? [{ code: 'deadline-past', column: 'deadline', isWarning: true }] : [];
}

/** What becomes of the season by the rows of a table. */
export interface SeasonUpdate {
  readonly changes: readonly GroupChange[];
  readonly added: readonly AddedGroup[];
}

/** What a person or a row says of a group. */
export type Said = Pick<SeasonChange, 'deadline' | Person>;

/** What of a group is otherwise, with what it was: both name the same. */
export interface GroupChange {
  readonly id: string;
  readonly before: Said;
  readonly after: Said;
}

/** The same of this group. */
export function groupChange({ id, deadline, people: named }: SeasonGroup, after: Said): GroupChange {
  const before = { deadline, ...(named ?? { partner: '', manager: '' }) };
  const keys = (['deadline', ...people] as const).filter((key) => after[key] !== undefined);
  return { id, before: Object.fromEntries(keys.map((key) => [key, before[key]])), after };
}

/** Of what is to become of a group what still is as one side of a change has it; null where nothing is. */
export function stillSo(group: SeasonGroup, { id, ...change }: GroupChange, from: 'before' | 'after') {
  const now = groupChange(group, change[from]).before;
  const to = change[from === 'before' ? 'after' : 'before'];
  const isSo = {
    deadline: now.deadline?.day === change[from].deadline?.day,
    partner: now.partner === change[from].partner,
    manager: now.manager === change[from].manager,
  };
  const keys = (['deadline', ...people] as const).filter((key) => to[key] !== undefined && isSo[key]);
  return keys.length === 0 ? null : { id, ...Object.fromEntries(keys.map((key) => [key, to[key]])) };
}

/** A group that a row adds to the season. */
export interface AddedGroup
  extends Pick<SeasonEntry, 'name' | 'client' | 'successor' | 'components' | 'coupled' | Person> {
  readonly day: string | null;
}

export function seasonUpdate(rows: readonly CheckedRow[], known: ImportKnown): SeasonUpdate {
  const groups = new Map(known.groups.map((group) => [group.id, group]));
  const { clientOf } = seasonIndex(known);
  const changes: GroupChange[] = [];
  const added: AddedGroup[] = [];
  for (const { object, state, existing, differences } of rows) {
    if (object.kind !== 'deadline') continue;
    const { name, day, components, coupled } = object;
    const isOther = (column: ImportColumn): boolean => differences.some((one) => one.column === column);
    const said = (keeps: (of: Person) => boolean) =>
      Object.fromEntries(people.filter(keeps).map((of) => [of, object[of]]));
    const group = groups.get(existing ?? '');
    if (state === 'different' && group !== undefined)
      changes.push(
        groupChange(group, {
          ...(day !== null && isOther('deadline') && { deadline: { day, from: 'imported' } }),
          ...said(isOther),
        }),
      );
    if (state === 'new')
      added.push({
        name,
        client: clientOf(object) ?? '',
        successor: idOfNew(object),
        components: components ?? 0,
        coupled,
        day,
        ...said((of) => object[of] !== ''),
      });
  }
  return { changes, added };
}

/** The entries of groups that a table adds, under ids that none of those that are kept has. */
export function addedEntries(
  connection: string,
  added: readonly AddedGroup[],
  kept: readonly Pick<SeasonEntry, 'id'>[],
): readonly SeasonEntry[] {
  const taken = new Set(kept.map(({ id }) => id));
  return added.map(({ day, ...group }): SeasonEntry => {
    const id = freeId(`${connection} ${groupKey(group)}`, taken);
    taken.add(id);
    return {
      id,
      connection,
      ...group,
      predecessor: null,
      deadline: day === null ? null : { day, from: 'imported' },
      priority: 0,
    };
  });
}
