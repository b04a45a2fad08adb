import { z } from 'zod';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { Team } from '../../shared/model/team.ts';
import type { ImportEntry, OpenedSettings } from '../../shared/operations/settings.ts';
import type { Connections } from '../connections/connections.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import type { Policy } from '../policy/policy.ts';
import { writeWhole } from '../records/whole-file.ts';
import { readOwnFile } from './own-file.ts';
import type { PreferenceStore } from './preferences.ts';
import {
  type Here,
  judgeConnection,
  judgePreference,
  judgeTeam,
  ListedConnection,
  meantHere,
  portable,
} from './settings-entries.ts';
import type { TeamStore } from './teams.ts';

const header = { format: 'audit-desk-settings', version: 1 } as const;

const SettingsFile = z.object({
  savedAt: z.string().max(40).nullable().catch(null),
  preferences: z.record(z.string().max(100), z.unknown()).catch({}),
  connections: z.array(z.unknown()).max(500).catch([]),
  teams: z.array(z.unknown()).max(2_000).catch([]),
});
type SettingsFile = z.output<typeof SettingsFile>;

interface Deps {
  readonly preferences: PreferenceStore;
  readonly connections: Pick<Connections, 'list' | 'save' | 'adopt'>;
  readonly teams: TeamStore;
  readonly policy: Policy;
  readonly languages: readonly string[];
  readonly redactors: Pick<Redactors, 'of'>;
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly chooseOpening: (kind: 'settings') => Promise<string | null>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Settings as a file that another computer takes over: preferences, connections without their secrets, teams. */
export function createSettingsExchange(deps: Deps) {
  const { preferences, connections, teams, policy, languages } = deps;
  const { chooseFile, chooseOpening, now, newId } = deps;
  let opened: { readonly id: string; readonly file: SettingsFile } | null = null;

  const here = (): Here => ({
    preferences: preferences.read(),
    connections: connections.list(),
    teamsOf: teams.list,
    policy,
    languages,
  });

  const takeConnection = async (value: unknown, entry: ImportEntry): Promise<Reply<unknown>> => {
    const listed = ListedConnection.parse(value); // what cannot be read is refused before
    const known = meantHere(listed, here());
    const { id: _, ...account } = listed;
    return entry.verdict === 'new' || known === null
      ? connections.adopt(account)
      : connections.save({ ...account, id: known.id, keep: 'keychain' });
  };

  return {
    /** Asks for a place and writes them there; fails as `file-not-written`. */
    save: async (): Promise<Reply<{ readonly saved: boolean }>> => {
      const path = await chooseFile(`audit-desk-settings-${now().toISOString().slice(0, 10)}.json`);
      if (path === null) return succeed({ saved: false });
      const written = await writeWhole(path, [`${JSON.stringify(contentOf(deps), null, 2)}\n`]);
      return written.ok ? succeed({ saved: true }) : written;
    },
    /** Asks for a file and tells, entry by entry, what it would change. */
    open: async (): Promise<OpenedSettings> => {
      opened = null;
      const path = await chooseOpening('settings');
      if (path === null) return { ...nothingOpened, fault: null };
      const read = readOwnFile(path, header);
      if ('fault' in read) return { ...nothingOpened, fault: read.fault };
      const file = SettingsFile.parse(read.content);
      opened = { id: newId(), file };
      return { id: opened.id, fault: null, savedAt: file.savedAt, entries: judgeAll(file, here()) };
    },
    /** Takes over the entries so named of the file that was opened last; `not-found-here` for any other file. */
    take: async ({
      id,
      keys,
    }: {
      readonly id: string;
      readonly keys: readonly string[];
    }): Promise<Reply<{ readonly entries: readonly ImportEntry[] }>> => {
      if (opened?.id !== id) return fail('not-found-here');
      const { file } = opened;
      const wanted = new Set(keys);
      const outcomes: ImportEntry[] = [];
      // Connections first: teams belong to them.
      for (const [place, value] of file.connections.entries()) {
        const entry = judgeConnection(value, place, here());
        if (wanted.has(entry.key)) outcomes.push(await taken(entry, () => takeConnection(value, entry)));
      }
      for (const [name, value] of Object.entries(file.preferences)) {
        const entry = judgePreference(name, value, here());
        // `judgePreference` has checked the value by its schema.
        if (wanted.has(entry.key))
          outcomes.push(await taken(entry, () => preferences.change({ [name]: value })));
      }
      for (const [place, team] of file.teams.entries()) {
        const entry = judgeTeamOf(team, place, file, here());
        if (wanted.has(entry.key)) outcomes.push(await taken(entry, () => takeTeam(team, file)));
      }
      return succeed({ entries: outcomes });
    },
  };

  function takeTeam(value: unknown, file: SettingsFile): Reply<unknown> {
    const connection = homeOf(value, file, here());
    if (connection === null) return fail('not-found-here');
    return succeed(teams.save({ ...Team.parse(value), connection }));
  }
}

/** What the file says of this computer, without secrets. */
function contentOf({ preferences, connections, teams, redactors, now }: Deps) {
  const own = preferences.read();
  const accounts = connections.list();
  return {
    ...header,
    savedAt: now().toISOString(),
    preferences: Object.fromEntries(portable.map((name) => [name, own[name]])),
    connections: accounts
      .filter(({ secret }) => secret !== 'built-in')
      .map(({ id, name, baseUrl, clientId, kind, access }) => ({
        id,
        name: redactors.of(id).redactText(name),
        baseUrl,
        clientId,
        kind,
        access,
      })),
    teams: accounts.flatMap(({ id }) =>
      teams.list(id).map((team) => ({ ...team, name: redactors.of(id).redactText(team.name) })),
    ),
  };
}

/** The connection here that a team of the file belongs to. */
function homeOf(team: unknown, file: SettingsFile, held: Here): string | null {
  const of = Team.safeParse(team).data?.connection;
  const listed = listedIn(file).find(({ id }) => id === of);
  if (listed !== undefined) return meantHere(listed, held)?.id ?? null;
  return held.connections.some(({ id, secret }) => id === of && secret === 'built-in') ? (of ?? null) : null;
}

/** Whether the connection of a team comes with the file. */
function isComing(team: unknown, file: SettingsFile, held: Here): boolean {
  const of = Team.safeParse(team).data?.connection;
  const listed = listedIn(file).find(({ id }) => id === of);
  return listed !== undefined && judgeConnection(listed, 0, held).verdict === 'new';
}

function judgeTeamOf(team: unknown, place: number, file: SettingsFile, held: Here): ImportEntry {
  return judgeTeam(team, place, homeOf(team, file, held) ?? (isComing(team, file, held) ? '' : null), held);
}

function judgeAll(file: SettingsFile, held: Here): readonly ImportEntry[] {
  return [
    ...Object.entries(file.preferences).map(([name, value]) => judgePreference(name, value, held)),
    ...file.connections.map((value, place) => judgeConnection(value, place, held)),
    ...file.teams.map((team, place) => judgeTeamOf(team, place, file, held)),
  ];
}

/** Carries an entry out and answers it with its outcome. */
async function taken(
  entry: ImportEntry,
  carryOut: () => Reply<unknown> | Promise<Reply<unknown>>,
): Promise<ImportEntry> {
  if (entry.verdict === 'same' || entry.verdict === 'refused') return entry;
  const done = await carryOut();
  if (done.ok) return entry;
  const { code } = done.error;
  const reason =
    code === 'managed' || code === 'declined'
      ? code
      : code === 'not-found-here'
        ? 'no-connection'
        : 'invalid';
  return { ...entry, verdict: 'refused', reason };
}

const nothingOpened = { id: null, savedAt: null, entries: [] } as const;

function listedIn(file: SettingsFile): readonly ListedConnection[] {
  return file.connections.flatMap((value) => ListedConnection.safeParse(value).data ?? []);
}
