import { readNames } from '../http/auth.ts';
import { boolean, country, defaulted, externalId, list, readForm, required, text } from '../http/fields.ts';
import { exactly, kind, listOf, orNull, said } from '../http/json-schema.ts';
import { created, invalid, listed, missing } from '../http/result.ts';
import type { ClientRow, LegalEntityRow } from '../store/schema.ts';
import {
  type Answered,
  bodyOf,
  type FactsOf,
  firstOne,
  idGiven,
  idListed,
  link,
  pathId,
} from './operation.ts';

/** A client organisation as the service answers it (decisions.md §6.1). */
function clientOf(row: Omit<ClientRow, 'seq'>) {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    domains: readNames(row.domains),
    allow_password_login: row.allow_password_login === 1,
    is_test_organisation: row.is_test === 1,
  };
}

/** A legal entity as the service answers it (decisions.md §6.2). */
export function legalEntityOf({ id, name, country: home, parent_id }: Omit<LegalEntityRow, 'seq'>) {
  return { id, name, country: home, parent_id };
}

const client: Answered = {
  name: 'ClientOrganisation',
  schema: exactly({
    id: kind.id,
    name: kind.text,
    country: kind.country,
    domains: listOf(kind.text),
    allow_password_login: kind.flag,
    is_test_organisation: said('Its audits consume no credits.', kind.flag),
  }),
  example: {
    id: 'cantiere-bruni',
    name: 'Cantiere Bruni S.p.A.',
    country: 'IT',
    domains: ['bruni.example'],
    allow_password_login: true,
    is_test_organisation: false,
  },
};

const creation = bodyOf(
  'ClientCreation',
  {
    id: required(externalId),
    name: required(text({ blank: 'white' })),
    country: required(country),
    domains: defaulted(list(text({ blank: 'white' }), { mayBeEmpty: true }), []),
    allow_password_login: defaulted(boolean, true),
  },
  { id: 'cantiere-bruni', name: 'Cantiere Bruni S.p.A.', country: 'IT', domains: ['bruni.example'] },
  { id: 'Also the id of its root legal entity, which is created with it.' },
);

export const clients = {
  'clients.list': {
    summary: 'List client organisations',
    success: 'A page of client organisations.',
    answer: client,
    links: { legalEntities: link('legalEntities.list', firstOne, { id: idListed }) },
    handle: async ({ caller }, { store }) =>
      listed(await store.clients.listed(caller.firm), clientOf, { alwaysPaged: true }),
  },
  'clients.create': {
    summary: 'Create a client organisation',
    text: 'Creates its root legal entity too, with the same id, name and country.',
    success: 'The client organisation.',
    conflict:
      'A client organisation with this id exists. Told before anything else of the body is looked at.',
    body: creation,
    answer: client,
    links: {
      legalEntities: link('legalEntities.list', 'Its root legal entity has the same id.', { id: idGiven }),
    },
    handle: ({ caller: { firm }, withBody }, { store }) =>
      withBody(async (body) => {
        if (typeof body.id === 'string' && (await store.clients.byId(firm, body.id)) !== undefined)
          return { kind: 'duplicate', noun: 'client organisation' };
        const form = readForm(body, creation.shape);
        if (!form.ok) return invalid(form.faults);
        const { id, name, country: home, domains, allow_password_login: passwords } = form.value;
        const row = {
          firm,
          id,
          name,
          country: home,
          domains: JSON.stringify(domains),
          allow_password_login: Number(passwords),
          is_test: 0,
        };
        await store.clients.insert(row);
        await store.clients.insertEntity({ firm, client: id, id, name, country: home, parent_id: null });
        return created(clientOf(row));
      }),
  },
  'legalEntities.list': {
    summary: 'List the legal entities of a client',
    success: 'A page of legal entities.',
    path: { id: pathId('Id of a client organisation.')('valkenhorst') },
    answer: {
      name: 'LegalEntity',
      schema: exactly({
        id: kind.id,
        name: kind.text,
        country: kind.country,
        parent_id: said('Null for the root.', orNull(kind.id)),
      }),
      example: { id: 'VH-1100', name: 'Valkenhorst Pompen B.V.', country: 'NL', parent_id: 'VH-1000' },
    },
    handle: async ({ caller: { firm }, path }, { store }) =>
      (await store.clients.byId(firm, path.id)) === undefined
        ? missing
        : listed(await store.clients.listedEntities(firm, path.id), legalEntityOf),
  },
} satisfies FactsOf<'clients' | 'legalEntities'>;
