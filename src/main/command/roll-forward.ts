import { randomUUID } from 'node:crypto';
import type { Reply } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import type { ClientOrganisation, LegalEntity } from '../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import type { Role } from '../../shared/model/role.ts';
import type { WorkPackage } from '../../shared/model/work-package.ts';
import type { ListRequest } from '../../shared/operations/mirror.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { withFittingName } from '../../shared/rules/plans/expected-group.ts';
import { assignedTo, isMade } from '../../shared/rules/roll-forward/completion.ts';
import { decisionsOf, draftAbout } from '../../shared/rules/roll-forward/draft.ts';
import type { RolledAddition, RolledEntry } from '../../shared/rules/roll-forward/model.ts';
import { type ChosenNetwork, networksOfAudits } from '../../shared/rules/roll-forward/network.ts';
import { unanswered } from '../../shared/rules/roll-forward/open.ts';
import { openSentences } from '../../shared/rules/roll-forward/open-words.ts';
import { takenIds } from '../../shared/rules/roll-forward/roll-forward.ts';
import {
  clientsOf,
  foreignIn,
  type MadeByPlan,
  type NetworkRoll,
  networksByState,
  plansInOrder,
  type RollFacts,
  rollCosts,
  rollsOf,
  teamOf,
  worksIn,
} from '../../shared/rules/roll-forward/rolls.ts';
import { isGroup } from '../../shared/rules/service/known-network.ts';
import { createRows, isWhole, notAllRead } from '../../shared/rules/service/list-rows.ts';
import { fill } from '../../words/language.ts';
import { type Desk, oneNamed } from './desk.ts';
import { GivenUp, type OpenPoint, type Result, status, tableOf } from './output.ts';
import {
  allPlans,
  carryOut,
  endOf,
  itemsOf,
  neededConnection,
  type PlansOptions,
  permitted,
  valueOf,
} from './plans.ts';
import { wordsIn } from './words.ts';

export interface RollOptions extends PlansOptions {
  readonly dryRun: boolean;
}

/** `roll-forward GROUP… --connection NAME [--dry-run]`: what a draft decides is sent, where it decides all. */
export async function rollForward(
  desk: Desk,
  given: readonly string[],
  options: RollOptions,
): Promise<Result> {
  if (given.length === 0)
    throw new GivenUp(status.wrongUse, 'roll-forward takes the ids or names of audits of last year.');
  const { id: connection } = await neededConnection(desk, 'roll-forward', options);
  const read = listReader(desk, connection, options);
  const audits = valueOf(await read<Audit>({ operation: 'audits.list' }), options);
  const ids = [...new Set(given.map((name) => idOf(audits, name)))];
  const facts = await readFacts(desk, connection, { audits, ids, read }, options);
  const { rolls, rolled, underway, drafts } = await proposed(desk, connection, { ids, facts, read }, options);
  const open = rolls.flatMap((roll) => openIn(roll, roll.accepted));
  const cost = rollCosts(
    rolls.map(({ proposal }) => proposal),
    facts,
  );
  const made = rolls.flatMap((roll) => madeIn(roll));
  const users = assignedTo(rolls.flatMap(({ proposal }) => proposal.entries));
  const losses = rolls.flatMap((roll) => lossesIn(roll));
  const json = {
    groups: [
      ...rolls.map(({ id, plan, proposal: { period } }) => ({
        id,
        state: open.some(({ group }) => group === id) ? 'open' : 'ready',
        period,
        steps: plan?.steps.length ?? 0,
      })),
      ...rolled.map(({ audit, successor, by }) => ({
        id: audit.id,
        state: 'rolled',
        successor: successor.id,
        by,
      })),
      ...underway.map(({ id }) => ({ id, state: 'underway' })),
    ],
    creations: made,
    users,
    losses,
    cost,
  };
  const lines = [
    ...rolled.map(({ audit, successor }) => `${audit.id}: followed by ${successor.id} already`),
    ...underway.map(({ id }) => `${id}: a plan creates what follows it`),
    ...(rolls.length === 0
      ? []
      : [
          users === 0 ? 'Without users: they are selected in the window.' : `With ${String(users)} users.`,
          ...tableOf([
            ['GROUP', 'BEFORE', 'NEW ID', 'SCOPE', 'NAME'],
            ...made.map(({ group, before, id, scope, name }) => [
              group,
              before ?? '-',
              id ?? '-',
              scope ?? '-',
              name,
            ]),
          ]),
          ...[...Map.groupBy(losses, ({ sentence }) => sentence)].map(
            ([sentence, all]) => `${all.map(({ about }) => about).join(', ')}: ${sentence}`,
          ),
        ]),
  ];
  const plans = rolls.filter(({ plan }) => plan !== null);
  if (open.length > 0) return { status: status.open, json, lines, open: open.map(({ point }) => point) };
  if (options.dryRun || plans.length === 0)
    return { status: underway.length > 0 ? status.left : status.done, json, lines };
  const begun = await send(desk, connection, { rolls: plans, season: facts.season }, options);
  // One that cannot be removed is about groups that a plan creates: it sends nothing twice.
  for (const { id } of drafts) await desk.call('items.remove', { of: 'drafts', id });
  const result = await carryOut(desk, begun, options);
  return { ...result, json: { ...json, ...result.json }, lines: [...lines, ...result.lines] };
}

