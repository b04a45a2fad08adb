import { z } from 'zod';
import { type Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { Preferences } from '../../shared/model/preferences.ts';
import { Team } from '../../shared/model/team.ts';
import type { ImportEntry } from '../../shared/operations/settings.ts';
import { settingNames, settingRow } from '../../shared/settings.ts';
import { readAddress } from '../connections/address.ts';
import { isLessGuarded } from '../connections/consent.ts';
import { mayEnter, type Policy } from '../policy/policy.ts';

/** A connection as a settings file holds it: without its secret, and without anything that leads to it. */
export const ListedConnection = z.strictObject({
  id: z.string().min(1).max(200),
  ...ConnectionDraft.pick({ name: true, baseUrl: true, clientId: true, kind: true, access: true }).shape,
});
export type ListedConnection = z.output<typeof ListedConnection>;

const ofHere = [
  'activeConnection',
  'recentAudits',
  'starredAudits',
  'recentChoices',
  'lists',
  'columns',
] as const;

/** The preferences in a file: all but the connection in use, what was used last, and how lists are set up here. */
export const portable = Preferences.keyof().exclude(ofHere).options;

export interface Here {
  readonly preferences: Preferences;
  readonly connections: readonly Connection[];
  readonly teamsOf: (connection: string) => readonly Team[];
  readonly policy: Policy;
  readonly languages: readonly string[];
}

type Judged = Pick<ImportEntry, 'verdict' | 'reason' | 'changes' | 'loosens'>;
type Change = ImportEntry['changes'][number];

export function judgePreference(name: string, value: unknown, here: Here): ImportEntry {
  return { key: `preference ${name}`, kind: 'preference', name, ...judge() };

  function judge(): Judged {
    const known = portable.find((one) => one === name);
    if (known === undefined) return refused('unknown');
    // Without the fallback, so that a wrong value does not become the default.
    const parsed = Preferences.shape[known].unwrap().safeParse(value);
    const isSpoken = known !== 'language' || value === null || here.languages.some((id) => id === value);
    if (!parsed.success || !isSpoken) return refused('invalid');
    const [from, to] = [JSON.stringify(here.preferences[known]), JSON.stringify(parsed.data)];
    if (from === to) return same;
    if (here.policy.locked.some((one) => one === known)) return refused('managed');
    const setting = settingNames.find((one) => one === known);
    const loosens =
      setting !== undefined && settingRow(setting).loosensWhenMore === true && Number(to) > Number(from);
    return { verdict: 'change', reason: null, changes: [{ field: '', from, to }], loosens };
  }
}

/** The connection here with the same account and address. */
export function meantHere(
  listed: Pick<ListedConnection, 'baseUrl' | 'clientId'>,
  here: Here,
): Connection | null {
  const reading = readAddress(listed.baseUrl);
  const isMeant = (one: Connection): boolean =>
    reading.ok && one.baseUrl === reading.value && one.clientId === listed.clientId;
  return here.connections.find((one) => one.secret !== 'built-in' && isMeant(one)) ?? null;
}

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
      ...(mayEnter(here.policy, reading.value)
        ? { ...added(listed, reading.value), loosens: escapesProduction(listed, reading.value, here) }
        : refused('managed')),
    };
  const changes = (['name', 'kind', 'access'] as const).flatMap((field) =>
    known[field] === listed[field] ? [] : [{ field, from: known[field], to: listed[field] }],
  );
  if (changes.length === 0) return { ...about, name, ...same };
  return { ...about, name, verdict: 'change', reason: null, changes, loosens: isLessGuarded(known, listed) };
}

/** Whether it would reach production while calling it something else. */
function escapesProduction({ kind }: ListedConnection, address: string, { connections }: Here): boolean {
  return (
    kind !== 'production' && connections.some((one) => one.kind === 'production' && one.baseUrl === address)
  );
}

/** What a team would change; `connection` is its connection here, null where there is none. */
export function judgeTeam(value: unknown, place: number, connection: string | null, here: Here): ImportEntry {
  const parsed = Team.safeParse(value);
  const about = { key: `team ${place}`, kind: 'team' } as const;
  if (!parsed.success) return { ...about, name: '', ...refused('invalid') };
  const { id, name, members } = parsed.data;
  if (connection === null) return { ...about, name, ...refused('no-connection') };
  const known = here.teamsOf(connection).find((team) => team.id === id);
  const to = membersWords(members);
  if (known === undefined)
    return {
      ...about,
      name,
      verdict: 'new',
      reason: null,
      changes: [{ field: 'members', from: null, to }],
      loosens: false,
    };
  const changes: readonly Change[] = [
    ...(known.name === name ? [] : [{ field: 'name', from: known.name, to: name }]),
    ...(membersWords(known.members) === to
      ? []
      : [{ field: 'members', from: membersWords(known.members), to }]),
  ];
  if (changes.length === 0) return { ...about, name, ...same };
  return { ...about, name, verdict: 'change', reason: null, changes, loosens: false };
}

const same: Judged = { verdict: 'same', reason: null, changes: [], loosens: false };

function refused(reason: NonNullable<ImportEntry['reason']>): Judged {
  return { verdict: 'refused', reason, changes: [], loosens: false };
}

function added({ clientId, kind, access }: ListedConnection, address: string): Judged {
  const facts = { baseUrl: address, clientId, kind, access };
  const changes = Object.entries(facts).map(([field, to]) => ({ field, from: null, to }));
  return { verdict: 'new', reason: null, changes, loosens: false };
}

function membersWords(members: Team['members']): string {
  return members.map(({ id, role }) => `${id} (${role})`).join(', ');
}
