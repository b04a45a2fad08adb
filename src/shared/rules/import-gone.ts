import type { Audit } from '../model/audit.ts';
import type { ImportKind } from './import-columns.ts';
import type { JudgedRow } from './import-judge.ts';
import type { ImportKnown, ImportObject } from './import-rows.ts';

/** One thing that the service has and a table has not. */
export interface Gone {
  readonly id: string;
  readonly name: string;
  /** The id of the audit that it is in; null for what stands by itself. */
  readonly within: string | null;
}

/** What the service has and a table has not, within what the table is about: its clients, groups or audits. */
export function goneOf(
  kind: ImportKind,
  rows: readonly Pick<JudgedRow, 'object' | 'existing'>[],
  known: ImportKnown,
): readonly Gone[] {
  const there = new Set(rows.flatMap(({ existing }) => existing ?? []));
  const missing = (all: readonly Gone[]): readonly Gone[] => all.filter(({ id }) => !there.has(id));
  const objects = rows.map(({ object }) => object);
  switch (kind) {
    case 'clients':
      return missing(known.clients.map(({ id, name }) => ({ id, name, within: null })));
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
        (known.usersOf.get(audit) ?? [])
          .filter(({ id }) => !assigned.has(`${audit}\n${id}`))
          .map(({ id, name }) => ({ id, name, within: audit })),
      );
    }
  }
}

function auditsOfClients(objects: readonly ImportObject[], audits: readonly Audit[]): readonly Gone[] {
  const clients = new Set(
    objects.flatMap((object) => (object.kind === 'audit' ? [object.creation.client_organisation_id] : [])),
  );
  return audits
    .filter(({ client_organisation_id: client }) => clients.has(client))
    .map(({ id, name }) => ({ id, name, within: null }));
}

function componentsOfGroups(
  objects: readonly ImportObject[],
  { componentsOf }: ImportKnown,
): readonly Gone[] {
  const groups = new Set(objects.flatMap((object) => (object.kind === 'component' ? [object.group] : [])));
  return [...groups].flatMap((within) =>
    (componentsOf.get(within) ?? []).map(({ id, name }) => ({ id, name, within })),
  );
}
