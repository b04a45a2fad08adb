import { Team } from '../../shared/model/team.ts';
import { isElsewhere, type LocalStore } from './store.ts';

export type TeamStore = ReturnType<typeof openTeams>;

/** Named sets of users and roles, which are nobody's but this computer's: the service knows no teams. */
export function openTeams(store: LocalStore) {
  const collection = store.collection('teams', Team);
  return {
    /** The teams of a connection, in the order in which they were made. */
    list: (connection: string): readonly Team[] =>
      collection.list().filter((team) => team.connection === connection),
    /** Whether it would take the place of a team of another connection. */
    isElsewhere: (team: Team): boolean => isElsewhere(collection, team),
    /** Keeps each in place of what was kept under its id: on disk when it returns. */
    save: (teams: readonly Team[]): void => {
      for (const team of teams) collection.put(team.id, team);
    },
    remove: (id: string): void => collection.remove(id),
  };
}
