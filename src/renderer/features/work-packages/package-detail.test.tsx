import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { hostilePrices } from '../../../shared/testing/hostile-shapes.ts';
import { allMessages, startMessages, useTranslation } from '../../messages/language.ts';
import { UiWordsProvider } from '../../ui/words.tsx';
import { PackageDetail, PackagePrices } from './package-detail.tsx';

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});

function shown(prices: unknown): string {
  const page = renderToStaticMarkup(<PackagePrices prices={WorkPackage.parse({ id: 'p', prices }).prices} />);
  return page.replaceAll(/<[^>]*>/g, '\n').replaceAll('&quot;', '"');
}

it.each(hostilePrices)('$name is neither free nor always nor 0, and is shown as it came', ({ json }) => {
  const prices: unknown = JSON.parse(json);
  const page = shown(prices);
  expect(page).toContain('unknown: the service decides');
  expect(page).not.toMatch(/free|^0$/m);
  for (const { asItCame } of WorkPackage.parse({ id: 'p', prices }).prices)
    expect(page).toContain(`As it came: ${asItCame}`);
});

it('a condition that is not understood is not “Always”', () => {
  const page = shown([{ audit_type: 'single', credits: 3, conditions: { period: '2026' } }]);
  expect(page).toContain('Not understood');
  expect(page).not.toContain('Always');
  expect(shown([{ audit_type: 'single', credits: 3, conditions: null }])).toContain('Always');
});

it('no price is not “free”', () => {
  expect(shown([])).toContain('No price provided. The service decides the charge.');
});

function Page({ said }: { readonly said: object }) {
  const { t } = useTranslation();
  const workPackage = WorkPackage.parse({ id: 'p', ...said });
  return (
    <UiWordsProvider words={t('ui', { returnObjects: true })} dates="iso">
      <PackageDetail workPackage={workPackage} packages={[workPackage]} />
    </UiWordsProvider>
  );
}

const unseen = 'Not shown by the service in a form that the app can read';
const also = 'There may be more that is not shown';

// Of languages, audit types, labels and settings, in this order.
it.each<[string, object, readonly string[]]>([
  ['shows none of them', {}, [unseen, unseen, unseen, unseen]],
  [
    'shows some of them in a form that can be read',
    {
      languages: ['nl', 7, {}],
      audit_types: ['single', {}],
      scoping_packages: ['Large', {}],
      settings: [{ id: 's' }, 7],
    },
    [also, also, also, also],
  ],
  ['has none of them', { languages: [], audit_types: [], scoping_packages: [], settings: [] }, []],
])('a package that %s: what is not shown is not “none”', (_, said, words) => {
  const page = renderToStaticMarkup(<Page said={said} />);
  expect(page.match(new RegExp(`${unseen}|${also}`, 'g')) ?? []).toEqual(words);
  expect(page.includes('Not provided')).toBe(words.length === 0);
  expect(page.includes('This work package has no settings.')).toBe(words.length === 0);
});
