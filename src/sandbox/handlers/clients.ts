import { readNames } from '../auth.ts';
import { boolean, country, externalId, list, text } from '../fields.ts';
import { defaulted, readForm, required } from '../form.ts';
import type { Handler } from '../handler.ts';
import { created, invalid, listedRows, missing } from '../result.ts';
import type { ClientRow, LegalEntityRow } from '../store/schema.ts';

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
export function legalEntityOf(row: Omit<LegalEntityRow, 'seq'>) {
  return { id: row.id, name: row.name, country: row.country, parent_id: row.parent_id };
}

export const listClients: Handler<'clients.list'> = ({ caller }, { store }) =>
  listedRows(
    store.clients.listed(caller.firm),
    (seq) => {
      const row = store.clients.bySeq(seq);
      return row === undefined ? [] : [clientOf(row)];
    },
    { alwaysPaged: true },
  );

/** The body that creates a client organisation (decisions.md §6.1). */
export const clientCreation = {
  id: required(externalId),
  name: required(text({ blank: 'white' })),
  country: required(country),
  domains: defaulted(list(text({ blank: 'white' }), { mayBeEmpty: true }), []),
  allow_password_login: defaulted(boolean, true),
};

/** Creates a client organisation and its root legal entity of the same id, name and country (decisions.md §6.1). */
export const createClient: Handler<'clients.create'> = ({ caller: { firm }, withBody }, { store }) =>
  withBody((body) => {
    if (typeof body.id === 'string' && store.clients.byId({ firm, id: body.id }) !== undefined)
      return { kind: 'duplicate', noun: 'client organisation' };
    const form = readForm(body, clientCreation);
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
    store.clients.insert(row);
    store.clients.insertEntity({ firm, client: id, id, name, country: home, parent_id: null });
    return created(clientOf(row));
  });

export const listLegalEntities: Handler<'legalEntities.list'> = ({ caller: { firm }, path }, { store }) =>
  store.clients.byId({ firm, id: path.id }) === undefined
    ? missing
    : listedRows(store.clients.listedEntities(firm, path.id), (seq) => {
        const row = store.clients.entityBySeq(seq);
        return row === undefined ? [] : [legalEntityOf(row)];
      });
