import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { WorkPackage } from '../../../shared/model/work-package.ts';
import { hostilePrices } from '../../../shared/testing/hostile-shapes.ts';
import { allMessages, startMessages } from '../../messages/language.ts';
import { PackagePrices } from './package-detail.tsx';

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
