import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../../main/tables/read-table.ts';
import { writeTable } from '../../../main/tables/write.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { type FileFormat, tableFormats } from '../../../shared/model/file-table.ts';
import { auditLanguages, auditorRelations } from '../../../shared/model/terms.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { importCheck } from '../../../shared/rules/tables/check.ts';
import {
  type ImportKind,
  importKinds,
  proposeMapping,
  titlesTwice,
} from '../../../shared/rules/tables/columns.ts';
import { seasonGroupOf } from '../../../shared/rules/tables/deadlines.ts';
import type { ImportKnown } from '../../../shared/rules/tables/known.ts';
import { importSteps } from '../../../shared/rules/tables/plan.ts';
import { importRows } from '../../../shared/rules/tables/rows.ts';
import {
  audit as anyAudit,
  component as anyComponent,
  workPackage as anyPackage,
} from '../../../shared/testing/import-tables.ts';
import { entry, group } from '../../../shared/testing/season.ts';
import { languages } from '../../../words/languages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useFileTitles } from '../../messages/file-words.ts';
import { importWords } from '../../messages/import-words.ts';
import { allMessages, changeLanguage, startMessages, useTranslation } from '../../messages/language.ts';
import { type FileField, fileFields, type TableColumn } from '../../ui/grid/columns.ts';
import { useAuditColumns } from '../audits/list-columns.tsx';
import { auditRowMaker } from '../audits/list-view.ts';
import { clientColumns, clientRows } from '../clients/client-list.tsx';
import { useLineView } from '../component-tree/columns.tsx';
import { useTreeFields } from '../component-tree/component-file.ts';
import type { TreeLine } from '../component-tree/rows.ts';
import { useSeasonColumns } from '../season/season-columns.tsx';
import type { SeasonRow } from '../season/season-rows.ts';
import { useUserColumns } from '../users/user-columns.ts';

// What was exported is imported again unchanged: the lists' own columns and words, the real writer, reader and check.

interface Saved {
  readonly titles: readonly string[];
  /** The cells of the rows, as `saveTable` sends them in a format. */
  readonly cells: (format: FileFormat) => ReturnType<FileField<unknown>['value']>[][];
  readonly keys: readonly FileField<unknown>['key'][];
}

/** The lists that can be imported, as their screens save them. */
function useSaved(kind: ImportKind, known: ImportKnown): Saved {
  const titleOf = useFileTitles();
  const words = useAuditWords();
  const [whole = audit('none')] = known.audits;
  const audits = useAuditColumns();
  const users = useUserColumns();
  const entities = [...known.entitiesOf.values()].flat();
  const tree = useLineView('none', [], useTreeFields(whole, entities)).columns;
  const clients = clientColumns(useTranslation('clients').t);
  const season = useSeasonColumns((id) => known.clients.find((client) => client.id === id)?.name ?? id);
  const saved = <Row,>(table: readonly TableColumn<Row>[], rows: readonly Row[]): Saved => {
    const columns = fileFields(table);
    return {
      titles: columns.map(({ key }) => titleOf(key)),
      keys: columns.map(({ key }) => key),
      cells: (format) =>
        rows.map((row) =>
          columns.map((column) =>
            format === 'json' || column.words === undefined ? column.value(row) : column.words(row),
          ),
        ),
    };
  };
  switch (kind) {
    case 'clients':
      return saved(clients, clientRows(known.clients, { country: (code) => code, test: '' }));
    case 'audits': {
      const rowsOf = auditRowMaker({
        clients: known.clients,
        packages: known.workPackages,
        entities: new Map(),
        typeWord: words.type,
        statusWord: words.status,
        languageWord: words.language,
      });
      return saved(audits, rowsOf(known.audits));
    }
    case 'components':
      return saved(tree, treeLines(entities, known.componentsOf.get(whole.id) ?? []));
    case 'deadlines':
      return saved(season, seasonRows);
    case 'users':
      return saved(
        users,
        known.audits.flatMap((each) => {
          const assigned = known.usersOf.get(each.id) ?? [];
          const inAudit = assigned.length === 0 ? [null] : assigned;
          return inAudit.map((user) => ({ audit: each, user }));
        }),
      );
  }
}

