import { Team } from '../shared/model/team.ts';
import type { LocalStore } from './store.ts';

export interface TeamBook {
  /** The teams of a connection, in the order in which they were made. */
  readonly list: (connection: string) => readonly Team[];
  /** Keeps a team in place of what was kept under its id: on disk when it returns. */
  readonly save: (team: Team) => Team;
  readonly remove: (id: string) => void;
}

/** Named sets of users and roles, which are nobody's but this computer's: the service knows no teams. */
export function openTeams(store: LocalStore): TeamBook {
  const shelf = store.shelf('teams', Team);
  return {
    list: (connection) => shelf.list().filter((team) => team.connection === connection),
    save: (team) => {
      shelf.put(team.id, team);
      return team;
    },
    remove: (id) => shelf.remove(id),
  };
}
