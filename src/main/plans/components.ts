import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import type { ComponentAudit, ComponentCreation } from '../../shared/model/component-audit.ts';
import type { MadeAudit, MadeComponent } from '../../shared/plan.ts';
import { isAuditChanged, isComponentChanged } from '../../shared/rules/plans/inverse.ts';
import {
  componentDifferences,
  hasAllEntities,
  isAnotherComponent,
  plainText,
  sameId,
  showsAll,
  withId,
} from '../../shared/rules/plans/same-creation.ts';
import type { CallOptions } from '../api/service.ts';
import {
  type Accepted,
  answered,
  entitiesOf,
  type Found,
  freshFor,
  isOfPlan,
  listed,
  longPauses,
  mayBeThere,
  notFound,
  type PlanService,
  shortPauses,
  type Work,
  type WorkDeps,
  type Works,
} from './work.ts';

interface Creating extends WorkDeps {
  readonly group: string;
  readonly creation: ComponentCreation;
  readonly ofNew: boolean;
}

/**
 * The service chooses the id of a component. It is the one that the answer names, or the one that is new in the group and that no plan
 * has created (decisions.md §8.5). So a group gets one at a time. After a lost answer, whatever is new there and not plainly another thing
 * keeps it from being sent again.
 */
function componentCreation(creating: Creating): Work {
  const { service, group, creation, ofNew, found } = creating;
  return {
    ...(found.has(group) ? { freshFor } : {}),
    prepare: (options) => keepFormer(creating, group, options),
    send: async (options) => {
      const input = { path: { group_audit_id: group }, body: creation };
      const reply = await service.call('components.create', input, options);
      return answered(
        reply,
        (component) =>
          isNew(creating, component) &&
          showsAll(component, creation) &&
          componentDifferences(creation, component).length === 0,
      );
    },
    look: async (options, accepted = null) => {
      const components = await listedIn(service, group, options);
      if (!components.ok) return components;
      return accepted === null
        ? lostIn(components.value, creating, options)
        : succeed(acceptedIn(components.value, creating, accepted));
    },
    // No request of this step was lost, so a similar one may be somebody else's: a person decides.
    compare: async (options) => {
      const kept = await keepFormer(creating, group, options);
      const candidates = !kept.ok
        ? kept
        : ofNew
          ? await othersIn(creating, options)
          : await candidatesOf(creating, options);
      if (!candidates.ok) return candidates;
      const { ids } = candidates.value;
      return succeed(ids.length === 0 ? { kind: 'absent' } : { kind: 'several', candidates: ids });
    },
    recheck: async (result, options) => {
      const candidates = await candidatesOf(creating, options);
      if (!candidates.ok) return candidates;
      const others = candidates.value.ids.filter((id) => result !== null && !sameId(id, result));
      if (result === null || others.length === 0) return succeed({ kind: 'done', result });
      return succeed({ kind: 'several', candidates: [result, ...others] });
    },
    pauses: longPauses,
    mayBeDone: mayBeThere,
    alone: `components ${group}`,
    ofNew,
  };
}

type Surroundings = Pick<WorkDeps, 'service' | 'former' | 'perhapsCreated'>;

/** Reads the components of a group, once a plan, before the plan first creates or deletes there; without those it may have created itself. */
async function keepFormer(
  { service, former, perhapsCreated }: Surroundings,
  group: string,
  options: CallOptions,
): Promise<Reply<null>> {
  if (former.read(group) !== null) return succeed(null);
  const reply = await listedIn(service, group, options);
  if (!reply.ok) return reply;
  const ours = perhapsCreated(group);
  const isOurs = (component: ComponentAudit) =>
    ours.some(
      ({ creation, dismissed }) => !dismissed.includes(component.id) && isSimilar(creation, component),
    );
  const others = reply.value.entries.flatMap((component) => (isOurs(component) ? [] : [component.id]));
  former.keep(group, others);
  return succeed(null);
}

interface Candidates {
  readonly ids: readonly string[];
  /** Whether their names are those that were to be expected. */
  readonly named: boolean;
}

type Components = Awaited<ReturnType<typeof listedIn>> extends Reply<infer Value> ? Value : never;

