import { z } from 'zod';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Team } from '../../shared/model/team.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import type { ImportEntry, OpenedSettings } from '../../shared/operations/settings.ts';
import { mostOfKind } from '../../shared/settings.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ask } from '../connections/consent.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import type { Policy } from '../policy/policy.ts';
import { writeWhole } from '../records/whole-file.ts';
import type { ReadingDeps } from '../tables/reading-process.ts';
import type { OfConnectionStores } from './of-connection.ts';
import { readOwnFile } from './own-file.ts';
import type { PreferenceStore } from './preferences.ts';
import {
  type Here,
  judgeConnection,
  judgePreference,
  judgeTeams,
  judgeTemplates,
  ListedConnection,
  meantHere,
  type OwnedEntry,
  portable,
} from './settings-entries.ts';

const header = { format: 'audit-desk-settings', version: 1 } as const;

const SavedAt = z.string().max(40).nullable().catch(null);
const Preferred = z.record(z.string().max(100), z.unknown());

interface SettingsFile {
  readonly savedAt: string | null;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly connections: readonly unknown[];
  readonly teams: readonly unknown[];
  readonly templates: readonly unknown[];
  /** What of it is not looked at. */
  readonly leftOut: OpenedSettings['leftOut'];
}

/** A file as it can be taken over; a list that is too long, or is none, is left out as a whole and told. */
function readSettings(content: Readonly<Record<string, unknown>>): SettingsFile {
  const leftOut: OpenedSettings['leftOut'][number][] = [];
  const list = (kind: keyof typeof mostOfKind): readonly unknown[] => {
    const [values, most] = [content[`${kind}s`] ?? [], mostOfKind[kind]];
    if (Array.isArray(values) && values.length <= most) return values;
    leftOut.push({ kind, count: Array.isArray(values) ? values.length : null, most });
    return [];
  };
  const preferences = Preferred.safeParse(content['preferences'] ?? {}).data;
  if (preferences === undefined) leftOut.push({ kind: 'preference', count: null, most: null });
  return {
    savedAt: SavedAt.parse(content['savedAt']),
    preferences: preferences ?? {},
    connections: list('connection'),
    teams: list('team'),
    templates: list('template'),
    leftOut,
  };
}

