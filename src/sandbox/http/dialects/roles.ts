import { change, dialectsOf, label, lower, onText, without } from './dialect.ts';

export const roles = dialectsOf('roles', {
  'model-lower': {
    facet: 'model',
    says: '`associated_model` is in small letters: `audit`.',
    show: change('associated_model', lower),
  },
  'model-dotted': {
    facet: 'model',
    says: '`associated_model` has its application: `audits.Audit`.',
    show: change(
      'associated_model',
      onText((model) => `${model.toLowerCase()}s.${model}`),
    ),
  },
  'model-list': {
    facet: 'model',
    says: '`associated_model` is a list.',
    show: change('associated_model', (model) => [model]),
  },
  'model-absent': {
    facet: 'model',
    says: '`associated_model` is absent.',
    show: without('associated_model'),
  },
  labelled: {
    facet: 'shape',
    says: 'A role is `{"id", "label"}`.',
    show: ({ name }) => ({ id: name, label: label(String(name)) }),
  },
  coded: {
    facet: 'shape',
    says: 'A role is `{"code", "description"}`.',
    show: ({ name, description }) => ({ code: name, description }),
  },
  texts: { facet: 'shape', says: 'A role is its name, a plain text.', show: ({ name }) => name },
});