/** A line for each component, and one for each legal entity without any. */
function treeLines(
  entities: readonly LegalEntity[],
  components: readonly ComponentAudit[],
): readonly TreeLine[] {
  const lines = components.map((component): TreeLine => {
    const entity = entities.find(({ id }) => id === component.legal_entity_ids[0]) ?? null;
    const { id, name, legal_entity_ids: entityIds, auditor_relation: relation } = component;
    const item = { id, name, entityIds, relation, component, doing: null };
    return { id, entity, item, below: 0, coveredBy: [item] };
  });
  const used = new Set(components.flatMap(({ legal_entity_ids: ids }) => ids));
  const others = entities.filter(({ id }) => !used.has(id));
  return [
    ...lines,
    ...others.map((entity): TreeLine => ({ id: entity.id, entity, item: null, below: 0, coveredBy: [] })),
  ];
}

function savedAs(kind: ImportKind, known: ImportKnown): Saved {
  const drawn: Saved[] = [];
  function Screen() {
    drawn.push(useSaved(kind, known));
    return null;
  }
  renderToStaticMarkup(<Screen />);
  const [saved] = drawn;
  if (saved === undefined) throw new Error('nothing was drawn');
  return saved;
}

const words = await importWords();

/** Saves a list in a format and checks the file as one that is imported into what is known then, without a person's help. */
async function importedAgain(kind: ImportKind, before: ImportKnown, format: FileFormat, known = before) {
  const { titles, keys, cells } = savedAs(kind, before);
  async function* batches() {
    yield cells(format);
  }
  const columns = keys.map((key, place) => ({ key, title: titles[place] ?? '' }));
  const parts: Uint8Array[] = [];
  for await (const chunk of writeTable(format, columns, batches()).chunks)
    parts.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  const read = readTable(Buffer.concat(parts), {});
  if ('fault' in read) throw new Error(read.fault);
  const proposal = proposeMapping(read.rows, words);
  const setup = {
    kind: proposal.kind,
    mapping: proposal.mapping,
    orders: {},
    words,
    template: null,
    today: '2026-01-01',
  };
  const result = importCheck(setup, known)(importRows(read, proposal.headerRow, false));
  return {
    kind: proposal.kind,
    twice: titlesTwice(read.rows[proposal.headerRow ?? 0] ?? []),
    rows: result.rows.map(({ state, issues, differences }) => ({
      state,
      faults: issues.filter(({ isWarning }) => !isWarning),
      differences,
    })),
    steps: importSteps(result.rows, known),
  };
}

const nothingToSend = (kind: ImportKind, count: number) => ({
  kind,
  twice: [],
  rows: Array.from({ length: count }, () => ({ state: 'unchanged', faults: [], differences: [] })),
  steps: [],
});

const workPackage: WorkPackage = { ...anyPackage, languages: ['nl', 'en-us', 'it'] };
const audit = (id: string, fields: Partial<Audit> = {}): Audit =>
  anyAudit(id, { created_at: '2025-02-01T09:00:00Z', ...fields });
const component = (id: string, fields: Partial<ComponentAudit> = {}): ComponentAudit =>
  anyComponent(id, ['C1'], fields);
const client = (id: string, fields: Partial<ClientOrganisation> = {}): ClientOrganisation => ({
  id,
  name: id,
  country: 'NL',
  domains: [],
  allow_password_login: true,
  is_test_organisation: false,
  ...fields,
});
const entity = (id: string): LegalEntity => ({ id, name: id, country: 'NL', parent_id: null });

/** What stands in lists and is not what it looks like. */
const awkward = [
  '=1+1',
  '-x',
  '+31 20',
  '@firm',
  "'=1",
  "'quoted'",
  '007',
  '1E5',
  '12345678901234567890',
  '01/03/2025',
  'TRUE',
  '#N/A',
  'trailing  ',
  ' leading',
  'Łódź & Søn',
  'Ελληνικά',
  'Группа Волга',
  'مجموعة الميناء',
  '東京監査',
  'say "no"',
  '"',
  'a;b',
  'a,b',
  'a\tb',
  'a|b',
  'sep=;',
  'x_x0041_y',
  '[{"a":1}]',
  'e\u0301',
  '\u00A0wide\u00A0',
  '\uFEFFmark',
];
const awkwardNames = [...awkward, 'two\nlines', 'two\r\nlines', 'old\rlines', '\n=1'];

