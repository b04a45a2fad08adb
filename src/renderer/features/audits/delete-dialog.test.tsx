import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { auditDeletions } from '../../../shared/rules/service/audit-deletion.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { DeletionFacts } from './delete-dialog.tsx';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const group = (components: readonly object[] | null, fields: object = {}) => ({
  audit: Audit.parse({ id: 'g', name: 'Group', audit_type: 'consolidated', status: 'open', ...fields }),
  components: components?.map((one) => ComponentAudit.parse(one)) ?? null,
});
const single = (fields: object = {}) => ({
  audit: Audit.parse({ id: 's', name: 'Single', audit_type: 'single', status: 'open', ...fields }),
  components: null,
});

function said(chosen: Parameters<typeof auditDeletions>[0], isReading = false): readonly string[] {
  const html = renderToStaticMarkup(
    <DeletionFacts deletions={auditDeletions(chosen)} isReading={isReading} />,
  );
  return [...html.matchAll(/>([^<>]+)</g)].map(([, text = '']) => text);
}

describe('what the question about a deletion says of an audit', () => {
  it.each([
    ['its components', group([{ id: 'a' }, { id: 'b' }]), 'May be deleted with it: 2 component audits.'],
    ['that it has none, once that was read', group([]), 'It has no component audits.'],
    [
      'that they were not read',
      group(null),
      'Not deleted: its component audits could not be loaded, and the service may refuse because of them.',
    ],
    [
      'what it frees',
      single({ coupled_component_audit_ids: ['k1', 'k2'] }),
      'It is coupled. These component audits may become available: k1, k2.',
    ],
    [
      'that it is archived',
      single({ status: 'archived' }),
      'Archived: the archived content may be lost too.',
    ],
    ['that it is being deleted', single({ status: 'deleting' }), 'Already being deleted.'],
  ])('%s', (_, chosen, words) => {
    expect(said([chosen])).toContain(words);
  });

  it('that components are being read, and not that there are none', () => {
    expect(said([group(null)], true)).toEqual([
      'Its component audits are loading. It is not deleted before that.',
    ]);
  });

  it('which audits are coupled to its components, and that they go first', () => {
    const coupled = group([{ id: 'k', name: 'Component K', coupled_entity_audit_id: 's' }]);
    expect(said([coupled])).toEqual([
      'Not deleted: audits are coupled to its component audits, and the service may refuse because of them.',
      'Delete the coupled audits first: Component K is coupled to s.',
    ]);
    expect(said([coupled, single()])).toContain(
      'Deleted after the audits that are coupled to its components: s.',
    );
  });
});
