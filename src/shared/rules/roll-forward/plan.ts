import type { Reference, Step } from '../../plan.ts';
import type {
  RolledAddition,
  RolledAudit,
  RolledComponent,
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
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const coupled = new Set(rolled.flatMap((entry) => (entry.kind === 'audit' ? entry.couple : [])));
  return [
    ...rolled.flatMap((entry) =>
      entry.kind === 'audit'
        ? auditSteps(entry, keyOf)
        : componentSteps(entry, {
            key: keyOf(entry.before.id),
            group: keyOf(entry.group.id),
            isCoupled: coupled.has(entry.before.id),
          }),
    ),
    ...additions.flatMap((addition, place) => additionSteps(addition, place, keyOf)),
  ];
}

function openKey(key: string): string {
  return `${key}-open`;
}

function waitFor(key: string, subject: string, audit: Reference): Step {
  return { key: openKey(key), after: [key], subject, task: { kind: 'awaitOpen', audit } };
}

function auditSteps(
  { before, name, creation, couple, users }: RolledAudit,
  keyOf: (id: string) => string,
): readonly Step[] {
  const key = keyOf(before.id);
  const subject = name.slice(0, longestSubject);
  return [
    {
      key,
      after: couple.map((id) => openKey(keyOf(id))),
      subject,
      task: {
        kind: 'createAudit',
        creation,
        ...(couple.length === 0 ? {} : { couple: couple.map((id) => ({ fromStep: keyOf(id) })) }),
      },
    },
    waitFor(key, subject, { fromStep: key }),
    ...users.map(
      ({ id, role }, place): Step => ({
        key: `${key}-user-${place + 1}`,
        after: [openKey(key)],
        subject: `${id} – ${name}`.slice(0, longestSubject),
        task: { kind: 'assignUser', audit: { fromStep: key }, assignment: { id, role } },
      }),
    ),
  ];
}

interface ComponentPlace {
  readonly key: string;
  /** The key of the step that creates the group. */
  readonly group: string;
  readonly isCoupled: boolean;
}

function componentSteps(
  { name, creation, scope }: Pick<RolledComponent, 'name' | 'creation' | 'scope'>,
  { key, group, isCoupled }: ComponentPlace,
): readonly Step[] {
  const subject = (name === '' ? creation.legal_entity_ids.join(' & ') : name).slice(0, longestSubject);
  const within: Reference = { fromStep: group };
  const component: Reference = { fromStep: key };
  const isOut = scope?.as === 'out';
  return [
    { key, after: [openKey(group)], subject, task: { kind: 'createComponent', group: within, creation } },
    ...(isOut || isCoupled ? [waitFor(key, subject, component)] : []),
    ...(isOut
      ? [
          {
            key: `${key}-scope`,
            after: [openKey(key)],
            subject,
            task: { kind: 'setOutOfScope', group: within, component, explanation: scope.explanation },
          } satisfies Step,
        ]
      : []),
  ];
}

/** A component that is added is one as any other, by what was decided of it. */
function additionSteps(
  { entity, group, creation, decision, isRolled }: RolledAddition,
  place: number,
  keyOf: (id: string) => string,
): readonly Step[] {
  if (!isRolled || decision === null) return [];
  const scope: ScopeDecision =
    decision.as === 'out' ? { as: 'out', explanation: decision.explanation } : { as: decision.as };
  const at = { key: `new-${place + 1}`, group: keyOf(group.id), isCoupled: false };
  return componentSteps({ name: entity.name, creation, scope }, at);
}
