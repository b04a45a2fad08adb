import type { SeasonEntry } from '../../shared/model/season.ts';
import type { Team } from '../../shared/model/team.ts';
import { demonstrationId } from './connections.ts';

// What a firm keeps on its own computer, for the demonstration: the service knows neither teams nor seasons.

const member = (mailbox: string, role: string) => ({ id: `${mailbox}@vanrossem-bellani.example`, role });

export const demonstrationTeams: readonly Team[] = [
  {
    id: 'demonstration-rotterdam',
    connection: demonstrationId,
    name: 'Rotterdam',
    members: [
      member('marijke.van.rossem', 'audit_engagement_leader'),
      member('joost.hoekstra', 'audit_manager'),
      member('Anneke.de.Wit', 'audit_auditor'),
      member('ruben.el.amrani', 'audit_auditor'),
    ],
  },
  {
    id: 'demonstration-milano',
    connection: demonstrationId,
    name: 'Milano',
    members: [
      member('giulia.bellani', 'audit_engagement_leader'),
      member('matteo.ferraris', 'audit_manager'),
      member('chiara.zanon', 'audit_auditor'),
    ],
  },
];

type Row = Omit<SeasonEntry, 'id' | 'connection' | 'deadline' | 'priority' | 'network'>;

function group({ day, ...row }: Row & { readonly day: string }): SeasonEntry {
  return {
    ...row,
    id: `${demonstrationId} ${row.predecessor}`,
    connection: demonstrationId,
    deadline: { day, from: 'typed' },
    priority: 0,
  };
}

/** Two groups that are there already, and one that waits for being rolled forward. */
export const demonstrationSeason: readonly SeasonEntry[] = [
  group({
    name: 'Valkenhorst Groep N.V., consolidated financial statements 2026',
    client: 'valkenhorst',
    predecessor: '2025-VH-GRP',
    successor: '2026-VH-GRP',
    day: '2027-05-31',
    components: 22,
    coupled: 10,
  }),
  group({
    name: 'Molino Serra S.p.A., bilancio consolidato 2026',
    client: 'molino-serra',
    predecessor: 'MS-2025-consolidato',
    successor: 'MS-2026-consolidato',
    day: '2027-04-30',
    components: 3,
    coupled: 0,
  }),
  group({
    name: 'Harborline Logistics, Inc., consolidated financial statements FY2027',
    client: 'harborline',
    predecessor: 'HL/FY26/group',
    successor: null,
    day: '2027-09-30',
    components: 2,
    coupled: 0,
  }),
];
