import type { z } from 'zod';
import { DeadlineRule } from '../../shared/model/season.ts';
import { Team } from '../../shared/model/team.ts';
import { AuditTemplate } from '../../shared/model/template.ts';
import type { CollectionName, LocalStore } from './store.ts';

interface OfConnection {
  readonly id: string;
  readonly connection: string;
}

export type TeamStore = ReturnType<typeof openTeams>;
export type TemplateStore = ReturnType<typeof openTemplates>;

/** Named sets of users and roles, which are nobody's but this computer's: the service knows no teams. */
export const openTeams = (store: LocalStore) => openOfConnection(store, 'teams', Team);

/** What new audits begin with, which only this computer knows: the service has no templates. */
export const openTemplates = (store: LocalStore) => openOfConnection(store, 'templates', AuditTemplate);

/** Rules for the deadlines of a country or a client. */
export type DeadlineRuleStore = ReturnType<typeof openDeadlineRules>;
export const openDeadlineRules = (store: LocalStore) =>
  openOfConnection(store, 'deadline_rules', DeadlineRule);

/** Things that are each kept for one connection. */
function openOfConnection<Thing extends OfConnection>(
  store: LocalStore,
  name: CollectionName,
  schema: z.ZodType<Thing>,
) {
  const collection = store.collection(name, schema);
  return {
    /** Those of a connection, in the order in which they were made. */
    list: (connection: string): readonly Thing[] =>
      collection.list().filter((thing) => thing.connection === connection),
    /** Whether its id is already that of something of another connection, whose place it would take. */
    isElsewhere: ({ id, connection }: Thing): boolean => {
      const held = collection.read(id);
      return held !== null && held.connection !== connection;
    },
    /** Keeps each in place of what was kept under its id: on disk when it returns. */
    save: (things: readonly Thing[]): void => {
      for (const thing of things) collection.put(thing.id, thing);
    },
    remove: (id: string): void => collection.remove(id),
  };
}
