import type { z } from 'zod';
import { SavedView } from '../../shared/model/list-setup.ts';
import { DeadlineRule } from '../../shared/model/season.ts';
import { Team } from '../../shared/model/team.ts';
import { AuditTemplate } from '../../shared/model/template.ts';
import type { ItemKind, Items } from '../../shared/operations/items.ts';
import type { CollectionName, LocalStore } from './store.ts';

interface OfConnection {
  readonly id: string;
  readonly connection: string;
}

/** Everything that a person keeps for a connection, by its kind. */
export type ItemStores = {
  readonly [Kind in ItemKind]: {
    readonly list: (connection: string) => Items[Kind];
    readonly remove: (id: string) => void;
  };
};

export type OfConnectionStores = ReturnType<typeof openOfConnection>;

/** What only this computer knows of a connection, since the service has none of it. */
export function openOfConnection(
  store: LocalStore,
  onChange: (of: ItemKind, connection: string) => void = () => undefined,
) {
  const open = <Thing extends OfConnection>(
    of: ItemKind,
    schema: z.ZodType<Thing>,
    name: CollectionName,
    order: (one: Thing, other: Thing) => number = () => 0,
  ) => {
    const collection = store.collection(name, schema);
    return {
      /** Those of a connection, in their order, or in that in which they were made. */
      list: (connection: string): readonly Thing[] =>
        collection
          .list()
          .filter((thing) => thing.connection === connection)
          .toSorted(order),
      /** Whether its id is already that of something of another connection, whose place it would take. */
      isElsewhere: ({ id, connection }: Thing): boolean => {
        const held = collection.read(id);
        return held !== null && held.connection !== connection;
      },
      /** Keeps each in place of what was kept under its id: on disk when it returns. */
      save: (things: readonly Thing[]): void => {
        for (const thing of things) collection.put(thing.id, thing);
        for (const connection of new Set(things.map((thing) => thing.connection))) onChange(of, connection);
      },
      remove: (id: string): void => {
        const thing = collection.read(id);
        collection.remove(id);
        if (thing !== null) onChange(of, thing.connection);
      },
    };
  };
  return {
    teams: open('teams', Team, 'teams'),
    templates: open('templates', AuditTemplate, 'templates'),
    views: open('views', SavedView, 'views', (one, other) => one.place - other.place),
    deadlineRules: open('deadlineRules', DeadlineRule, 'deadline_rules'),
  };
}
