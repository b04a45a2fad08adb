import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { defaultPreferences } from '../../../shared/model/preferences.ts';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { knownNetwork } from '../../../shared/rules/service/known-network.ts';
import common from '../../../words/en-us/start/common.json';
import type { WholeList } from '../../data/collection.ts';
import { connectionsQuery } from '../../data/connections.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { preferencesQuery } from '../../data/preferences.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { UiWordsProvider } from '../../ui/words.tsx';
import { type CouplingDecision, emptyContent } from './content.ts';
import { ReviewStep } from './review-step.tsx';
import { type WizardContext, WizardProvider } from './wizard-context.ts';
import { createWizard } from './wizard-store.ts';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const named = [{ audit_type: 'single', credits: 3, conditions: null }];

const nothing: WholeList<never> = {
  entries: [],
  complete: [],
  connection: 'c',
  tier: 'read_heavy',
  total: 0,
  pagesLeft: 0,
  unread: null,
  doubt: null,
  isReading: false,
  error: null,
  readAt: 0,
  fresh: 0,
  keptAt: null,
  readAgain: () => {},
};

const noCandidates: CouplingCandidates = {
  network: { ...knownNetwork({ audits: [], isWhole: true, componentsOf: new Map() }), ancestors: () => null },
  audits: nothing,
  componentsOf: new Map(),
  missing: new Set(),
  complete: new Map(),
  groupsRead: 0,
  groups: 0,
  others: 0,
  readOthers: () => {},
  isReading: false,
  isPaused: false,
  error: null,
  pause: () => {},
  seek: () => {},
  resume: () => {},
  readAgain: () => {},
};

function rendered({
  kind = 'test',
  isTest = false,
  coupled = [],
  prices = named,
  decision = coupled.length > 0 ? 'couple' : 'without',
}: {
  kind?: Connection['kind'];
  isTest?: boolean;
  coupled?: readonly string[];
  prices?: unknown;
  decision?: CouplingDecision;
}): string {
  const queries = new QueryClient();
  queries.setQueryData(preferencesQuery.queryKey, { ...defaultPreferences, activeConnection: 'c' });
  queries.setQueryData(connectionsQuery.queryKey, [
    {
      id: 'c',
      name: 'North',
      baseUrl: '',
      clientId: '',
      kind,
      access: 'read-write',
      secret: 'session',
      addedAt: '',
      lastUsedAt: null,
    },
  ]);
  const empty = emptyContent('single');
  const room: WizardContext = {
    connection: 'c',
    store: createWizard({
      ...empty,
      coupling: { decision, ids: coupled, isFilled: false, before: null },
      fields: { ...empty.fields, id: 'HOLD-2026', name: '<img onerror=x>' },
    }),
    known: {
      clients: [],
      legalEntities: [],
      legalEntitiesOf: '',
      packages: [],
      audits: [],
      areAuditsWhole: true,
      network: null,
      group: null,
    },
    clients: nothing,
    legalEntities: nothing,
    packages: nothing,
    workPackage: WorkPackage.parse({ id: 'fin', name: 'Financial', version: '2025.10', prices }),
    client: ClientOrganisation.parse({ id: 'HOLD', name: 'Hold Co', is_test_organisation: isTest }),
    leave: () => {},
    problems: [],
    doubts: [],
    candidates: noCandidates,
    verdict: null,
    more: [],
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <UiWordsProvider dates="system" words={common.ui}>
        <WizardProvider value={room}>
          <ReviewStep />
        </WizardProvider>
      </UiWordsProvider>
    </QueryClientProvider>,
  );
}

describe('the review', () => {
  it('W5: repeats the steps in their order, each with a link that says which step it edits', () => {
    const page = rendered({});
    const links = [...page.matchAll(/<a [^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(links).toEqual([
      'Edit Coupling',
      'Edit Client',
      'Edit Methodology',
      'Edit Period and language',
      'Edit Settings',
      'Edit Name and id',
    ]);
  });

  it('W9: says what cannot be undone and what the price list names', () => {
    const page = rendered({});
    expect(page).toContain('The id HOLD-2026 can never be changed.');
    expect(page).toContain('cannot be coupled later');
    expect(page).toContain('Estimated: 3 credits');
    expect(page).not.toContain('production');
  });

  it('a price that is not understood is left to the service, and shown as it came', () => {
    const page = rendered({ prices: [{ audit_type: 'single', credits: null, conditions: null }] });
    expect(page).toContain(
      'The app cannot read the price of this audit: {&quot;audit_type&quot;: &quot;single&quot;, &quot;credits&quot;: null',
    );
    expect(page).toContain('The service decides the charge.');
    expect(page).not.toContain('0 credits');
  });

  it('W9: names what it is coupled to, and that this stays so', () => {
    const page = rendered({ coupled: ['HOLD/leaf', 'SUB/leaf'] });
    expect(page).toContain('coupled to 2 component audits. A coupling cannot be undone.');
    expect(page).toContain('HOLD/leaf');
    expect(page).not.toContain('cannot be coupled later');
  });

  it('W9: says which way the coupling was decided, or that it was not', () => {
    expect(rendered({})).toContain('Not coupled');
    const open = rendered({ decision: 'open' });
    expect(open).toContain('Decide: create the audit without coupling, or couple it to component audits.');
    expect(open).not.toContain('Not coupled');
    expect(open).not.toContain('cannot be coupled later');
  });

  it('W9: says that a test organisation costs nothing, and that production is real', () => {
    const page = rendered({ kind: 'production', isTest: true });
    expect(page).toContain('no credits are consumed');
    expect(page).not.toContain('3 credits');
    expect(page).toContain('the audit is real');
  });

  it('shows a hostile name as the text that it is', () => {
    expect(rendered({})).not.toContain('<img');
    expect(rendered({})).toContain('&lt;img onerror=x&gt;');
  });
});