function idOf(audits: readonly Audit[], name: string): string {
  const audit = oneNamed(audits, name);
  if (audit === null)
    throw new GivenUp(status.wrongUse, `“${name}”: no audit has that id, or it alone that name.`);
  return audit.id;
}

type ReadList = <Row>(list: ListRequest) => Promise<Reply<readonly Row[]>>;

/** Reads lists to their ends, as they are now. */
function listReader(desk: Desk, connection: string, options: RollOptions): ReadList {
  return async <Row>(list: ListRequest): Promise<Reply<readonly Row[]>> => {
    const reading = desk.call('mirror.read', { connection, list, freshFor: 0, waits: true });
    const reply = await Promise.race([reading, endOf(options.ending)]);
    if (reply === undefined) throw new GivenUp(status.left, 'Nothing was sent.');
    if (!reply.ok) return reply;
    const rows = createRows<Row>();
    let found: ReturnType<typeof rows.with>;
    let [epoch, since]: [string | null, number] = [null, 0];
    do {
      const changes = valueOf(await desk.call('mirror.rows', { connection, list, epoch, since }), options);
      rows.change(changes);
      found = rows.with(changes);
      [epoch, since] = [found.epoch, found.version];
    } while (found.isMore);
    return isWhole(found) ? { ok: true, value: found.entries } : { ok: false, error: notAllRead };
  };
}

interface Reading {
  readonly audits: readonly Audit[];
  readonly ids: readonly string[];
  readonly read: ReadList;
}

/** Whose users the audits get is decided by the drafts. */
interface Facts extends Omit<RollFacts, 'usersOf' | 'usersThere'> {
  readonly networks: readonly ChosenNetwork[];
  /** Clients whose audits cost nothing. */
  readonly tests: ReadonlySet<string>;
}

async function readFacts(
  desk: Desk,
  connection: string,
  { audits, ids, read }: Reading,
  options: RollOptions,
): Promise<Facts> {
  const readList = async <Row>(list: ListRequest) => valueOf(await read<Row>(list), options);
  const each = async <Row>(of: readonly string[], request: (id: string) => ListRequest) => {
    const lists = new Map<string, readonly Row[]>();
    for (const id of of) lists.set(id, await readList<Row>(request(id)));
    return lists;
  };
  const clients = clientsOf(audits, ids);
  const groups = audits.filter((one) => isGroup(one) && clients.includes(one.client_organisation_id));
  const componentsOf = await each<ComponentAudit>(
    groups.map(({ id }) => id),
    (id) => ({ operation: 'components.list', path: { audit_id: id } }),
  );
  const networks = networksOfAudits(ids, { audits, componentsOf });
  const clientList = await readList<ClientOrganisation>({ operation: 'clients.list' });
  const roles: ListRequest = { operation: 'roles.list', query: { associated_model: 'Audit' } };
  const components = foreignIn(networks);
  const sent =
    components.length === 0
      ? []
      : valueOf(await desk.call('plans.sentComponents', { connection, components }), options);
  return {
    networks,
    componentsOf,
    names: new Map(clientList.map(({ id, name }) => [id, name])),
    tests: new Set(clientList.flatMap((one) => (one.is_test_organisation ? [one.id] : []))),
    entitiesOf: await each<LegalEntity>(clients, (id) => ({ operation: 'legalEntities.list', path: { id } })),
    packages: await readList<WorkPackage>({ operation: 'workPackages.list' }),
    roles: (await readList<Role>(roles)).map(({ name }) => name),
    sentWorks: new Map(sent.map(({ component, creation }) => [component, worksIn(creation)])),
    season: await itemsOf(desk, 'season', connection, options),
    taken: takenIds({ audits, componentsOf }),
  };
}

/** The users of audits; null of one that is not there. */
async function readUsers(read: ReadList, audits: readonly string[], options: RollOptions) {
  const users = new Map<string, readonly AuditUser[] | null>();
  for (const id of audits) {
    const reply = await read<AuditUser>({ operation: 'users.list', path: { audit_id: id } });
    const isGone = !reply.ok && reply.error.code === 'missing';
    users.set(id, isGone ? null : valueOf(reply, options));
  }
  return users;
}

