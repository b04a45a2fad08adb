import { Link } from 'react-router';
import type { Reference, Task } from '../../../shared/plan.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { pathTo } from '../../routes.ts';

interface Props {
  readonly connection: string;
  readonly task: Task;
  /** The id of what was made or changed. */
  readonly object: string;
  /** What another step of the same plan has made, as far as it was read. */
  readonly resultOf: (key: string) => string | null;
}

/** The id of what a step made, leading to it where this window shows the connection that has it. */
export function ObjectLink({ connection, task, object, resultOf }: Props) {
  const active = useActiveConnection();
  const to = active?.id === connection ? placeOf(task, object, resultOf) : null;
  if (to === null) return <code>{object}</code>;
  return (
    <Link to={to}>
      <code>{object}</code>
    </Link>
  );
}

/** The address of the screen that shows the object of a task; null where there is none, as for what was deleted. */
export function placeOf(task: Task, object: string, resultOf: Props['resultOf']): string | null {
  const idOf = (reference: Reference) =>
    typeof reference === 'string' ? reference : resultOf(reference.fromStep);
  const inAudit = (route: 'auditComponents' | 'auditUsers', reference: Reference) => {
    const auditId = idOf(reference);
    return auditId === null ? null : pathTo(route, { auditId });
  };
  switch (task.kind) {
    case 'createClient':
      return pathTo('client', { clientId: object });
    case 'createAudit':
    case 'awaitOpen':
      return pathTo('audit', { auditId: object });
    case 'createComponent':
    case 'setOutOfScope':
      return inAudit('auditComponents', task.group);
    case 'assignUser':
    case 'changeUser':
    case 'removeUser':
      return inAudit('auditUsers', task.audit);
    case 'deleteAudit':
    case 'deleteComponent':
      return null;
  }
}