/** What came of a request whose answer was lost. */
async function lostIn(
  { entries, isWhole }: Components,
  creating: Creating,
  options: CallOptions,
): Promise<Reply<Found>> {
  const candidates = await candidatesAmong(entries, creating, options);
  if (!candidates.ok) return candidates;
  const { ids, named } = candidates.value;
  const fresh = entries.filter((component) => isNew(creating, component));
  const notOther = fresh.filter((component) => !isAnotherComponent(creating.creation, component));
  const unknown =
    fresh.length > 0 && notOther.length === 0 ? await ofUnknown(fresh, creating, options) : succeed([]);
  if (!unknown.ok) return unknown;
  const perhaps = [...notOther, ...unknown.value];
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0 && named && perhaps.length === 1)
    return succeed({ kind: 'done', result: only });
  if (perhaps.length > 0) return succeed({ kind: 'several', candidates: perhaps.map(({ id }) => id) });
  return succeed(notFound({ isWhole }));
}

/** Those for entities that the client is not said to have: how their ids are spelled there is not understood. Also new ones with more than were sent. */
async function ofUnknown(
  components: readonly ComponentAudit[],
  creating: Creating,
  options: CallOptions,
): Promise<Reply<readonly ComponentAudit[]>> {
  const names = await entityNames(creating, options);
  if (!names.ok) return names;
  const isKnown = creating.former.read(creating.group) !== null;
  const isPerhaps = (component: ComponentAudit) =>
    !component.legal_entity_ids.every((id) => names.value?.has(id)) ||
    (isKnown && hasAllEntities(creating.creation, component));
  return succeed(components.filter(isPerhaps));
}

/** What came of a request that the service has accepted: what it has named, or the only new one that may be it. */
function acceptedIn({ entries, isWhole }: Components, creating: Creating, { named }: Accepted): Found {
  const { creation } = creating;
  const fresh = entries.filter((component) => isNew(creating, component));
  const own = named === null ? undefined : withId(fresh, named);
  const perhaps = fresh.filter((component) => !isAnotherComponent(creation, component));
  const exact = perhaps.filter((component) => componentDifferences(creation, component).length === 0);
  // One that is plainly another may be somebody else's: then a person says.
  const [only, ...others] = exact.length === 1 ? exact : perhaps.length > 0 ? perhaps : fresh;
  const isKnown = creating.former.read(creating.group) !== null; // else each may have been there before
  const made = own ?? (isKnown && others.length === 0 && perhaps.length > 0 ? only : undefined);
  if (made !== undefined)
    return {
      kind: 'done',
      result: own === undefined ? made.id : named,
      differences: componentDifferences(creation, made),
    };
  if (only === undefined) return notFound({ isWhole });
  const unseen = named === null || sameId(named, creating.group) ? [] : [named];
  return { kind: 'several', candidates: [...unseen, ...[only, ...others].map(({ id }) => id)] };
}

/** In a group that the plan makes nothing stood before: what is there for the same entities and not ours, whatever its name, is of somebody who makes the same. */
async function othersIn(
  { service, group, creation, isCreation, dismissed }: Creating,
  options: CallOptions,
): Promise<Reply<Candidates>> {
  const components = await listedIn(service, group, options);
  if (!components.ok) return components;
  const others = components.value.entries.filter(
    (component) =>
      !sameId(component.id, group) &&
      !isCreation(component.id) &&
      !dismissed.includes(component.id) &&
      !isAnotherComponent(creation, component),
  );
  return succeed({ ids: others.map(({ id }) => id), named: true });
}

async function candidatesOf(creating: Creating, options: CallOptions): Promise<Reply<Candidates>> {
  const components = await listedIn(creating.service, creating.group, options);
  return components.ok ? candidatesAmong(components.value.entries, creating, options) : components;
}

async function candidatesAmong(
  components: readonly ComponentAudit[],
  creating: Pick<Creating, 'service' | 'former' | 'isCreation' | 'dismissed' | 'group' | 'creation'>,
  options: CallOptions,
): Promise<Reply<Candidates>> {
  const { creation, former, group } = creating;
  const similar = components.filter(
    (component) => isNew(creating, component) && isSimilar(creation, component),
  );
  // The former components were not read, so each of these may be one.
  if (former.read(group) === null) return succeed({ ids: similar.map(({ id }) => id), named: false });
  const asked = creation.name;
  if (asked !== undefined) return succeed({ ids: idsNamed(similar, asked), named: true });
  if (similar.length === 0) return succeed({ ids: [], named: true });
  const expected = await defaultName(creating, options);
  if (!expected.ok) return expected;
  const named = expected.value === null ? [] : idsNamed(similar, expected.value);
  // The service may choose another name than decisions.md §8.3 says: then a person decides.
  return succeed(
    named.length > 0 ? { ids: named, named: true } : { ids: similar.map(({ id }) => id), named: false },
  );
}