interface Wanted extends Pick<Reading, 'ids' | 'read'> {
  readonly facts: Facts;
}

/** What networks become by what drafts decide: the one of all these groups, else each that has its own. */
async function proposed(desk: Desk, connection: string, { ids, facts, read }: Wanted, options: RollOptions) {
  const all = await itemsOf(desk, 'drafts', connection, options);
  const together = draftAbout(all, ids);
  const batches =
    together === undefined
      ? facts.networks.map((network) => ({
          networks: [network],
          draft: draftAbout(all, [network.audit.id]),
        }))
      : [{ networks: facts.networks, draft: together }];
  const parts: MadeByPlan[] = [];
  for (const plan of await allPlans(desk, 'unended', options)) {
    const made = valueOf(await desk.call('plans.parts', { id: plan.id }), options);
    parts.push({ plan, audits: made.flatMap((part) => part.audits) });
  }
  const taken = new Set(facts.taken);
  const found = [];
  for (const { networks, draft } of batches) {
    const decided = decisionsOf(draft?.content ?? {});
    const { waiting, rolled, underway } = networksByState(networks, facts, parts, decided.owns);
    const team = teamOf(decided, waiting);
    const usersThere = await readUsers(read, team.asked, options);
    const known = { ...facts, taken, usersOf: team.usersOf(usersThere), usersThere };
    const rolls = rollsOf(connection, known, waiting, decided, () => randomUUID());
    for (const { proposal } of rolls)
      for (const entry of proposal.entries) if (entry.kind === 'audit') taken.add(entry.creation.id);
    found.push({
      rolls: rolls.map((roll) => ({ ...roll, accepted: decided.accepted })),
      rolled,
      underway,
      drafts: draft !== undefined && rolls.some(({ plan }) => plan !== null) ? [draft] : [],
    });
  }
  return {
    rolls: found.flatMap(({ rolls }) => rolls),
    rolled: found.flatMap(({ rolled }) => rolled),
    underway: found.flatMap(({ underway }) => underway),
    drafts: found.flatMap(({ drafts }) => drafts),
  };
}

/** What a network creates. */
function madeIn({ id: group, proposal: { entries, additions } }: NetworkRoll) {
  const all: readonly (RolledEntry | RolledAddition)[] = [...entries, ...additions];
  return all.filter(isMade).map((item) => ({
    group,
    before: item.kind === 'addition' ? null : item.before.id,
    id: item.kind === 'audit' ? item.creation.id : null,
    scope:
      (item.kind === 'component' ? item.scope : item.kind === 'addition' ? item.decision : null)?.as ?? null,
    name: item.kind === 'addition' ? item.entity.name : item.name,
  }));
}

/** What the new audits do not have as it was, in the words of the window. */
function lossesIn({ proposal: { entries } }: NetworkRoll) {
  const { loss } = wordsIn('parts');
  return entries.flatMap((entry) =>
    (entry.kind === 'audit' ? entry.losses : []).map(({ code, subject, value }) => ({
      about: entry.before.id,
      code,
      sentence: fill(loss[code], { subject, count: subject, value: textOf(value) }),
    })),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** What only a person decides of a network, in the words of the window. */
function openIn(
  { id: group, known: { audit }, proposal }: NetworkRoll,
  accepted: ReadonlySet<string>,
): readonly { readonly group: string; readonly point: OpenPoint }[] {
  const { open, coupling } = wordsIn('roll-forward');
  const sentencesOf = openSentences(proposal, {
    open: (code, subject) => fill(open[code], { subject }),
    coupling: (rule, names) => fill(coupling[rule], { names }),
  });
  const names = new Map([
    ...proposal.additions.map(({ entity }) => [entity.id, entity.name] as const),
    ...proposal.entries.map(({ before }) => [before.id, before.name] as const),
  ]);
  return [...Map.groupBy(unanswered(proposal, accepted), ({ of }) => of)].flatMap(([of, points]) =>
    sentencesOf(points).map(({ code, sentence }) => ({
      group,
      point: { about: of || group, reason: code, sentence: `${names.get(of) ?? audit.name}: ${sentence}` },
    })),
  );
}

/** Submits the plans in the order in which they get the quota, and remembers what follows what once each is taken. */
async function send(
  desk: Desk,
  connection: string,
  { rolls, season }: Pick<RollFacts, 'season'> & { readonly rolls: readonly NetworkRoll[] },
  options: RollOptions,
): Promise<readonly PlanProgress[]> {
  const begun: PlanProgress[] = [];
  for (const { plan, remembered } of plansInOrder(connection, rolls, season)) {
    const reply = await permitted(desk, connection, options, () => desk.call('plans.submit', plan));
    begun.push(valueOf(reply, options));
    valueOf(await desk.call('items.save', { season: remembered.map(withFittingName) }), options);
  }
  return begun;
}
