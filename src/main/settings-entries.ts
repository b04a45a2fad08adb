import { z } from 'zod';
import { type Connection, ConnectionDraft } from '../shared/model/connection.ts';
import { Preferences } from '../shared/model/preferences.ts';
import { Team } from '../shared/model/team.ts';
import type { ImportEntry } from '../shared/operations/settings.ts';
import { readAddress } from './connections/address.ts';
import { mayEnter, type Policy } from './policy.ts';

/** A connection as a settings file holds it: without its secret, and without anything that leads to it. */
export const ListedConnection = z.strictObject({
  id: z.string().min(1).max(200),
  ...ConnectionDraft.pick({ name: true, baseUrl: true, clientId: true, kind: true, access: true }).shape,
});
export type ListedConnection = z.output<typeof ListedConnection>;

/** The preferences that a file carries: not the connection in use, which is a matter of one computer. */
export const portable = Preferences.keyof().options.filter((name) => name !== 'activeConnection');

/** What an import would compare with. */
export interface Here {
  readonly preferences: Preferences;
  readonly connections: readonly Connection[];
  readonly teamsOf: (connection: string) => readonly Team[];
  readonly policy: Policy;
}

type Judged = Pick<ImportEntry, 'verdict' | 'reason' | 'changes'>;
type Change = ImportEntry['changes'][number];

/** What a preference of a file would change. */
export function judgePreference(name: string, value: unknown, here: Here): ImportEntry {
  return { key: `preference ${name}`, kind: 'preference', name, ...judge() };

  function judge(): Judged {
    const known = portable.find((one) => one === name);
    if (known === undefined) return refused('unknown');
    // Without its fallback: what is no value must not turn into the default.
    const parsed = Preferences.shape[known].unwrap().safeParse(value);
    if (!parsed.success) return refused('invalid');
    const [from, to] = [JSON.stringify(here.preferences[known]), JSON.stringify(parsed.data)];
    if (from === to) return same;
    if (here.policy.locked.some((one) => one === known)) return refused('managed');
    return { verdict: 'change', reason: null, changes: [{ field: '', from, to }] };
  }
}

/** The connection here that one of a file means: the same account at the same address. */
export function meantHere(
  listed: Pick<ListedConnection, 'baseUrl' | 'clientId'>,
  here: Here,
): Connection | null {
  const reading = readAddress(listed.baseUrl);
  const isMeant = (one: Connection): boolean =>
    reading.ok && one.baseUrl === reading.value && one.clientId === listed.clientId;
  return here.connections.find((one) => one.secret !== 'built-in' && isMeant(one)) ?? null;
}

/** What a connection of a file would change. */
export function judgeConnection(value: unknown, place: number, here: Here): ImportEntry {
  const parsed = ListedConnection.safeParse(value);
  const about = { key: `connection ${place}`, kind: 'connection' } as const;
  if (!parsed.success) return { ...about, name: '', ...refused('invalid') };
  const listed = parsed.data;
  const { name, baseUrl } = listed;
  const reading = readAddress(baseUrl);
  if (!reading.ok) return { ...about, name, ...refused('invalid') };
  const known = meantHere(listed, here);
  if (known === null)
    return {
      ...about,
      name,
      ...(mayEnter(here.policy, reading.value) ? added(listed, reading.value) : refused('managed')),
    };
  const changes = (['name', 'kind', 'access'] as const).flatMap((field) =>
    known[field] === listed[field] ? [] : [{ field, from: known[field], to: listed[field] }],
  );
  return { ...about, name, ...(changes.length === 0 ? same : { verdict: 'change', reason: null, changes }) };
}

/** What a team of a file would change; `connection` is where it belongs here, null where that is nowhere. */
export function judgeTeam(value: unknown, place: number, connection: string | null, here: Here): ImportEntry {
  const parsed = Team.safeParse(value);
  const about = { key: `team ${place}`, kind: 'team' } as const;
  if (!parsed.success) return { ...about, name: '', ...refused('invalid') };
  const { id, name, members } = parsed.data;
  if (connection === null) return { ...about, name, ...refused('no-connection') };
  const known = here.teamsOf(connection).find((team) => team.id === id);
  const to = membersWords(members);
  if (known === undefined)
    return { ...about, name, verdict: 'new', reason: null, changes: [{ field: 'members', from: null, to }] };
  const changes: readonly Change[] = [
    ...(known.name === name ? [] : [{ field: 'name', from: known.name, to: name }]),
    ...(membersWords(known.members) === to
      ? []
      : [{ field: 'members', from: membersWords(known.members), to }]),
  ];
  return { ...about, name, ...(changes.length === 0 ? same : { verdict: 'change', reason: null, changes }) };
}

const same: Judged = { verdict: 'same', reason: null, changes: [] };

function refused(reason: NonNullable<ImportEntry['reason']>): Judged {
  return { verdict: 'refused', reason, changes: [] };
}

function added({ clientId, kind, access }: ListedConnection, address: string): Judged {
  const facts = { baseUrl: address, clientId, kind, access };
  const changes = Object.entries(facts).map(([field, to]) => ({ field, from: null, to }));
  return { verdict: 'new', reason: null, changes };
}

function membersWords(members: Team['members']): string {
  return members.map(({ id, role }) => `${id} (${role})`).join(', ');
}