/** Groups whose ids and names are not what they look like: expected, planned, and created. */
const seasonRows = ['G1', ...awkward].map(
  (text, place): SeasonRow => ({
    ...group(text, null, {
      name: awkwardNames.at(-place - 1) ?? text,
      client: place % 2 === 0 ? 'C1' : text,
      audit: place % 3 === 0 ? audit(text) : null,
      scheduling: { deadline: place % 4 === 0 ? null : `2026-0${(place % 9) + 1}-28`, priority: 0 },
      entry:
        place % 5 === 0
          ? null
          : entry(`entry ${place}`, { predecessor: `before ${text}`, partner: text.trim() }),
    }),
    readyOn: null,
    startBy: null,
    deadlineStatus: 'none',
    slack: null,
    goesFirst: false,
  }),
);

/** Each with a number behind it, or before it, so that all differ. */
const known: ImportKnown = {
  clients: [
    client('C1'),
    ...awkward.map((text, place) =>
      client(text, {
        name: awkwardNames.at(-place - 1) ?? text,
        country: [null, 'IT', 'XK', 'GB'][place % 4] ?? null,
        domains: place % 3 === 0 ? ['one.example', 'two.example'] : place % 3 === 1 ? ['one.example'] : [],
        allow_password_login: place % 2 === 0 ? null : false,
      }),
    ),
  ],
  entitiesOf: new Map([['C1', [entity('C1'), ...awkward.map(entity), entity('without a component')]]]),
  audits: [
    audit('G1', { audit_type: 'consolidated' }),
    ...awkward.map((text, place) =>
      audit(text, {
        name: awkwardNames.at(-place - 1) ?? text,
        legal_entity_ids: [text],
        client_organisation_id: place % 2 === 0 ? 'C1' : text,
        scoping_package_id: place % 5 === 0 ? text : 'Large',
        unit_of_measurement: place % 4 === 0 ? null : text,
        work_package_id: place % 3 === 0 ? 'withdrawn' : workPackage.id,
        status: ['open', 'archived', 'initializing', 'reviewed'][place % 4] ?? 'open',
        language: [...auditLanguages, 'fr'][place % 4] ?? 'nl',
        coupled_component_audit_ids: place % 3 === 0 ? [text] : place % 3 === 1 ? [text, 'other'] : [],
      }),
    ),
    audit('G2', { audit_type: 'consolidated' }),
    audit('part', { audit_type: 'component', group_audit_id: 'G2', legal_entity_ids: ['007', 'C1'] }),
  ],
  componentsOf: new Map([
    [
      'G1',
      awkward.map((text, place) =>
        component(text, {
          name: awkwardNames.at(-place - 1) ?? text,
          legal_entity_ids: place % 3 === 0 ? ['C1'] : place % 3 === 1 ? [text] : [text, 'C1'],
          auditor_relation: [...auditorRelations, 'outsider'][place % 4] ?? 'self',
          in_scope: [true, false, null][place % 3] ?? null,
          out_of_scope_explanation: place % 3 === 1 ? text : '',
        }),
      ),
    ],
    ['G2', [component('part', { legal_entity_ids: ['007', 'C1'] })]],
  ]),
  usersOf: new Map(
    awkward.map((text, place): [string, AuditUser[]] => [
      text,
      [
        { id: 'Ilse@firm.example', name: text, role: 'audit_auditor' },
        { id: "o'neill+=1@firm.example", name: '', role: 'audit_role_of_tomorrow' },
        { id: '-1@firm.example', name: '', role: 'audit_engagement_leader' },
      ].slice(0, (place + 1) % 4),
    ]),
  ),
  workPackages: [workPackage],
  roles: ['audit_auditor', 'audit_engagement_leader'],
  underway: [],
  groups: seasonRows.map(seasonGroupOf),
};
const counts: Readonly<Record<ImportKind, number>> = {
  clients: known.clients.length,
  audits: known.audits.length,
  // A line for each component, and for each legal entity without one.
  components: awkward.length + awkward.filter((_, place) => place % 3 === 0).length + 1,
  deadlines: seasonRows.length,
  users: known.audits.reduce((sum, { id }) => sum + Math.max(1, known.usersOf.get(id)?.length ?? 0), 0),
};

describe.each(languages.map(({ id }) => id))('in %s', (language) => {
  test.each(importKinds.flatMap((kind) => tableFormats.map((format) => [kind, format] as const)))(
    'a list of %s that was exported as %s is imported unchanged, and nothing is sent',
    async (kind, format) => {
      await startMessages(language);
      await allMessages();
      await changeLanguage(language);
      expect(await importedAgain(kind, known, format)).toEqual(nothingToSend(kind, counts[kind]));
    },
  );
});

