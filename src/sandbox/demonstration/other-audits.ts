import { type AuditRow, calendarYear, team, yearToJune } from './engagement.ts';

const packagesByYear: Readonly<Record<number, string>> = {
  2024: 'statutory-2024.10',
  2025: 'statutory-2025.9',
  2026: 'statutory-2025.10',
};

function workPackageOf(year: number): string {
  const id = packagesByYear[year];
  if (id === undefined) throw new Error(`no work package for ${year}`);
  return id;
}

/** Archived once the opinion is out. */
function statusOf(year: number): 'open' | 'archived' {
  return year < 2026 ? 'archived' : 'open';
}

function molinoSerra(year: number): readonly AuditRow[] {
  const status = year === 2024 ? 'archived' : 'open';
  const base = {
    client_organisation_id: 'molino-serra',
    work_package_id: year === 2024 ? 'revisione-9.9' : 'revisione-10.0',
    scoping_package_id: 'Società di capitali',
    ...calendarYear(year),
    language: 'it',
    unit_of_measurement: 'EUR',
    status,
  } as const;
  return [
    {
      ...base,
      id: `MS-${year}-consolidato`,
      name: `Molino Serra S.p.A., bilancio consolidato ${year}`,
      legal_entity_ids: ['molino-serra'],
      audit_type: 'consolidated',
      scope_locked: year === 2025,
      ...(year === 2024 ? {} : { settings: { verifiche_trimestrali: 4, collegio_sindacale: true } }),
      users: team('italy', 5, year),
      components: [
        { id: `MS-${year}-C10`, legal_entity_ids: ['MS-10'], auditor_relation: 'self', status },
        { id: `MS-${year}-C11`, legal_entity_ids: ['MS-11', 'MS-20'], auditor_relation: 'self', status },
        {
          id: `MS-${year}-C30`,
          legal_entity_ids: ['MS-30'],
          auditor_relation: 'inter_office',
          status,
          ...(year === 2026
            ? {}
            : {
                in_scope: false,
                out_of_scope_explanation:
                  'Filiale commerciale con ricavi inferiori al 2 % del consolidato; procedure di analisi comparativa.',
              }),
        },
      ],
    },
    {
      ...base,
      id: `MS-${year}-esercizio`,
      name: `Molino Serra S.p.A., bilancio d’esercizio ${year}`,
      legal_entity_ids: ['molino-serra'],
      audit_type: 'single',
      users: team('italy', 4, year + 1),
    },
  ];
}

/** This client's numbers for its files contain slashes, and its years end in June. */
function harborline(year: number): readonly AuditRow[] {
  const base = {
    client_organisation_id: 'harborline',
    work_package_id: workPackageOf(year),
    scoping_package_id: 'Medium-sized',
    ...yearToJune(year),
    language: 'en-us',
    unit_of_measurement: 'USD',
    status: statusOf(year),
  } as const;
  return [
    {
      ...base,
      id: `HL/FY${year - 2000}/group`,
      name: `Harborline Logistics, Inc., consolidated financial statements FY${year}`,
      legal_entity_ids: ['harborline'],
      audit_type: 'consolidated',
      users: team('unitedStates', 5, year),
      components: [
        {
          id: `HL/FY${year - 2000}/C-100`,
          legal_entity_ids: ['HL-100', 'HL-200'],
          auditor_relation: 'self',
          status: base.status,
        },
        {
          id: `HL/FY${year - 2000}/C-300`,
          legal_entity_ids: ['HL-300'],
          auditor_relation: 'inter_office',
          status: base.status,
        },
      ],
    },
    {
      ...base,
      id: `HL/FY${year - 2000}/cold-storage`,
      name: `Harborline Cold Storage, LLC, financial statements FY${year}`,
      legal_entity_ids: ['HL-200'],
      audit_type: 'single',
      users: team('unitedStates', 2, year + 1),
    },
  ];
}

function oeverzorg(year: number): readonly AuditRow[] {
  const base = {
    client_organisation_id: 'oeverzorg',
    ...calendarYear(year),
    language: 'nl',
    unit_of_measurement: 'EUR',
    audit_type: 'single',
    status: statusOf(year),
  } as const;
  return [
    {
      ...base,
      id: `oeverzorg-${year}`,
      name: `Stichting Oeverzorg, jaarrekening en WMG-verantwoording ${year}`,
      work_package_id: workPackageOf(year),
      scoping_package_id: 'Medium-sized',
      legal_entity_ids: ['oeverzorg'],
      settings: { materiality_benchmark: 'revenue', materiality_percentage: '1.00' },
      users: team('netherlands', 4, year),
    },
    {
      ...base,
      id: `oeverzorg-thuis-${year}`,
      name: `Oeverzorg Thuis B.V., beoordeling jaarrekening ${year}`,
      work_package_id: year === 2024 ? 'beoordeling-1.4' : 'beoordeling-1.12',
      scoping_package_id: 'Beoordeling jaarrekening',
      legal_entity_ids: ['OZ-2'],
      users: team('netherlands', 2, year + 2),
    },
  ];
}

/** The file for 2026 is open, and nobody is on it yet. */
function tessitura(year: number): readonly AuditRow[] {
  return [
    {
      id: `lanaro-${year}`,
      name: `Tessitura Lanaro S.r.l., revisione legale ${year}`,
      client_organisation_id: 'tessitura-lanaro',
      work_package_id: year === 2024 ? 'revisione-9.9' : 'revisione-10.0',
      scoping_package_id: 'Società di capitali',
      legal_entity_ids: ['tessitura-lanaro'],
      ...calendarYear(year),
      language: 'it',
      unit_of_measurement: 'EUR',
      audit_type: 'single',
      status: statusOf(year),
      ...(year === 2026 ? {} : { users: team('italy', 3, year + 2) }),
    },
  ];
}

function rehearsals(year: number): readonly AuditRow[] {
  return [
    {
      id: `proef-${year}`,
      name: `Proefgroep N.V., oefendossier ${year}`,
      client_organisation_id: 'proefgroep',
      work_package_id: workPackageOf(year),
      scoping_package_id: 'Small',
      legal_entity_ids: ['proefgroep'],
      ...calendarYear(year),
      language: 'nl',
      audit_type: year === 2026 ? 'consolidated' : 'single',
      status: 'open',
    },
  ];
}

/** All audits of the five other clients, year by year. */
export const otherAudits: readonly AuditRow[] = [2024, 2025, 2026].flatMap((year) => [
  ...molinoSerra(year),
  ...harborline(year),
  ...oeverzorg(year),
  ...tessitura(year),
  ...rehearsals(year),
]);
