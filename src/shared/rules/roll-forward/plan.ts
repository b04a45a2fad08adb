import type { Reference, Step } from '../../plan.ts';
import { isMade } from './completion.ts';
import type {
  RolledAddition,
  RolledAudit,
  RolledComponent,
  RolledEntry,
  RollForwardProposal,
  ScopeDecision,
} from './model.ts';

const longestSubject = 400; // of a step

/**
 * The steps that make a network of which nothing stands open: tier by tier a group, then its components as soon as it is open, what is out of
 * scope, and the audits that are coupled to components as soon as these are open. It is done when all audits are open. No steps while anything stands open
 * that is not only doubted.
 */
export function rollForwardSteps({ entries, additions, open }: RollForwardProposal): readonly Step[] {
  if (open.some(({ isDoubted }) => isDoubted !== true)) return [];
  const rolled = entries.filter(({ isRolled }) => isRolled);
  const keys = new Map(rolled.map(({ before }, place) => [before.id, `row-${place + 1}`]));
  const coupled = new Set(
    rolled.flatMap((entry) => (entry.kind === 'audit' && isMade(entry) ? entry.couple : [])),
  );
  const theres = new Map(
    rolled.flatMap(({ before, there }) => (there === null ? [] : [[before.id, there] as const])),
  );
  const placeOf = (id: string): Placed => {
    const [key, there] = [keys.get(id) ?? '', theres.get(id)];
    if (there === undefined) return { key, object: { fromStep: key }, opened: [openKey(key)] };
    return { key, object: there.id, opened: there.status === 'open' ? [] : [openKey(key)] };
  };
  return [
    ...rolled.flatMap((entry) => {
      const own = placeOf(entry.before.id);
      if (entry.there !== null) return standingSteps(entry, own);
      return entry.kind === 'audit'
        ? auditSteps(entry, own, entry.couple.map(placeOf))
        : componentSteps(entry, {
            own,
            group: placeOf(entry.group.id),
            isCoupled: coupled.has(entry.before.id),
          });
    }),
    ...additions.flatMap((addition, place) => additionSteps(addition, place, placeOf(addition.group.id))),
  ];
}

/** What a step is about, by an id that is known or by the step that makes it; and what has to be done before it is open. */
interface Placed {
  readonly key: string;
  readonly object: Reference;
  readonly opened: readonly string[];
}

function openKey(key: string): string {
  return `${key}-open`;
}

function waitFor({ key, object }: Placed, subject: string): Step {
  const after = typeof object === 'string' ? [] : [key];
  return { key: openKey(key), after, subject, task: { kind: 'awaitOpen', audit: object } };
}

/** Of what is there: the users that an audit lacks, and that it opens where it is new. */
function standingSteps(entry: RolledEntry, own: Placed): readonly Step[] {
  const subject = (entry.name === '' ? entry.before.id : entry.name).slice(0, longestSubject);
  const opening = own.opened.length === 0 ? [] : [waitFor(own, subject)];
  return entry.kind === 'audit' ? [...opening, ...userSteps(entry, own)] : opening;
}

function userSteps({ users, name }: RolledAudit, { key, object, opened }: Placed): readonly Step[] {
  return users.map(
    ({ id, role }, place): Step => ({
      key: `${key}-user-${place + 1}`,
      after: opened,
      subject: `${id} – ${name}`.slice(0, longestSubject),
      task: { kind: 'assignUser', audit: object, assignment: { id, role } },
    }),
  );
}

function auditSteps(entry: RolledAudit, own: Placed, couple: readonly Placed[]): readonly Step[] {
  const { name, creation } = entry;
  const subject = name.slice(0, longestSubject);
  return [
    {
      key: own.key,
      after: couple.flatMap(({ opened }) => opened),
      subject,
      task: {
        kind: 'createAudit',
        creation,
        ...(couple.length === 0 ? {} : { couple: couple.map(({ object }) => object) }),
      },
    },
    waitFor(own, subject),
    ...userSteps(entry, own),
  ];
}

interface ComponentPlace {
  readonly own: Placed;
  readonly group: Placed;
  readonly isCoupled: boolean;
}

function componentSteps(
  { name, creation, scope }: Pick<RolledComponent, 'name' | 'creation' | 'scope'>,
  { own, group, isCoupled }: ComponentPlace,
): readonly Step[] {
  const subject = (name === '' ? creation.legal_entity_ids.join(' & ') : name).slice(0, longestSubject);
  const { key, object: component } = own;
  const within = group.object;
  const isOut = scope?.as === 'out';
  return [
    { key, after: group.opened, subject, task: { kind: 'createComponent', group: within, creation } },
    ...(isOut || isCoupled ? [waitFor(own, subject)] : []),
    ...(isOut
      ? [
          {
            key: `${key}-scope`,
            after: own.opened,
            subject,
            task: { kind: 'setOutOfScope', group: within, component, explanation: scope.explanation },
          } satisfies Step,
        ]
      : []),
  ];
}

/** A component that is added is one as any other, by what was decided of it. */
function additionSteps(
  { entity, creation, decision, isRolled }: RolledAddition,
  place: number,
  group: Placed,
): readonly Step[] {
  if (!isRolled || decision === null) return [];
  const scope: ScopeDecision =
    decision.as === 'out' ? { as: 'out', explanation: decision.explanation } : { as: decision.as };
  const key = `new-${place + 1}`;
  const own = { key, object: { fromStep: key }, opened: [openKey(key)] };
  return componentSteps({ name: entity.name, creation, scope }, { own, group, isCoupled: false });
}