/**
 * The components of a group that are like what was created there, and that neither stood there before nor came of a plan of ours: for each
 * creation in turn, and each of them once. None where the group cannot be read.
 */
export async function twinsIn(
  group: string,
  creations: readonly ComponentCreation[],
  deps: Pick<WorkDeps, 'service' | 'former' | 'isCreation' | 'dismissed'>,
  options: CallOptions,
): Promise<readonly (readonly string[])[]> {
  const components = await listedIn(deps.service, group, options);
  if (!components.ok || deps.former.read(group) === null) return creations.map(() => []);
  const named = new Set<string>();
  const all: (readonly string[])[] = [];
  for (const creation of creations) {
    const candidates = await candidatesAmong(components.value.entries, { ...deps, group, creation }, options);
    const ids = candidates.ok ? candidates.value.ids.filter((id) => !named.has(id)) : [];
    for (const id of ids) named.add(id);
    all.push(ids);
  }
  return all;
}

function idsNamed(components: readonly ComponentAudit[], name: string): readonly string[] {
  return components.filter((component) => plainText(component.name) === plainText(name)).map(({ id }) => id);
}

/** Whether it is no former component, none that a plan of ours created or a person has dismissed, and not the group itself. */
function isNew(
  { former, group, isCreation, dismissed }: Pick<Creating, 'former' | 'group' | 'isCreation' | 'dismissed'>,
  { id }: ComponentAudit,
): boolean {
  const isKnown = former.read(group)?.includes(id) === true || dismissed.includes(id) || isCreation(id);
  return !isKnown && !sameId(id, group);
}

function isSimilar(creation: ComponentCreation, component: ComponentAudit): boolean {
  return componentDifferences({ ...creation, name: undefined }, component).length === 0;
}

/** The name that a component gets when none is asked for (decisions.md §8.3); null where its entities are not known. */
async function defaultName(
  creating: Pick<Creating, 'service' | 'group' | 'creation'>,
  options: CallOptions,
): Promise<Reply<string | null>> {
  const { legal_entity_ids: ids } = creating.creation;
  const known = await entityNames(creating, options);
  if (!known.ok) return known;
  const names = known.value;
  if (names === null || !ids.every((id) => names.has(id))) return succeed(null);
  return succeed(ids.map((id) => names.get(id)).join(' & '));
}

/** The names of the legal entities of a group's client by their ids; null where the client is not known. */
async function entityNames(
  { service, group }: Pick<Creating, 'service' | 'group'>,
  options: CallOptions,
): Promise<Reply<ReadonlyMap<string, string> | null>> {
  const audit = await service.call('audits.read', { path: { audit_id: group } }, options);
  return audit.ok ? entitiesOf(service, audit.value, options) : audit;
}

/** The components of a group; none where there is no such group. */
async function listedIn(service: PlanService, group: string, options: CallOptions) {
  const reply = await listed(service, 'components.list', { path: { audit_id: group } }, options);
  return !reply.ok && reply.error.code === 'missing' ? succeed({ entries: [], isWhole: true }) : reply;
}

