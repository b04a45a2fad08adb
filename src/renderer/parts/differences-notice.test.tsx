import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import type { Difference, Differing, StepProgress, Task } from '../../shared/plan.ts';
import { differingQuery } from '../data/differing.ts';
import { allMessages, startMessages, useTranslation } from '../messages/language.ts';
import { UiWordsProvider } from '../ui/words.tsx';
import { DifferencesNotice, hasMadeAudit } from './differences-notice.tsx';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

const awaitOpen: Task = { kind: 'awaitOpen', audit: 'A' };
const client: Task = { kind: 'createClient', creation: { id: 'A', name: 'A', country: 'NL' } };

function step(differences: readonly Difference[], of: Partial<StepProgress> = {}): StepProgress {
  return {
    key: 'step',
    after: [],
    subject: 'Noord',
    task: awaitOpen,
    state: 'done',
    attempts: 1,
    result: 'A',
    error: null,
    candidates: [],
    differences,
    changedAt: '2026-01-05T09:00:00.000Z',
    ...of,
  };
}

function Notice() {
  const { t } = useTranslation();
  return (
    <UiWordsProvider words={t('ui', { returnObjects: true })} dates="iso">
      <MemoryRouter>
        <DifferencesNotice connection="c" about="A" isToldBy={(one) => hasMadeAudit(one, 'A')} />
      </MemoryRouter>
    </UiWordsProvider>
  );
}

/** The texts of the notice at the audit A; empty where there is none. */
function said(...steps: readonly StepProgress[]): readonly string[] {
  const cache = new QueryClient();
  const told: readonly Differing[] = steps.map((one) => ({ plan: 'P', step: one }));
  cache.setQueryData(differingQuery('c', 'A').queryKey, told);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <Notice />
    </QueryClientProvider>,
  );
  return [...html.replaceAll('<!-- -->', '').matchAll(/>([^<>]+)</g)].map(([, text = '']) => text);
}

const name = { field: 'name', sent: 'Noord & Zuid', there: 'Noord' };

it.each<[Difference, string]>([
  [
    { field: 'name', sent: 'Noord', there: 'Noord 2' },
    'Name: the service shows “Noord 2” where “Noord” was sent.',
  ],
  [{ field: 'settings.note', sent: 'a', there: 'b' }, 'note: the service shows “b” where “a” was sent.'],
  [
    { field: 'coupled_component_audit_ids', sent: '["c"]', there: '["c","d"]' },
    'Coupled component IDs: the service shows “',
  ],
  [
    { field: 'role', sent: 'audit_auditor', there: 'Auditor' },
    'Role: the service shows “Auditor” where “Auditor (audit_auditor)” was sent.',
  ],
  [
    { field: 'out_of_scope_explanation', sent: 'Sold.', there: '' },
    'Explanation: the service shows nothing where “Sold.” was sent.',
  ],
  [
    { field: 'legal_entity_id', sent: '', there: 'x' },
    'Legal entity ID: the service shows “x” where nothing was sent.',
  ],
  [
    { field: 'something_new', sent: 'a', there: 'b' },
    'something_new: the service shows “b” where “a” was sent.',
  ],
])('%o is said with what the field is called', (difference, sentence) => {
  const [title, line = ''] = said(step([difference]));
  expect(title).toBe('Shown otherwise than sent: 1');
  expect(line).toContain('Noord – ');
  expect(line.replaceAll('&quot;', '"')).toContain(sentence);
});

it('says when it was seen, that nothing is sent again, and can be dismissed', () => {
  const [title, line = '', means, ...actions] = said(step([name, { ...name, field: 'language' }]));
  expect(title).toBe('Shown otherwise than sent: 2');
  expect(line).toMatch(/Seen .*2026.*\.$/);
  expect(means).toBe('It was carried out, and is not sent again. Change it at the service if it matters.');
  expect(actions).toEqual(['Dismiss', 'Open the plan']);
});

it('says of a coupling that is missing what to do', () => {
  const difference = { field: 'coupled_component_audit_ids', sent: 'c, d', there: 'c' };
  const [, line = ''] = said(
    step([difference], { state: 'failed', result: null, error: { code: 'not-coupled' } }),
  );
  expect(line).toContain(
    'Coupled component IDs: the service shows “c” where “c, d” was sent. Retry the step to look again.',
  );
});

it('says how many there are besides those that it shows', () => {
  expect(said(...Array.from({ length: 10 }, (_, at) => step([name], { key: String(at) })))).toContain(
    'and 2 more',
  );
});

it.each([
  ['nothing differs', []],
  ['it is a user, who stands with the users', [step([name], { result: 'a@b.example' })]],
  ['it is the client with the same id', [step([name], { task: client })]],
])('says nothing where %s', (_, steps) => {
  expect(said(...steps)).toEqual([]);
});
