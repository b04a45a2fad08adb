import {
  auditPath,
  chain,
  change,
  dialectsOf,
  type Fields,
  label,
  lower,
  numberOf,
  onText,
  replace,
  upper,
  without,
  writes,
} from './dialect.ts';

const number = (id: unknown) => numberOf(String(id));
const nameless = without('name');

/** The assignment without a name, with its role in another form. */
function withRole(role: (name: string) => Fields): (object: Fields) => Fields {
  return chain(
    nameless,
    replace('role', (value) => (typeof value === 'string' ? role(value) : { role: value })),
  );
}

/** The assignment without a name, with other fields in place of its address. */
function withPerson(person: (address: unknown) => Fields): (object: Fields) => Fields {
  return chain(nameless, replace('id', person));
}

export const users = dialectsOf('users', {
  // The forms of the role come first: those of the person move it.
  'role-object': {
    facet: 'role',
    says: 'A role is `{"name"}`, and no name of the person is shown.',
    show: withRole((name) => ({ role: { name } })),
  },
  'role-numbered': {
    facet: 'role',
    says: 'A role is `{"id", "name", "label"}`, and no name of the person is shown.',
    show: withRole((name) => ({ role: { id: numberOf(name), name, label: label(name) } })),
  },
  roles: {
    facet: 'role',
    says: 'The role stands in a list `roles`, and no name of the person is shown.',
    show: withRole((name) => ({ roles: [name] })),
  },
  'role-label': {
    facet: 'role',
    says: 'A role is shown by its display name, such as “Engagement leader”.',
    show: change('role', onText(label)),
  },
  'address-lower': {
    facet: 'address',
    says: 'Addresses are in small letters.',
    show: change('id', lower),
  },
  'address-upper': {
    facet: 'address',
    says: 'Addresses are in capitals.',
    show: change('id', upper),
  },
  email: {
    facet: 'person',
    says: 'An assignment is `{"email", "role"}`.',
    show: withPerson((email) => ({ email })),
  },
  numbered: {
    facet: 'person',
    says: 'An assignment is `{"id", "email", "role"}`, and the id is a number.',
    show: withPerson((email) => ({ id: number(email), email })),
  },
  'user-id': {
    facet: 'person',
    says: 'An assignment is `{"user_id", "role"}`, with the address as `user_id`.',
    show: withPerson((address) => ({ user_id: address })),
  },
  'user-number': {
    facet: 'person',
    says: 'An assignment is `{"user_id", "role"}`, with a number and no address at all.',
    show: withPerson((address) => ({ user_id: number(address) })),
  },
  nested: {
    facet: 'person',
    says: 'An assignment is `{"user": {"id", "email", "name"}, "role"}`.',
    show: chain(
      replace('id', (email, { name }) => ({ user: { id: number(email), email, name } })),
      nameless,
    ),
  },
  'answer-none': {
    facet: 'answer',
    says: 'An assignment or a change of role is answered without a body.',
    wrote: writes.bare,
  },
  'answer-audit': {
    facet: 'answer',
    says: 'An assignment or a change of role is answered with the audit.',
    also: 'audits',
    wrote: async ({ status }, about) => ({ ...(await about.said(auditPath(about))), status }),
  },
  'answer-list': {
    facet: 'answer',
    says: 'An assignment or a change of role is answered with the list of users.',
    wrote: async ({ status }, about) => ({ ...(await about.said(`${auditPath(about)}users/`)), status }),
  },
  'list-bare': {
    facet: 'list',
    says: 'The users of an audit are a plain array.',
    isWhole: true,
    wrap: ({ entries }) => entries,
  },
  'list-key': {
    facet: 'list',
    says: 'The users of an audit are `{"users": […]}`.',
    isWhole: true,
    wrap: ({ entries }) => ({ users: entries }),
  },
});
