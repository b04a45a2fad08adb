import type { Operation } from '../../shared/api.ts';

/** The groups of operations, in the order of the document. */
export const tags = {
  Tokens: 'An access token for a service account. Every other request carries it.',
  'Reference data': 'The same for every firm: methodologies, roles, limits.',
  Clients: 'Client organisations of the firm and their legal entities.',
  Audits: 'Single and consolidated audits.',
  'Component audits': 'The audit units of a consolidated audit.',
  Users: 'Who works on an audit, in which role.',
} as const;
export type Tag = keyof typeof tags;

interface Description {
  readonly tag: Tag;
  readonly summary: string;
  readonly text?: string;
  /** Of the answer on success. */
  readonly success: string;
}

/** What is to be said of each operation. */
export const descriptions: Readonly<Record<Operation, Description>> = {
  'tokens.issue': {
    tag: 'Tokens',
    summary: 'Obtain an access token',
    text: 'The grant of OAuth 2.0 for client credentials. Keep the token until shortly before it ends; a new one does not end older ones. Counted per `client_id`.',
    success: 'The token.',
  },
  'workPackages.list': {
    tag: 'Reference data',
    summary: 'List work packages',
    success: 'A page of work packages.',
  },
  'workPackages.read': {
    tag: 'Reference data',
    summary: 'Read a work package',
    success: 'The work package.',
  },
  'roles.list': {
    tag: 'Reference data',
    summary: 'List roles',
    text: 'All of them, or those of one model.',
    success: 'A page of roles.',
  },
  'rateLimits.read': {
    tag: 'Reference data',
    summary: 'Read the limits in force',
    text: 'They prevail over any table. How much of them is used is not told.',
    success: 'The limits, tier by tier.',
  },
  'clients.list': {
    tag: 'Clients',
    summary: 'List client organisations',
    success: 'A page of client organisations.',
  },
  'clients.create': {
    tag: 'Clients',
    summary: 'Create a client organisation',
    text: 'Creates its root legal entity too, with the same id, name and country.',
    success: 'The client organisation.',
  },
  'legalEntities.list': {
    tag: 'Clients',
    summary: 'List the legal entities of a client',
    success: 'A page of legal entities.',
  },
  'audits.list': {
    tag: 'Audits',
    summary: 'List audits',
    text: 'Single and consolidated audits only; component audits are listed under their group audit.',
    success: 'A page of audits.',
  },
  'audits.create': {
    tag: 'Audits',
    summary: 'Create an audit',
    text: 'Answers at once; the audit is `initializing` at first and opens by itself. Costs the credits of its price, unless the client is a test organisation. Needs the role `api_account_manager`, and for more than one coupled component the permission `update:audit.linked_entity_audit`.',
    success: 'The audit.',
  },
  'audits.read': {
    tag: 'Audits',
    summary: 'Read an audit',
    text: 'Also a component audit. Repeat it to see when an audit opens.',
    success: 'The audit.',
  },
  'audits.delete': {
    tag: 'Audits',
    summary: 'Delete an audit',
    text: 'Its component audits go with it, and the components that it is coupled to are free at once. It is `deleting` for a while, then gone; deleting it again meanwhile is no error. Component audits are deleted under their group audit. Needs the role `api_account_manager`.',
    success: 'It will be gone.',
  },
  'components.list': {
    tag: 'Component audits',
    summary: 'List the component audits of a group audit',
    text: 'Empty for an audit that is not consolidated.',
    success: 'A page of component audits.',
  },
  'components.create': {
    tag: 'Component audits',
    summary: 'Create a component audit',
    text: 'Under a consolidated audit that is `open`. The service chooses the id: keep it, it is what an audit is coupled to. Needs the role `api_account_manager`.',
    success: 'The component audit.',
  },
  'components.setOutOfScope': {
    tag: 'Component audits',
    summary: 'Set a component audit out of scope',
    text: 'Clears its content, for good. Doing it again replaces the explanation.',
    success: 'The component audit.',
  },
  'components.delete': {
    tag: 'Component audits',
    summary: 'Delete a component audit',
    text: 'At once. Needs the role `api_account_manager`.',
    success: 'It is gone.',
  },
  'users.list': { tag: 'Users', summary: 'List the users of an audit', success: 'A page of assignments.' },
  'users.assign': {
    tag: 'Users',
    summary: 'Assign a user to an audit',
    text: 'The audit, and the group audit of a component audit, must be `open`.',
    success: 'The assignment.',
  },
  'users.change': { tag: 'Users', summary: 'Change the role of a user', success: 'The assignment.' },
  'users.remove': {
    tag: 'Users',
    summary: 'Take a user off an audit',
    success: 'The user is no longer assigned.',
  },
};

/** What stands in a path or a query under a name. */
export const parameters: Readonly<Record<string, string>> = {
  work_package_id: 'Id of a work package.',
  id: 'Id of a client organisation.',
  audit_id: 'Id of an audit.',
  group_audit_id: 'Id of a consolidated audit.',
  component_audit_id: 'Id of one of its component audits.',
  user_id: 'E-mail address of an assigned user, in any case.',
  associated_model: 'Only the roles whose `associated_model` is exactly this.',
};

/** What every reader of the document has to know. */
export const introduction = `Through this interface an integration of an audit firm reads methodologies, keeps clients, creates audits and component audits, couples them into a network and assigns users.

The firm is always that of the service account; what belongs to another firm does not exist. Every path ends in a slash, and an id in a path is percent-encoded.

## Limits

Each operation belongs to a tier, named in its description. A tier has up to three windows (\`burst\`: a minute, \`sustained\`: an hour, \`daily\`: a day), counted for the whole firm; \`token\` is counted per \`client_id\`. A request that finds a window full is answered \`429\` with \`Retry-After\`: the whole seconds until it would pass. Every other request of a caller that is known and permitted counts, whatever it is answered. A body may have 1 MiB.

## Errors

\`400\` names every field that is wrong, all of them at once, with sentences for people: \`{"name": ["This field may not be blank."]}\`. What belongs to no field stands under \`non_field_errors\`. Every other error is \`{"detail": "..."}\`, but those of the token request, which are as RFC 6749 says. Of a body, fields that the service does not know are ignored, and null is the same as absent for those that are not required. A refused request has changed nothing. A method that a path does not have is answered \`405\` with \`Allow\`.

Checked in this order: path \`404\`, token \`401\`, method \`405\`, permission \`403\`, limit \`429\`, objects in the path \`404\`, content type \`415\`, size \`413\` and form of the body \`400\`, an id that exists \`409\`, permission to couple several \`403\`, fields \`400\`, state \`409\`, credits \`402\`.

## Lists

A list comes in pages. Follow \`next\` until it is null; its entries stand in the order of their creation.

## Coupling

An audit is coupled to component audits when it is created, by \`coupled_component_audit_ids\`, and never later. All of this must hold, and every rule that is broken is told at once:

1. Each id is that of a component audit of the firm.
2. No id is given twice.
3. All components belong to one audit network: connected from group audit to component, and from component to the audit coupled to it.
4. None is archived or deleting, by itself or with its group audit, and none is coupled already.
5. All have the same work package, scoping package and period, and the same own legal entity.
6. Each component, and each of their group audits, has exactly one legal entity.
7. The initialising component is the one whose group's legal entity stands highest in the tree of legal entities. The client, legal entity, work package, scoping package and period of the new audit equal those of this component.`;
