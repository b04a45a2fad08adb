import type { StepProgress } from '../src/shared/plan.ts';
import type { RequestEntry } from '../src/shared/record.ts';
import type { AuditState } from '../src/shared/workbench.ts';
import { createPlaces, type PlacesDeps } from './colleagues.ts';
import { control } from './service-state.ts';
import type { Entry } from './traffic.ts';

interface WitnessDeps extends PlacesDeps {
  readonly sandbox: Parameters<typeof control>[0];
  readonly entries: readonly Entry[];
}

/** Somebody who sees what the service keeps, whatever it says: the object of a step that was carried out, or null. */
export type Witness = (step: StepProgress) => Promise<string | null>;

export function createWitness({ sandbox, entries, ...deps }: WitnessDeps): Witness {
  const { idOf } = createPlaces(deps);
  const kept = (id: string): Promise<AuditState | null> =>
    control(sandbox, 'GET', `/state/firm/audit/${encodeURIComponent(id)}/`, undefined).then(
      (state) => state as AuditState, // as the control plane answers
      () => null,
    );
  const audit = async (id: string) => {
    const state = await kept(id);
    return state?.audit.status === 'deleting' ? null : state;
  };
  const roleOf = async (of: string, user: string) =>
    (await audit(of))?.users.find((one) => one.user === user.toLowerCase())?.role;
  const component = async ({ task, key, result }: StepProgress): Promise<string | null> => {
    if (task.kind !== 'createComponent') return null;
    const { legal_entity_ids: of, name, auditor_relation: relation } = task.creation;
    const taken = deps.steps().flatMap((other) => (other.key === key ? [] : (other.result ?? [])));
    const ours = entries.flatMap(({ created }) => created).filter((id) => !taken.includes(id));
    const made = (await kept(idOf(task.group)))?.components.filter(
      (one) =>
        ours.includes(String(one.id)) &&
        JSON.stringify(one.legal_entities) === JSON.stringify(of) &&
        (name === undefined || one.name === name) &&
        one.auditor_relation === relation,
    );
    const ids = made?.map(({ id }) => String(id)) ?? [];
    return ids.find((id) => id === result) ?? ids[0] ?? null;
  };

  return async (step) => {
    const { task } = step;
    switch (task.kind) {
      case 'createClient':
        return entries.some(({ created }) => created.includes(task.creation.id)) ? task.creation.id : null;
      case 'createAudit':
        return (await audit(task.creation.id)) === null ? null : task.creation.id;
      case 'createComponent':
        return component(step);
      case 'setOutOfScope': {
        const id = idOf(task.component);
        return (await audit(id))?.audit.explanation === task.explanation ? id : null;
      }
      case 'deleteComponent':
        return (await audit(idOf(task.component))) === null ? idOf(task.component) : null;
      case 'deleteAudit':
        return (await audit(idOf(task.audit))) === null ? idOf(task.audit) : null;
      case 'assignUser':
      case 'changeUser': {
        const { id, role } = task.assignment;
        return (await roleOf(idOf(task.audit), id)) === role ? id : null;
      }
      case 'removeUser':
        return (await roleOf(idOf(task.audit), task.user)) === undefined ? task.user : null;
      case 'awaitOpen':
        return (await kept(idOf(task.audit)))?.audit.status === 'open' ? idOf(task.audit) : null;
      case 'awaitGone':
        return (await kept(idOf(task.audit))) === null ? idOf(task.audit) : null;
    }
  };
}

/** Holds that no step is sent again once the service has said yes to it, unless a person says so. */
export function createAcceptance() {
  const accepted = new Set<string>();
  const faults: string[] = [];
  return {
    faults,
    wasAccepted: (step: string): boolean => accepted.has(step),
    heard: ({ step, method, path, status }: RequestEntry): void => {
      if (step === null || method === null || method === 'GET') return;
      if (accepted.has(step)) faults.push(`sent again after a yes: ${step}, ${method} ${String(path)}`);
      if (status !== null && status >= 200 && status < 300) accepted.add(step);
    },
    again: (step: string): void => {
      accepted.delete(step);
    },
  };
}
