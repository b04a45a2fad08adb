import type { Audit } from '../model/audit.ts';
import type { ImportKind } from './import-columns.ts';
import type { JudgedRow, Judgement } from './import-judge.ts';
import type { ImportKnown, ImportObject } from './import-rows.ts';

/** What the service has and a table has not, within what the table is about: its clients, groups or audits. */
export function goneOf(kind: ImportKind, rows: readonly JudgedRow[], known: ImportKnown): Judgement['gone'] {
  const there = new Set(rows.flatMap(({ existing }) => existing ?? []));
  const missing = (
    all: readonly { readonly id: string; readonly name: string }[],
  ): readonly { readonly id: string; readonly name: string }[] =>
    all.filter(({ id }) => !there.has(id)).map(({ id, name }) => ({ id, name }));
  const objects = rows.map(({ object }) => object);
  switch (kind) {
    case 'clients':
      return missing(known.clients);
    case 'audits':
      return missing([...auditsOfClients(objects, known.audits), ...componentsOfGroups(objects, known)]);
    case 'components':
      return missing(componentsOfGroups(objects, known));
    case 'users': {
      const audits = new Set(objects.flatMap((object) => (object.kind === 'user' ? [object.audit] : [])));
      const assigned = new Set(
        rows.flatMap(({ object, existing }) =>
          object.kind === 'user' && existing !== null ? [`${object.audit}\n${existing}`] : [],
        ),
      );
      return [...audits].flatMap((audit) =>
        (known.usersOf.get(audit) ?? []).filter(({ id }) => !assigned.has(`${audit}\n${id}`)),
      );
    }
  }
}

function auditsOfClients(objects: readonly ImportObject[], audits: readonly Audit[]): readonly Audit[] {
  const clients = new Set(
    objects.flatMap((object) => (object.kind === 'audit' ? [object.creation.client_organisation_id] : [])),
  );
  return audits.filter(({ client_organisation_id: client }) => clients.has(client));
}

function componentsOfGroups(objects: readonly ImportObject[], { componentsOf }: ImportKnown) {
  const groups = new Set(objects.flatMap((object) => (object.kind === 'component' ? [object.group] : [])));
  return [...groups].flatMap((group) => componentsOf.get(group) ?? []);
}
