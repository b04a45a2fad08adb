import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { fileKeys } from '../../shared/model/file-table.ts';
import { tableFaults, tableNotes } from '../../shared/model/table.ts';
import { choiceFinder, dayOrders, readBoolean, readDay } from '../../shared/rules/tables/cells.ts';
import {
  columnsOf,
  importColumns,
  importKinds,
  mapHeader,
  proposeMapping,
} from '../../shared/rules/tables/columns.ts';
import { type RowCode, rowCodes } from '../../shared/rules/tables/model.ts';
import { unusedColumns } from '../../shared/rules/tables/unused.ts';
import { known as knownToService } from '../../shared/testing/import-tables.ts';
import { languages } from '../../words/languages.ts';
import { importWords } from './import-words.ts';
import { allWords, speech } from './language.ts';

const ids = languages.map(({ id }) => id);
const instance = createInstance();
await instance.init(
  speech({
    resources: Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, await allWords(id)] as const)),
    ),
  }),
);
const known = await importWords();

describe.each(ids)('tables of files in %s', (language) => {
  const t = instance.getFixedT(language, 'tables');

  it.each(tableFaults)('%s: why the file is not read, and what to do', (fault) => {
    expect(t(`faults.${fault}`, { row: 12 })).toMatch(/^\p{Lu}[^{]*\. \p{Lu}[^{]*\.$/u);
  });

  it.each(tableNotes)('%s: a sentence, whatever the number', (code) => {
    for (const count of [1, 3])
      expect(t(`notes.${code}`, { count, row: 12 })).toMatch(/^[\p{Lu}13][^{]*\.$/u);
  });

  it.each(
    rowCodes.flatMap((code): readonly (readonly [RowCode, boolean])[] => [
      [code, false],
      [code, true],
    ]),
  )('%s, in doubt %s: what is wrong in the row, and what to do', (code, isDoubt) => {
    const facts = {
      row: 12,
      length: 101,
      max: 100,
      id: 'G1-1',
      setting: 'risk',
      plan: 'Season',
      fact: 'It is so.',
      newest: 'Statutory 2025',
      count: 2,
      list: 'a, b',
    };
    expect(t(`issues.${code}`, { ...facts, ...(isDoubt ? { context: 'doubt' } : {}) })).toMatch(
      /^\p{Lu}[^{]*[.] \p{Lu}[^{]*\.$/u,
    );
  });

  it('the titles of our own exports are those of the columns', () => {
    const title = instance.getFixedT(language, 'parts');
    for (const kind of importKinds) {
      const exported = columnsOf(kind).filter((column) => fileKeys.some((key) => key === column));
      const header = exported.map((column) => title(`field.${column}` as 'field.audit_id')); // one of the keys
      const mapping = Object.fromEntries(exported.map((column, place) => [column, place]));
      expect(mapHeader(kind, header, known)).toEqual(mapping);
    }
  });
});

it.each([
  [['Klantnummer', 'Naam', 'Land'], 'clients', ['client_id', 'client_name', 'country']],
  [
    ['Nummer van de cliënt', 'Naam van de cliënt', 'Land'],
    'clients',
    ['client_id', 'client_name', 'country'],
  ],
  [['Boekjaar van', 'Boekjaar t/m'], 'audits', ['period_start', 'period_end']],
  [['Name of the client', 'Country'], 'clients', ['client_name', 'country']],
  [['Engagement ID', 'Mail', 'Audit role'], 'users', ['audit_id', 'user_id', 'role']],
  [
    ['Codice revisione', 'Nome', 'Codice cliente', 'Dal', 'Al', 'Pacchetto di lavoro', 'Etichetta', 'Lingua'],
    'audits',
    [
      'audit_id',
      'audit_name',
      'client_id',
      'period_start',
      'period_end',
      'work_package_id',
      'scoping_label',
      'language',
    ],
  ],
  [
    ['Groep', 'Rechtspersoon', 'Relatie'],
    'components',
    ['group_audit_id', 'legal_entity_ids', 'auditor_relation'],
  ],
  [
    ['Klantnummer', 'Naam', 'Land', 'Domeinen', 'Inloggen met wachtwoord'],
    'clients',
    ['client_id', 'client_name', 'country', 'domains', 'allow_password_login'],
  ],
  [
    ['Groep', 'Entiteit', 'Accountant', 'In scope', 'Reden', 'Land'],
    'components',
    ['group_audit_id', 'legal_entity_ids', 'auditor_relation', 'out_of_scope_explanation', 'country'],
  ],
  [['Opdracht', 'E-mail', 'Naam', 'Functie'], 'users', ['audit_id', 'user_id', 'role']],
  [
    [
      'Opdracht',
      'Klant',
      'Entiteit',
      'Boekjaar van',
      'Balansdatum',
      'Methodiek',
      'Omvang',
      'Taal',
      'Opdrachtnr',
    ],
    'audits',
    [
      'audit_name',
      'client_id',
      'legal_entity_ids',
      'period_start',
      'period_end',
      'work_package_id',
      'scoping_label',
      'language',
      'audit_id',
    ],
  ],
  [
    ['N. incarico', 'Nome incarico', 'Ragione sociale', 'Esercizio dal', 'Chiusura esercizio', 'Divisa'],
    'audits',
    ['audit_id', 'audit_name', 'client_id', 'period_start', 'period_end', 'unit_of_measurement'],
  ],
  [
    ['Engagement', 'Client no.', 'Entity', 'FY start', 'FYE', 'Methodology', 'Size', 'Language', 'Job code'],
    'audits',
    [
      'audit_name',
      'client_id',
      'legal_entity_ids',
      'period_start',
      'period_end',
      'work_package_id',
      'scoping_label',
      'language',
      'audit_id',
    ],
  ],
  [['Cl.nr.', 'Rag. sociale', 'Ctry'], 'clients', ['client_id', 'client_name', 'country']],
  [['Client #', 'Client name', 'Country code'], 'clients', ['client_id', 'client_name', 'country']],
  [['Kunden-Nr.', 'Firma', 'Land'], 'clients', ['client_id', 'client_name', 'country']],
  [
    ['Nr.', 'Opdr.nr.', 'Omschr.', 'Relatienr', 'Rechtspers.', 'Bj. van', 'Bj. t/m', 'Val.'],
    'audits',
    [
      'audit_id',
      'audit_name',
      'client_id',
      'legal_entity_ids',
      'period_start',
      'period_end',
      'unit_of_measurement',
    ],
  ],
  [
    [
      'Cod. incarico',
      'Descr. incarico',
      'N. cliente',
      'Entità legale',
      'Inizio es.',
      'Fine es.',
      'Tipo inc.',
    ],
    'audits',
    ['audit_id', 'audit_name', 'client_id', 'legal_entity_ids', 'period_start', 'period_end', 'audit_type'],
  ],
  [
    ['Job no.', 'Project name', 'Mandantennummer', 'Gesellschaft', 'Geschäftsjahr von', 'Bilanzstichtag'],
    'audits',
    ['audit_id', 'audit_name', 'client_id', 'legal_entity_ids', 'period_start', 'period_end'],
  ],
  // A list of engagements has no deadlines, whoever leads them.
  [
    ['Client ID', 'Client', 'Job code', 'Job name', 'Y/E', 'Start', 'Partner', 'Manager', 'Fee'],
    'audits',
    ['client_id', 'audit_id', 'audit_name', 'period_end', 'period_start'],
  ],
])('people call them %j, which are %s', (header, kind, columns) => {
  const proposal = proposeMapping([header], known);
  expect(proposal.kind).toBe(kind);
  expect(Object.keys(proposal.mapping)).toEqual(columns);
});

it.each([
  ['components', 'In scope', 'scope'],
  ['clients', 'wachtwoord', 'allow_password_login'],
  ['clients', 'Password?', 'allow_password_login'],
  ['audits', 'Partner in charge', null],
  ['audits', 'Opmerking', null],
  ['audits', 'Nr.', null],
  ['audits', 'Omvang opdracht', 'scoping_label'],
  ['clients', 'Relatiebeheerder', null],
  ['clients', 'KvK-nr.', null],
  ['components', 'Perimetro (sì/no)', 'scope'],
] as const)('of %s, “%s” is asked about as %s', (kind, title, close) => {
  const mapping = kind === 'components' ? {} : mapHeader(kind, [title], known);
  const found = unusedColumns({ kind, mapping, words: known }, [title], []);
  expect(Object.keys(mapping)[0] ?? found[0]?.close ?? null).toBe(close);
});

it.each(importKinds)('no title of our own files of %s is asked about', (kind) => {
  const t = instance.getFixedT('nl', 'parts');
  const titles = fileKeys.map((key) => t(`field.${key}` as 'field.audit_id')); // one of the keys
  const mapping = mapHeader(kind, titles, known);
  expect(
    unusedColumns({ kind, mapping, words: known }, titles, []).filter(({ close }) => close !== null),
  ).toEqual([]);
});

it('values are found by their words in every language', () => {
  const found = (
    column: 'country' | 'language' | 'auditor_relation' | 'scope' | 'audit_type',
    text: string,
  ) => choiceFinder(Object.keys(known.values[column] ?? {}), known.values[column] ?? {})(text);
  expect([
    found('country', 'Paesi Bassi'),
    found('country', 'belgië'),
    found('country', 'NL'),
    found('language', 'Nederlands'),
    found('auditor_relation', 'Ander kantoor'),
    found('scope', 'Buiten scope'),
    found('audit_type', 'Consolidata'),
  ]).toEqual(['NL', 'BE', 'NL', 'nl', 'inter_office', 'out_of_scope', 'consolidated']);
  expect(
    ['UK', 'USA', 'VS', 'Deutschland', 'España', 'Österreich'].map((text) => found('country', text)),
  ).toEqual(['GB', 'US', 'US', 'DE', 'ES', 'AT']);
  const language = importColumns.language.values?.(knownToService, known.values.language ?? {});
  expect(['EN', 'nl-NL', 'it_IT', 'en-GB', 'de-DE'].map((text) => language?.(text))).toEqual([
    'en-us',
    'nl',
    'it',
    'en-us',
    null,
  ]);
});

it.each([
  ['31. Dezember 2026', '2026-12-31'],
  ['31. Dez. 2026', '2026-12-31'],
  ['1. Mai 2026', '2026-05-01'],
  ['31 décembre 2026', '2026-12-31'],
  ['1er févr. 2026', '2026-02-01'],
  ['15 août 2026', '2026-08-15'],
  ['31 de diciembre de 2026', '2026-12-31'],
  ['1 enero 2026', '2026-01-01'],
  ['1 ago 2026', '2026-08-01'],
  ['30 sept. 2026', '2026-09-30'],
  ['1 mar 2026', '2026-03-01'],
])('the day %s is %s in every order', (text, day) => {
  for (const order of dayOrders) expect(readDay(text, order, known.months)).toBe(day);
});

it.each([
  ['waar', true],
  ['ONWAAR', false],
  ['vero', true],
  ['Falso', false],
  ['wahr', true],
  ['falsch', false],
  ['J', true],
  ['✓', true],
  ['neen', false],
  ['v', null],
] as const)('%s is %s', (text, value) => {
  expect(readBoolean(text, known)).toBe(value);
});