/** Sets a component out of scope, which can be repeated without harm (decisions.md §8.7). */
function scopeChange(
  service: PlanService,
  { group, component, explanation }: Readonly<Record<'group' | 'component' | 'explanation', string>>,
  ofNew: boolean,
): Work {
  const differences = ({ in_scope, out_of_scope_explanation: there, unseen = [] }: ComponentAudit) => [
    ...(in_scope === false || unseen.includes('in_scope')
      ? []
      : [{ field: 'in_scope', sent: 'false', there: String(in_scope) }]),
    ...(unseen.includes('out_of_scope_explanation') || plainText(there) === plainText(explanation)
      ? []
      : [{ field: 'out_of_scope_explanation', sent: explanation, there }]),
  ];
  const isOut = ({ in_scope }: ComponentAudit): boolean => in_scope === false;
  return {
    send: async (options) => {
      const path = { group_audit_id: group, component_audit_id: component };
      const body = { in_scope: false, out_of_scope_explanation: explanation } as const;
      const reply = await service.call('components.setOutOfScope', { path, body }, options);
      return answered(reply, (one) => isOut(one) && differences(one).length === 0);
    },
    look: async (options, accepted = null) => {
      const components = await listedIn(service, group, options);
      if (!components.ok) return components;
      const found = withId(components.value.entries, component);
      if (found === undefined) return succeed(notFound(components.value));
      const told = differences(found);
      const isShown =
        isOut(found) &&
        told.length === 0 &&
        (accepted !== null || showsAll(found, { in_scope: false, out_of_scope_explanation: explanation }));
      // After a yes it may be spelled otherwise, as one that is cut or dated; another explanation is that of before.
      const [sent = '', there = ''] = [explanation, found.out_of_scope_explanation].map(plainText);
      const isLike = there !== '' && (sent.startsWith(there) || there.includes(sent));
      const mayBe = accepted !== null && (isLike ? found.in_scope !== true : isOut(found) && there === '');
      if (!isShown && !mayBe) return succeed({ kind: told.length > 0 ? 'absent' : 'unsure' });
      return succeed({ kind: 'done', result: component, differences: told });
    },
    pauses: shortPauses,
    mayBeDone: mayBeThere,
    alone: `scope ${component}`,
    ofNew,
  };
}

interface ComponentDeleting {
  readonly group: string;
  readonly component: string;
  /** It is deleted only while it is so. */
  readonly made: MadeComponent | undefined;
}

/** Deletes a component audit: done when its group does not list it any more, if it was there before. */
function componentDeletion(
  surroundings: Surroundings,
  { group, component, made }: ComponentDeleting,
  ofNew: boolean,
): Work {
  const { service, former } = surroundings;
  return {
    ...(made === undefined ? {} : { freshFor, compare: (options) => whileAsMade(options, made) }),
    prepare: async (options) => (ofNew ? succeed(null) : keepFormer(surroundings, group, options)),
    send: async (options) => {
      const path = { audit_id: group, component_audit_id: component };
      const reply = await service.call('components.delete', { path }, options);
      return reply.ok ? succeed({ named: component, isShown: false }) : reply;
    },
    verifies: true,
    look: async (options) => {
      const components = await listedIn(service, group, options);
      if (!components.ok) return components;
      const found = withId(components.value.entries, component);
      if (found !== undefined && found.status !== 'deleting') return succeed({ kind: 'absent' });
      const isGone = found !== undefined || components.value.isWhole;
      return succeed(isGone ? { kind: 'done', result: component } : { kind: 'unsure' });
    },
    pauses: shortPauses,
    mayBeDone: (error) =>
      mayBeThere(error) &&
      (error.code !== 'missing' || ofNew || former.read(group)?.some((id) => sameId(id, component)) === true),
    alone: `deletion ${component}`,
    ofNew,
  };

  async function whileAsMade(options: CallOptions, as: MadeComponent): Promise<Reply<Found>> {
    const components = await listedIn(service, group, options);
    if (!components.ok) return components;
    const found = withId(components.value.entries, component);
    if (found === undefined && !components.value.isWhole) return succeed({ kind: 'unsure' });
    if (found === undefined || found.status === 'deleting')
      return succeed({ kind: 'done', result: component });
    const users = await usersIn(service, [component], options);
    return users.ok
      ? succeed(unless(isComponentChanged(found, as, users.value.get(component) ?? [])))
      : users;
  }
}

/** Whether an audit and what is in it are as they were made. */
async function asMade(
  service: PlanService,
  made: MadeAudit,
  audit: Audit,
  options: CallOptions,
): Promise<Reply<Found>> {
  const isGroup = made.creation.audit_type === 'consolidated';
  const components = isGroup
    ? await listedIn(service, audit.id, options)
    : succeed({ entries: [], isWhole: true });
  if (!components.ok) return components;
  const { entries } = components.value;
  const ids = entries.map(({ id }) => id).filter((id) => made.components.includes(id));
  const users = await usersIn(service, [audit.id, ...ids], options);
  if (!users.ok) return users;
  return succeed(unless(isAuditChanged(made, { audit, usersOf: users.value, components: entries })));
}

