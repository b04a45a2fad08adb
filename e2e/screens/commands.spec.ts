import { expect, type Page } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { expectStep } from '../journeys.ts';
import { test } from '../screen.ts';

test.use({ firm: smallFirm() });

const heading = (window: Page, name: string) => window.getByRole('heading', { level: 1, name });

test('keys: new audit, search, back and forward, sidebar, and the buttons of a mouse at its side', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox });
  await window.keyboard.press('Control+f');
  await expect(window.getByRole('searchbox')).toBeFocused();
  await window.keyboard.press('Control+n');
  await expectStep(window, 'Coupling');
  await window.keyboard.press('Alt+ArrowLeft');
  await expect(heading(window, 'Audits')).toBeVisible();
  await window.keyboard.press('Alt+ArrowRight');
  await expectStep(window, 'Coupling');
  for (const button of [3, 4]) {
    await window.evaluate((pressed) => dispatchEvent(new MouseEvent('mouseup', { button: pressed })), button);
    if (button === 3) await expect(heading(window, 'Audits')).toBeVisible();
    else await expectStep(window, 'Coupling');
  }
  await window.keyboard.press('Control+b');
  await expect(window.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
});
