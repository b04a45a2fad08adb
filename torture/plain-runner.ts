import type { Plan, Reference, Task } from '../src/shared/plan.ts';
import type { Ask } from './service-state.ts';

/** Carries out a plan as it would be done by hand on a service without faults: one step after the other, believing every answer. */
export async function carryOutPlainly({ steps }: Plan, ask: Ask): Promise<void> {
  const ids = new Map<string, string>();
  const idOf = (reference: Reference): string =>
    typeof reference === 'string' ? reference : (ids.get(reference.fromStep) ?? '');
  const path = (reference: Reference): string => `/audits/${encodeURIComponent(idOf(reference))}`;
  const component = (task: { readonly group: Reference; readonly component: Reference }): string =>
    `${path(task.group)}/component-audits/${encodeURIComponent(idOf(task.component))}/`;

  const send = (task: Exclude<Task, { kind: 'awaitOpen' }>): Promise<unknown> => {
    switch (task.kind) {
      case 'createClient':
        return ask('POST', '/client-organisations/', task.creation);
      case 'createAudit':
        return ask('POST', '/audits/', {
          ...task.creation,
          coupled_component_audit_ids: (task.couple ?? []).map(idOf),
        });
      case 'createComponent':
        return ask('POST', `${path(task.group)}/component-audits/`, task.creation);
      case 'setOutOfScope':
        return ask('PATCH', component(task), {
          in_scope: false,
          out_of_scope_explanation: task.explanation,
        });
      case 'deleteComponent':
        return ask('DELETE', component(task));
      case 'assignUser':
        return ask('POST', `${path(task.audit)}/users/`, task.assignment);
      case 'changeUser':
        return ask('PATCH', `${path(task.audit)}/users/${encodeURIComponent(task.assignment.id)}/`, {
          role: task.assignment.role,
        });
      case 'removeUser':
        return ask('DELETE', `${path(task.audit)}/users/${encodeURIComponent(task.user)}/`);
      case 'deleteAudit':
        return ask('DELETE', `${path(task.audit)}/`);
    }
  };

  for (const { key, task } of steps) {
    if (task.kind === 'awaitOpen') {
      ids.set(key, idOf(task.audit));
      continue;
    }
    const answer = await send(task);
    if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string')
      ids.set(key, answer.id);
  }
}
