import { expect, test } from 'vitest';
import { createSandbox } from '../../sandbox/app.ts';
import { readFixture } from '../../sandbox/fixture/fixture.ts';
import { dialects } from '../../sandbox/http/dialects/dialects.ts';
import { twoFirms } from '../../sandbox/testing/two-firms.ts';
import { type FindingName, type UnseenName, unseenFields } from '../../shared/inspection.ts';
import { Audit } from '../../shared/model/audit.ts';
import { AuditUser } from '../../shared/model/audit-user.ts';
import { ClientOrganisation, LegalEntity } from '../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../shared/model/component-audit.ts';
import { WorkPackage } from '../../shared/model/work-package.ts';
import { inspectThrough } from '../testing/inspected.ts';

/** What an inspection says of a service that speaks a dialect: what screens miss, and what differs. */
async function saidOf(dialect: string): Promise<Said> {
  const fixture = readFixture({ ...twoFirms(), rate_limits: undefined });
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const sandbox = await createSandbox({ fixture: fixture.value, variants: [dialect] });
  const found = await inspectThrough({
    baseUrl: 'http://127.0.0.1:4000',
    account: sandbox.account,
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
  });
  await sandbox.close();
  expect(found).toMatchObject({ ended: null, gaps: [] });
  const differing = found.findings.filter(({ state }) => state === 'differs').map(({ name }) => name);
  return [found.unseen, differing];
}

type Said = readonly [unseen: readonly UnseenName[], differs: readonly FindingName[]];

const fields = (name: FindingName): Said => [[], [name]];
const ofBoth: Said = [[], ['auditFields', 'componentFields']]; // a component is read as an audit, too
const other: Said = [[], ['terms']];

// What the screens can show all the same differs in its fields or words alone.
const said: Readonly<Record<string, Said>> = {
  'users-role-object': fields('userFields'),
  'users-role-numbered': fields('userFields'),
  'users-roles': fields('userFields'),
  'users-email': fields('userFields'),
  'users-numbered': fields('userFields'),
  'users-user-id': fields('userFields'),
  'users-user-number': [['userAddress'], ['userFields']],
  'users-nested': fields('userFields'),
  'users-list-bare': fields('envelopes'),
  'users-list-key': fields('envelopes'),
  'components-country-lower': ofBoth,
  'components-country-name': ofBoth,
  'components-country-three': ofBoth,
  'components-entities-as-objects': ofBoth,
  'components-entities-renamed': ofBoth,
  'components-entity-single': [['componentEntities'], ['auditFields', 'componentFields']],
  'components-relation-absent': [['componentRelation'], ['componentFields', 'terms']],
  'components-relation-upper': other,
  'components-relation-object': [[], ['componentFields', 'terms']],
  'components-relation-label': other,
  'components-scope-text': fields('componentFields'),
  'components-scope-absent': [['componentScope'], ['componentFields']],
  'components-scope-renamed': fields('componentFields'),
  'components-explanation-absent': [['componentExplanation'], ['componentFields']],
  'components-status-upper': other,
  'components-status-object': [[], ['auditFields', 'componentFields', 'terms']],
  'components-status-absent': [['componentStatus'], ['auditFields', 'componentFields', 'terms']],
  'audits-entities-as-objects': fields('auditFields'),
  'audits-settings-list': fields('auditFields'),
  'audits-unit-object': fields('auditFields'),
  'audits-language-country': other,
  'audits-language-locale': other,
  'audits-language-upper': other,
  'audits-language-name': other,
  'audits-dates-with-times': fields('auditFields'),
  'audits-dates-day-first': fields('auditFields'),
  'audits-type-upper': [[], ['topLevel', 'terms', 'componentAsAudit']],
  'audits-type-object': [[], ['topLevel', 'auditFields', 'terms', 'componentAsAudit']],
  'audits-created-absent': [['auditCreation'], ['auditFields']],
  'audits-status-live': other,
  'audits-status-upper': other,
  'audits-status-object': [[], ['auditFields', 'terms']],
  'work-packages-version-absent': [['packageVersion'], ['packageFields']],
  'clients-test-absent': [['clientTest'], ['clientFields']],
  'legal-entities-tree-flat': [['entityParent'], ['entityFields']],
  'legal-entities-tree-children': [[], ['counts', 'entityFields']],
  'legal-entities-tree-path': fields('entityFields'),
  'legal-entities-tree-parent': fields('entityFields'),
};
const told = dialects
  .filter(({ name, noun }) => ['users', 'components', 'audits'].includes(noun) || Object.hasOwn(said, name))
  .map(({ name }) => [name, said[name] ?? [[], []]] as const);

test.each(told)('of a service that speaks %s: what it says', async (dialect, expected) => {
  expect(await saidOf(dialect)).toEqual(expected);
});

test('each dialect of the table is one', () => {
  expect(Object.keys(said).filter((name) => !dialects.some((dialect) => dialect.name === name))).toEqual([]);
});

test('each field that a reader may not see has its sentence', () => {
  const readers = {
    users: AuditUser,
    components: ComponentAudit,
    audits: Audit,
    packages: WorkPackage,
    clients: ClientOrganisation,
    entities: LegalEntity,
  };
  for (const [noun, reader] of Object.entries(readers)) {
    const { unseen } = reader.parse({ id: 7 });
    const sentences = unseenFields[noun as keyof typeof readers]; // a key of the literal
    expect(unseen).toEqual(Object.keys(sentences));
  }
});
