import { z } from 'zod';
import { type Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { Preferences } from '../../shared/model/preferences.ts';
import { Team } from '../../shared/model/team.ts';
import { AuditTemplate } from '../../shared/model/template.ts';
import type { ImportEntry } from '../../shared/operations/settings.ts';
import { templateFault } from '../../shared/rules/service/template.ts';
import { type FileEntry, fileEntries } from '../../shared/rules/tables/file-entries.ts';
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
  readonly templatesOf: (connection: string) => readonly AuditTemplate[];
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
  if (known.policy === 'fixed') return { ...about, name, ...refused('managed') };
  return { ...about, name, verdict: 'change', reason: null, changes, loosens: isLessGuarded(known, listed) };
}

/** Whether it would reach production while calling it something else. */
function escapesProduction({ kind }: ListedConnection, address: string, { connections }: Here): boolean {
  return (
    kind !== 'production' && connections.some((one) => one.kind === 'production' && one.baseUrl === address)
  );
}

/** An entry, and what of it would be kept here; `kept` is null where its connection is not here yet, and where it is refused. */
export interface OwnedEntry<Kept> {
  readonly entry: ImportEntry;
  readonly kept: Kept | null;
}

/** The connection here that something of a file belongs to: the empty text where it comes with the file, null where it does not come either. */
type HomeOf = (value: unknown) => string | null;

/** What teams would change. */
export function judgeTeams(
  values: readonly unknown[],
  homeOf: HomeOf,
  here: Here,
): readonly OwnedEntry<Team>[] {
  return judgeOwned({
    kind: 'team',
    read: (value) => Team.safeParse(value).data,
    listOf: here.teamsOf,
    changesOf: (from, to) => membersChange(from?.members ?? null, to.members),
    values,
    homeOf,
  });
}

/** What templates would change; each entry has its template as it would be kept. One that nobody could save here is refused. */
export function judgeTemplates(
  values: readonly unknown[],
  homeOf: HomeOf,
  here: Here,
): readonly OwnedEntry<AuditTemplate>[] {
  const judged = judgeOwned({
    kind: 'template',
    read: (value) => AuditTemplate.safeParse(value).data,
    listOf: here.templatesOf,
    changesOf: () => [],
    values,
    homeOf,
  });
  return judged.map(({ entry, kept }) => {
    if (kept === null) return { entry, kept };
    return templateFault(kept, []) === null
      ? { entry: { ...entry, template: kept }, kept }
      : { entry: { ...entry, ...refused('faulty') }, kept: null };
  });
}

interface Owned {
  readonly id: string;
  readonly connection: string;
  readonly name: string;
}

interface Judging<Kept extends Owned> {
  readonly kind: 'team' | 'template';
  readonly values: readonly unknown[];
  readonly read: (value: unknown) => Kept | undefined;
  readonly homeOf: HomeOf;
  readonly listOf: (connection: string) => readonly Kept[];
  /** What is different but for the name; `from` is null where there is nothing yet. */
  readonly changesOf: (from: Kept | null, to: Kept) => readonly Change[];
}

/** Judges all together, so that of two that would be one only the first is kept. */
function judgeOwned<Kept extends Owned>(judging: Judging<Kept>): readonly OwnedEntry<Kept>[] {
  const { kind, values, homeOf, listOf, changesOf } = judging;
  const read = values.map((value, place) => ({ place, one: judging.read(value), home: homeOf(value) }));
  const judged = new Map<number, OwnedEntry<Kept>>();
  for (const home of new Set(read.map((each) => each.home))) {
    const isHere = home !== null && home !== '';
    const own = read.flatMap(({ place, one, home: its }) =>
      its === home && one !== undefined ? [{ place, one: isHere ? { ...one, connection: home } : one }] : [],
    );
    const entries = fileEntries(
      own.map(({ one }) => one),
      isHere ? listOf(home) : [],
    );
    for (const [index, { kept, known, verdict }] of entries.entries()) {
      const place = own[index]?.place ?? 0;
      const changes = [...nameChange(known, kept), ...changesOf(known, kept)];
      const entry = home === null ? refused('no-connection') : verdictOf(verdict, changes);
      judged.set(place, {
        entry: { key: `${kind} ${place}`, kind, name: kept.name, ...entry },
        kept: isHere ? kept : null,
      });
    }
  }
  return values.map(
    (_, place) =>
      judged.get(place) ?? {
        entry: { key: `${kind} ${place}`, kind, name: '', ...refused('invalid') },
        kept: null,
      },
  );
}

function verdictOf(verdict: FileEntry<Owned>['verdict'], changes: readonly Change[]): Judged {
  if (verdict === 'same') return same;
  if (verdict === 'twice') return refused('twice');
  return { verdict, reason: null, changes, loosens: false };
}

function nameChange(from: Owned | null, to: Owned): readonly Change[] {
  return from === null || from.name === to.name ? [] : [{ field: 'name', from: from.name, to: to.name }];
}

function membersChange(from: Team['members'] | null, to: Team['members']): readonly Change[] {
  const [before, after] = [from === null ? null : membersWords(from), membersWords(to)];
  return before === after ? [] : [{ field: 'members', from: before, to: after }];
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
