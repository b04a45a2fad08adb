import type { Reference, Step } from '../plan.ts';
import type { RolledAudit, RolledComponent, RollForwardProposal } from './roll-forward.ts';

const longestSubject = 400; // of a step

/**
 * The steps that make a network of which nothing stands open: tier by tier a group, then its components as soon as it is open, what is out of
 * scope, and the audits that are coupled to components as soon as these are open. It is done when all audits are open. No steps while anything stands open.
 */
export function rollForwardSteps({ entries, open }: RollForwardProposal): readonly Step[] {
  if (open.length > 0) return [];
  const rolled = entries.filter(({ isRolled }) => isRolled);
  const keys = new Map(rolled.map(({ before }, place) => [before.id, `row-${place + 1}`]));
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const coupled = new Set(rolled.flatMap((entry) => (entry.kind === 'audit' ? entry.couple : [])));
  return rolled.flatMap((entry) =>
    entry.kind === 'audit'
      ? auditSteps(entry, keyOf)
      : componentSteps(entry, keyOf, coupled.has(entry.before.id)),
  );
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
    waitFor(key, subject, creation.id),
    ...users.map(
      ({ id, role }, place): Step => ({
        key: `${key}-user-${place + 1}`,
        after: [openKey(key)],
        subject: `${id} – ${name}`.slice(0, longestSubject),
        task: { kind: 'assignUser', audit: creation.id, assignment: { id, role } },
      }),
    ),
  ];
}

function componentSteps(
  { before, group, name, creation, scope }: RolledComponent,
  keyOf: (id: string) => string,
  isCoupled: boolean,
): readonly Step[] {
  const key = keyOf(before.id);
  const subject = (name === '' ? creation.legal_entity_ids.join(' & ') : name).slice(0, longestSubject);
  const within: Reference = { fromStep: keyOf(group.id) };
  const component: Reference = { fromStep: key };
  const isOut = scope?.as === 'out';
  return [
    {
      key,
      after: [openKey(keyOf(group.id))],
      subject,
      task: { kind: 'createComponent', group: within, creation },
    },
    ...(isOut || isCoupled ? [waitFor(key, subject, component)] : []),
    ...(isOut
      ? [
          {
            key: `${key}-scope`,
            after: [openKey(key)],
            subject,
            task: {
              kind: 'setOutOfScope',
              group: within,
              component,
              explanation: scope.explanation,
            },
          } satisfies Step,
        ]
      : []),
  ];
}