/** The users of audits and component audits; what is gone meanwhile has none. */
async function usersIn(
  service: PlanService,
  ids: readonly string[],
  options: CallOptions,
): Promise<Reply<ReadonlyMap<string, readonly AuditUser[]>>> {
  const users = new Map<string, readonly AuditUser[]>();
  for (const id of ids) {
    const reply = await service.all('users.list', { path: { audit_id: id } }, options);
    if (!reply.ok && reply.error.code !== 'missing') return reply;
    users.set(id, reply.ok ? reply.value : []);
  }
  return succeed(users);
}

/** What a look before a deletion tells: it is not sent where somebody has changed what is to be deleted. */
function unless(isChanged: boolean): Found {
  return isChanged ? { kind: 'refused', error: fail('changed-since').error } : { kind: 'absent' };
}

interface Deleting {
  readonly audit: string;
  readonly ofNew: boolean;
  /** ISO 8601: what was created since is not what was to be deleted; null where the plan creates it itself. */
  readonly plannedAt: string | null;
  /** It is deleted only while it is so. */
  readonly made: MadeAudit | undefined;
}

/** Deletes an audit: done when it is gone, or on its way to be (decisions.md §7.5), if it was there before. */
function auditDeletion(service: PlanService, { audit, ofNew, plannedAt, made }: Deleting): Work {
  let existed = ofNew;
  return {
    ...(made === undefined ? {} : { freshFor }),
    compare: async (options) => {
      const reply = await service.call('audits.read', { path: { audit_id: audit } }, options);
      if (!reply.ok && reply.error.code !== 'missing') return reply;
      if (!reply.ok || reply.value.status === 'deleting') return succeed({ kind: 'done', result: audit });
      // Under the same id may stand what was created anew since then.
      const isNewer = plannedAt !== null && Date.parse(reply.value.created_at ?? '') > Date.parse(plannedAt);
      if (isNewer) return succeed({ kind: 'several', candidates: [audit] });
      existed = true;
      return made === undefined ? succeed({ kind: 'absent' }) : asMade(service, made, reply.value, options);
    },
    prepare: async (options) => {
      if (existed) return succeed(null);
      const reply = await service.call('audits.read', { path: { audit_id: audit } }, options);
      existed = reply.ok;
      return reply.ok || reply.error.code === 'missing' ? succeed(null) : reply;
    },
    send: async (options) => {
      const reply = await service.call('audits.delete', { path: { audit_id: audit } }, options);
      return reply.ok ? succeed({ named: audit, isShown: false }) : reply;
    },
    verifies: true,
    look: async (options) => {
      const reply = await service.call('audits.read', { path: { audit_id: audit } }, options);
      if (!reply.ok && reply.error.code !== 'missing') return reply;
      const gone = !reply.ok || reply.value.status === 'deleting';
      return succeed(gone ? { kind: 'done', result: audit } : { kind: 'absent' });
    },
    pauses: shortPauses,
    mayBeDone: (error) => mayBeThere(error) && (error.code !== 'missing' || existed),
    alone: `deletion ${audit}`,
    ofNew,
  };
}

export const componentWorks = {
  createComponent: ({ group, creation }, deps) =>
    componentCreation({ ...deps, group: deps.resolve(group), creation, ofNew: isOfPlan(group) }),
  setOutOfScope: ({ group, component, explanation }, { service, resolve }) => {
    const ids = { group: resolve(group), component: resolve(component) };
    return scopeChange(service, { ...ids, explanation }, isOfPlan(component));
  },
  deleteComponent: ({ group, component, made }, deps) => {
    const deleting = { group: deps.resolve(group), component: deps.resolve(component), made };
    return componentDeletion(deps, deleting, isOfPlan(component));
  },
  deleteAudit: ({ audit, made }, { service, resolve, isPlanned, plannedAt }) =>
    auditDeletion(service, {
      audit: resolve(audit),
      ofNew: isOfPlan(audit),
      plannedAt: isOfPlan(audit) || isPlanned(audit) ? null : plannedAt,
      made,
    }),
} satisfies Partial<Works>;
