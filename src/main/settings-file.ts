import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { fail, type Reply, succeed } from '../shared/error.ts';
import { Team } from '../shared/model/team.ts';
import type { ImportEntry, OpenedSettings, settingsFileFaults } from '../shared/operations/settings.ts';
import type { Connections } from './connections/connections.ts';
import type { Policy } from './policy.ts';
import type { PreferenceBook } from './preferences.ts';
import { writeWhole } from './records/whole-file.ts';
import type { Redactor } from './redaction.ts';
import {
  type Here,
  judgeConnection,
  judgePreference,
  judgeTeam,
  ListedConnection,
  meantHere,
  portable,
} from './settings-entries.ts';
import type { TeamBook } from './teams.ts';

const format = 'audit-desk-settings';
const version = 1;
const largest = 8 * 1024 * 1024; // bytes

const Header = z.object({ format: z.literal(format), version: z.number().int() });
const SettingsFile = z.object({
  savedAt: z.string().max(40).nullable().catch(null),
  preferences: z.record(z.string().max(100), z.unknown()).catch({}),
  connections: z.array(z.unknown()).max(500).catch([]),
  teams: z.array(z.unknown()).max(2_000).catch([]),
});
type SettingsFile = z.output<typeof SettingsFile>;

/** Settings as a file that another computer takes over: preferences, connections without their secrets, teams. */
export interface SettingsExchange {
  /** Asks for a place and writes them there; fails as `file-not-written`. */
  readonly save: () => Promise<Reply<{ readonly saved: boolean }>>;
  /** Asks for a file and tells, entry by entry, what it would change. */
  readonly open: () => Promise<OpenedSettings>;
  /** Takes over the entries so named of the file that was opened last; `not-found-here` for any other file. */
  readonly take: (wanted: {
    readonly id: string;
    readonly keys: readonly string[];
  }) => Promise<Reply<{ readonly entries: readonly ImportEntry[] }>>;
}

interface Surroundings {
  readonly preferences: PreferenceBook;
  readonly connections: Pick<Connections, 'list' | 'save' | 'adopt'>;
  readonly teams: TeamBook;
  readonly policy: Policy;
  readonly redactor: Pick<Redactor, 'redactValues'>;
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly chooseOpening: () => Promise<string | null>;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createSettingsExchange(surroundings: Surroundings): SettingsExchange {
  const { preferences, connections, teams, policy, redactor, chooseFile, chooseOpening, now, newId } =
    surroundings;
  let opened: { readonly id: string; readonly file: SettingsFile } | null = null;

  const here = (): Here => ({
    preferences: preferences.read(),
    connections: connections.list(),
    teamsOf: teams.list,
    policy,
  });

  /** Where a team of the file belongs here: with the account that it was made for, if that is here or about to be. */
  const homeOf = (team: unknown, file: SettingsFile, held: Here): string | null => {
    const of = Team.safeParse(team).data?.connection;
    const listed = listedIn(file).find(({ id }) => id === of);
    if (listed !== undefined) return meantHere(listed, held)?.id ?? null;
    return held.connections.some(({ id, secret }) => id === of && secret === 'built-in')
      ? (of ?? null)
      : null;
  };

  /** Whether the connection of a team is in the file and new here: the team can go with it. */
  const isComing = (team: unknown, file: SettingsFile, held: Here): boolean => {
    const of = Team.safeParse(team).data?.connection;
    const listed = listedIn(file).find(({ id }) => id === of);
    return listed !== undefined && judgeConnection(listed, 0, held).verdict === 'new';
  };

  const judgeTeamOf = (team: unknown, place: number, file: SettingsFile, held: Here): ImportEntry =>
    judgeTeam(team, place, homeOf(team, file, held) ?? (isComing(team, file, held) ? '' : null), held);

  const judgeAll = (file: SettingsFile): readonly ImportEntry[] => {
    const held = here();
    return [
      ...Object.entries(file.preferences).map(([name, value]) => judgePreference(name, value, held)),
      ...file.connections.map((value, place) => judgeConnection(value, place, held)),
      ...file.teams.map((team, place) => judgeTeamOf(team, place, file, held)),
    ];
  };

  const takeConnection = async (value: unknown, entry: ImportEntry): Promise<Reply<unknown>> => {
    const listed = ListedConnection.parse(value); // what cannot be read is refused before
    const known = meantHere(listed, here());
    const { id: _, ...account } = listed;
    return entry.verdict === 'new' || known === null
      ? connections.adopt(account)
      : connections.save({ ...account, id: known.id, keep: 'keychain' });
  };

  return {
    save: async () => {
      const path = await chooseFile(`audit-desk-settings-${now().toISOString().slice(0, 10)}.json`);
      if (path === null) return succeed({ saved: false });
      const own = preferences.read();
      const accounts = connections.list();
      const content = {
        format,
        version,
        savedAt: now().toISOString(),
        preferences: Object.fromEntries(portable.map((name) => [name, own[name]])),
        connections: accounts
          .filter(({ secret }) => secret !== 'built-in')
          .map(({ id, name, baseUrl, clientId, kind, access }) => ({
            id,
            name,
            baseUrl,
            clientId,
            kind,
            access,
          })),
        teams: accounts.flatMap(({ id }) => teams.list(id)),
      };
      const written = await writeWhole(path, [
        `${JSON.stringify(redactor.redactValues(content), null, 2)}\n`,
      ]);
      return written.ok ? succeed({ saved: true }) : written;
    },
    open: async () => {
      opened = null;
      const path = await chooseOpening();
      if (path === null) return { ...nothingOpened, fault: null };
      const file = readSettings(path);
      if (typeof file === 'string') return { ...nothingOpened, fault: file };
      opened = { id: newId(), file };
      return { id: opened.id, fault: null, savedAt: file.savedAt, entries: judgeAll(file) };
    },
    take: async ({ id, keys }) => {
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
        // Its schema has taken this very value, by which it was judged.
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

/** Carries out what an entry says, where it says something; answers it with what became of it. */
async function taken(
  entry: ImportEntry,
  carryOut: () => Reply<unknown> | Promise<Reply<unknown>>,
): Promise<ImportEntry> {
  if (entry.verdict === 'same' || entry.verdict === 'refused') return entry;
  const done = await carryOut();
  if (done.ok) return entry;
  const { code } = done.error;
  const reason = code === 'managed' ? code : code === 'not-found-here' ? 'no-connection' : 'invalid';
  return { ...entry, verdict: 'refused', reason };
}

const nothingOpened = { id: null, savedAt: null, entries: [] } as const;

function listedIn(file: SettingsFile): readonly ListedConnection[] {
  return file.connections.flatMap((value) => ListedConnection.safeParse(value).data ?? []);
}

function readSettings(path: string): SettingsFile | (typeof settingsFileFaults)[number] {
  let content: unknown;
  try {
    if (statSync(path).size > largest) return 'too-large';
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (fault) {
    return fault instanceof SyntaxError ? 'not-settings' : 'unreadable';
  }
  const header = Header.safeParse(content);
  if (!header.success) return 'not-settings';
  return header.data.version > version ? 'newer' : SettingsFile.parse(content);
}