interface Deps {
  readonly preferences: PreferenceStore;
  readonly connections: Pick<Connections, 'list' | 'save' | 'adopt'>;
  readonly teams: OfConnectionStores['teams'];
  readonly templates: OfConnectionStores['templates'];
  readonly policy: Policy;
  readonly languages: readonly string[];
  readonly redactors: Pick<Redactors, 'of'>;
  readonly chooseFile: (fileName: string) => Promise<string | null>;
  readonly chooseOpening: (kind: 'settings') => Promise<string | null>;
  readonly tableProcess: ReadingDeps['fork'];
  readonly ask: Ask;
  readonly clock: ReadingDeps['clock'];
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Settings as a file that another computer takes over: preferences, connections without their secrets, teams, templates. */
export function createSettingsExchange(deps: Deps) {
  const { preferences, connections, teams, templates, policy, languages } = deps;
  const { chooseFile, chooseOpening, now, newId } = deps;
  let opened: { readonly id: string; readonly file: SettingsFile } | null = null;

  const here = (): Here => ({
    preferences: preferences.read(),
    connections: connections.list(),
    teamsOf: teams.list,
    templatesOf: templates.list,
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
      const read = await readOwnFile(path, header, { fork: deps.tableProcess, clock: deps.clock });
      if ('fault' in read) return { ...nothingOpened, fault: read.fault };
      const file = readSettings(read.content);
      opened = { id: newId(), file };
      return {
        id: opened.id,
        fault: null,
        savedAt: file.savedAt,
        entries: judgeAll(file, here()),
        leftOut: file.leftOut,
      };
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
      // Connections first: teams and templates belong to them.
      for (const [place, value] of file.connections.entries()) {
        const entry = judgeConnection(value, place, here());
        if (wanted.has(entry.key)) outcomes.push(await taken(entry, () => takeConnection(value, entry)));
      }
      for (const [name, value] of Object.entries(file.preferences)) {
        const entry = judgePreference(name, value, here());
        // `judgePreference` has checked the value by its schema.
        if (wanted.has(entry.key))
          outcomes.push(await taken(entry, () => preferences.changeAsking({ [name]: value }, deps.ask)));
      }
      // Judged together: what was taken before must not make another of the file look like a change.
      for (const { entry, kept } of judgeTeamsOf(file, here()))
        if (wanted.has(entry.key)) outcomes.push(await taken(entry, () => takeOwned(kept, teams, newId)));
      for (const { entry, kept } of judgeTemplatesOf(file, here()))
        if (wanted.has(entry.key)) outcomes.push(await taken(entry, () => takeOwned(kept, templates, newId)));
      return succeed({ entries: outcomes });
    },
  };
}

interface OwnedStore<Kept> {
  readonly isElsewhere: (kept: Kept) => boolean;
  readonly save: (kept: readonly Kept[]) => void;
}

/** Keeps it, under an id of its own where another connection has its id. */
function takeOwned<Kept extends { readonly id: string }>(
  kept: Kept | null,
  store: OwnedStore<Kept>,
  newId: () => string,
): Reply<unknown> {
  if (kept === null) return fail('not-found-here');
  store.save([store.isElsewhere(kept) ? { ...kept, id: newId() } : kept]);
  return succeed(null);
}

/** What the file says of this computer, without secrets. */
function contentOf({ preferences, connections, teams, templates, redactors, now }: Deps) {
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
    templates: accounts.flatMap(({ id }) =>
      templates
        .list(id)
        .map((template) => JSON.parse(redactors.of(id).redactText(JSON.stringify(template))) as unknown),
    ),
  };
}

const Owned = z.looseObject({ connection: z.string() });

/** The connection here that a team or template of the file belongs to. */
function homeOf(value: unknown, file: SettingsFile, held: Here): string | null {
  const of = Owned.safeParse(value).data?.connection;
  const listed = listedIn(file).find(({ id }) => id === of);
  if (listed !== undefined) return meantHere(listed, held)?.id ?? null;
  return held.connections.some(({ id, secret }) => id === of && secret === 'built-in') ? (of ?? null) : null;
}

/** Whether the connection of a team or template comes with the file. */
function isComing(value: unknown, file: SettingsFile, held: Here): boolean {
  const of = Owned.safeParse(value).data?.connection;
  const listed = listedIn(file).find(({ id }) => id === of);
  return listed !== undefined && judgeConnection(listed, 0, held).verdict === 'new';
}

function judgeTeamsOf(file: SettingsFile, held: Here): readonly OwnedEntry<Team>[] {
  return judgeTeams(file.teams, (value) => comingHomeOf(value, file, held), held);
}

/** The same, and the empty text where it comes with the file. */
function comingHomeOf(value: unknown, file: SettingsFile, held: Here): string | null {
  return homeOf(value, file, held) ?? (isComing(value, file, held) ? '' : null);
}

function judgeTemplatesOf(file: SettingsFile, held: Here): readonly OwnedEntry<AuditTemplate>[] {
  return judgeTemplates(file.templates, (value) => comingHomeOf(value, file, held), held);
}

function judgeAll(file: SettingsFile, held: Here): readonly ImportEntry[] {
  return [
    ...Object.entries(file.preferences).map(([name, value]) => judgePreference(name, value, held)),
    ...file.connections.map((value, place) => judgeConnection(value, place, held)),
    ...judgeTeamsOf(file, held).map(({ entry }) => entry),
    ...judgeTemplatesOf(file, held).map(({ entry }) => entry),
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

const nothingOpened = { id: null, savedAt: null, entries: [], leftOut: [] } as const;

function listedIn(file: SettingsFile): readonly ListedConnection[] {
  return file.connections.flatMap((value) => ListedConnection.safeParse(value).data ?? []);
}
