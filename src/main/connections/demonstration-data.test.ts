import { expect, it } from 'vitest';
import { demonstrationFixture } from '../../sandbox/fixture/demonstration/firm.ts';
import { SeasonEntry } from '../../shared/model/season.ts';
import { Team } from '../../shared/model/team.ts';
import { demonstrationSeason, demonstrationTeams } from './demonstration-data.ts';

it('what the computer keeps of the demonstration is of the firm that its service has', () => {
  const [firm] = demonstrationFixture().firms;
  const { audits = [], users = [] } = firm ?? {};
  for (const entry of demonstrationSeason) {
    expect(SeasonEntry.parse(entry)).toEqual(entry);
    const of = (id: string | null) => audits.find((audit) => audit.id === id);
    expect(of(entry.predecessor)?.client_organisation_id, entry.name).toBe(entry.client);
    if (entry.successor !== null) expect(of(entry.successor)?.name).toBe(entry.name);
  }
  const addresses = users.map(({ email }) => email);
  for (const team of demonstrationTeams) {
    expect(Team.parse(team)).toEqual(team);
    expect(addresses).toEqual(expect.arrayContaining(team.members.map(({ id }) => id)));
  }
});
