import type { Operation, PathIds } from '../../shared/api.ts';

/** How the answer of one operation leads to another: where each id in the path of that other stands. */
export interface Link {
  readonly to: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

type Parameters<Name extends Operation> =
  PathIds<Name> extends { readonly path: infer Ids } ? Ids : Readonly<Record<string, never>>;

/** A link whose parameters are exactly the ids in the path of its target. */
function link<Name extends Operation>(
  to: Name,
  description: string,
  parameters: Parameters<Name> & Readonly<Record<string, string>>,
): Link {
  return { to, description, parameters };
}

const given = '$response.body#/id';
const first = '$response.body#/results/0/id';
const firstOne = 'Of the first entry; likewise of every other.';

/** Links of each operation, by their names in the document. */
export const links: Readonly<Partial<Record<Operation, Readonly<Record<string, Link>>>>> = {
  'workPackages.list': {
    read: link('workPackages.read', firstOne, { work_package_id: first }),
  },
  'clients.list': {
    legalEntities: link('legalEntities.list', firstOne, { id: first }),
  },
  'clients.create': {
    legalEntities: link('legalEntities.list', 'Its root legal entity has the same id.', { id: given }),
  },
  'audits.list': { read: link('audits.read', firstOne, { audit_id: first }) },
  'audits.create': {
    read: link('audits.read', 'To be repeated until `status` is `open`.', { audit_id: given }),
    remove: link('audits.delete', 'Deletes it.', { audit_id: given }),
    components: link('components.list', 'Of a consolidated audit.', { audit_id: given }),
    addComponent: link('components.create', 'Of a consolidated audit, once it is `open`.', {
      group_audit_id: given,
    }),
    users: link('users.list', 'Who is assigned.', { audit_id: given }),
    assign: link('users.assign', 'Once it is `open`.', { audit_id: given }),
  },
  'audits.read': {
    remove: link('audits.delete', 'Not of a component audit.', { audit_id: given }),
    components: link('components.list', 'Of a consolidated audit.', { audit_id: given }),
    users: link('users.list', 'Who is assigned.', { audit_id: given }),
  },
  'components.list': {
    read: link('audits.read', `The component audit as an audit. ${firstOne}`, { audit_id: first }),
  },
  'components.create': {
    read: link('audits.read', 'The component audit as an audit.', { audit_id: given }),
    setOutOfScope: link('components.setOutOfScope', 'Clears its content, for good.', {
      group_audit_id: '$request.path.audit_id',
      component_audit_id: given,
    }),
    remove: link('components.delete', 'As long as it is not coupled.', {
      audit_id: '$request.path.audit_id',
      component_audit_id: given,
    }),
  },
  'users.list': {
    change: link('users.change', firstOne, { audit_id: '$request.path.audit_id', user_id: first }),
    remove: link('users.remove', firstOne, { audit_id: '$request.path.audit_id', user_id: first }),
  },
  'users.assign': {
    change: link('users.change', 'Gives another role.', {
      audit_id: '$request.path.audit_id',
      user_id: given,
    }),
    remove: link('users.remove', 'Takes the user off the audit.', {
      audit_id: '$request.path.audit_id',
      user_id: given,
    }),
  },
};