test.each(tableFormats)(
  'a user who has another role now is one step of a list saved as %s',
  async (format) => {
    const [ilse] = known.usersOf.get('=1+1') ?? [];
    if (ilse === undefined) throw new Error('nobody works there');
    const leads = { ...ilse, role: 'audit_engagement_leader' };
    const now = { ...known, usersOf: new Map([...known.usersOf, ['=1+1', [leads]]]) };
    expect((await importedAgain('users', known, format, now)).steps).toMatchObject([
      {
        task: {
          kind: 'changeUser',
          before: 'audit_engagement_leader',
          assignment: { role: 'audit_auditor' },
        },
      },
    ]);
  },
);

test.each(tableFormats)(
  'components of a list saved as %s are made anew as they were, where they are gone',
  async (format) => {
    const kept = (known.componentsOf.get('G1') ?? []).filter(
      ({ auditor_relation: relation }) => relation !== 'outsider',
    );
    const before = { ...known, componentsOf: new Map([['G1', kept]]) };
    const { steps } = await importedAgain('components', before, format, {
      ...known,
      componentsOf: new Map([['G1', []]]),
    });
    const made = steps.flatMap(({ task }) => (task.kind === 'createComponent' ? [task.creation] : []));
    expect(made.length).toBeGreaterThan(0);
    for (const creation of made)
      expect(kept.map(({ legal_entity_ids: ids }) => ids)).toContainEqual(creation.legal_entity_ids);
  },
);

test('a work package that was withdrawn is different where the service has another now, and nothing is sent', async () => {
  const now = {
    ...known,
    audits: known.audits.map((each) => ({ ...each, work_package_id: workPackage.id })),
  };
  const withdrawn = known.audits.filter(({ work_package_id: id }) => id === 'withdrawn');
  const { rows, steps } = await importedAgain('audits', known, 'csv', now);
  const different = rows.filter(({ state }) => state === 'different');
  expect(different).toHaveLength(withdrawn.length);
  for (const { differences } of different)
    expect(differences).toEqual([{ column: 'work_package_id', canChange: false }]);
  expect(steps).toEqual([]);
});

// The service refuses control characters in ids, and ids and names of blanks alone.
const name = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...awkwardNames))
  .filter((text) => text.trim() !== '');
const id = name.filter((text) => !/\p{Cc}/u.test(text));
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });

const Firm = fc.record({
  clients: fc.uniqueArray(fc.record({ id, name, domains: fc.constantFrom([], ['a.example', 'b.example']) }), {
    selector: (each) => each.id,
    maxLength: 4,
    minLength: 1,
  }),
  audits: fc.uniqueArray(fc.record({ id, name, entity: id, unit: name, coupled: ids }), {
    selector: (each) => each.id,
    maxLength: 4,
    minLength: 1,
  }),
  components: fc.uniqueArray(fc.record({ id, name, entities: ids, explanation: name }), {
    selector: (each) => each.id,
    maxLength: 4,
    minLength: 1,
  }),
});

test.each(tableFormats)(
  'whatever stands in a firm, its lists come back unchanged from %s',
  async (format) => {
    await startMessages('en-us');
    await allMessages();
    await fc.assert(
      fc.asyncProperty(Firm, fc.constantFrom(...importKinds), async (firm, kind) => {
        const top = audit('the group', { audit_type: 'consolidated' });
        const components = firm.components.map(({ id: own, name: called, entities, explanation }) =>
          component(own, {
            name: called,
            legal_entity_ids: entities,
            in_scope: false,
            out_of_scope_explanation: explanation,
          }),
        );
        const own: ImportKnown = {
          clients: firm.clients.map(({ id: client_, ...fields }) => client(client_, fields)),
          audits: [
            top,
            ...firm.audits
              .filter((each) => each.id !== top.id)
              .map((each) =>
                audit(each.id, {
                  name: each.name,
                  legal_entity_ids: [each.entity],
                  unit_of_measurement: each.unit,
                  coupled_component_audit_ids: each.coupled,
                }),
              ),
          ],
          entitiesOf: new Map([
            ['C1', [...new Set([...components.flatMap((each) => each.legal_entity_ids), 'C1'])].map(entity)],
          ]),
          componentsOf: new Map([[top.id, components]]),
          usersOf: new Map([[top.id, [{ id: 'ilse@firm.example', name: '', role: 'audit_auditor' }]]]),
          workPackages: [workPackage],
          roles: ['audit_auditor'],
          underway: [],
          groups: known.groups,
        };
        const again = await importedAgain(kind, own, format);
        expect(again).toEqual(nothingToSend(kind, again.rows.length));
        expect(again.rows.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  },
);
