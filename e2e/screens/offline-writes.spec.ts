import { expect } from '@playwright/test';
import { smallFirm } from '../fixtures/small-firm.ts';
import { create, expectCreated, expectStep, retryNow } from '../journeys.ts';
import { accessibilityFaults } from '../looks.ts';
import { atReview } from '../review.ts';
import { test } from '../screen.ts';
import { requestsOf } from '../service.ts';
import { openService } from '../service-inside.ts';

test.use({ firm: smallFirm() });

test('offline writes: kept as a draft or queued by choice; what is queued outlives the app and is sent once', async ({
  renderApp,
  sandbox,
}) => {
  const { window, cutPower } = await renderApp({
    service: sandbox,
    ...atReview({ id: 'QUEUED', name: 'Made on the train' }),
  });
  await expectStep(window, 'Review');
  await expect(window.getByRole('button', { name: 'Create audit' })).toBeEnabled(); // all is read
  await sandbox.end();
  await window.getByRole('link', { name: 'Audits' }).click();
  await window.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(window.getByRole('region', { name: 'Connection to the service' })).toBeVisible();
  await window
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  await create(window);
  const dialog = window.getByRole('alertdialog', { name: 'The service cannot be reached' });
  await expect(dialog).toContainText('Made on the train');
  expect(await accessibilityFaults(window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as draft' }).click();
  await expect(window.getByText('Nothing was sent: you kept it.')).toBeVisible();
  await create(window);
  await dialog.getByRole('button', { name: 'Queue it' }).click();
  await expect(window.getByText('Queued: it is sent when the service answers')).toBeVisible();
  const status = window.getByRole('contentinfo', { name: 'Status' });
  await expect(status).toContainText('Plans that wait until the service answers: 1');

  const second = await renderApp({ userData: await cutPower() });
  const secondStatus = second.window.getByRole('contentinfo', { name: 'Status' });
  await expect(secondStatus).toContainText('Plans that wait until the service answers: 1');
  const back = await openService(smallFirm(), { port: Number(new URL(sandbox.baseUrl).port) });
  await expect(secondStatus).not.toContainText('plan');
  await second.window.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(second.window.getByRole('row', { name: /Made on the train/ })).toBeVisible();
  const results = await requestsOf(back);
  expect(results.filter((one) => one.method === 'POST' && one.path === '/api/v1/audits/')).toMatchObject([
    { status: 201 },
  ]);
  await back.end();
});

test('offline writes: a service that goes away at the press of the button', async ({
  renderApp,
  sandbox,
}) => {
  const { window } = await renderApp({ service: sandbox, ...atReview({ id: 'PRESSED' }) });
  await expectStep(window, 'Review');
  await expect(window.getByRole('button', { name: 'Create audit' })).toBeEnabled(); // all is read
  await sandbox.end();
  await create(window);
  await window.getByRole('button', { name: 'Queue it' }).click();
  await expect(window.getByText('Queued: it is sent when the service answers')).toBeVisible();
  await window.getByRole('button', { name: 'Save as draft' }).click();
  await expect(window.getByText('Waiting was stopped')).toBeVisible();
  await create(window);
  await window.getByRole('alertdialog').getByRole('button', { name: 'Queue it' }).click();
  await expect(window.getByText('Queued: it is sent when the service answers')).toBeVisible();
  const back = await openService(smallFirm(), { port: Number(new URL(sandbox.baseUrl).port) });
  await retryNow(window);
  await expectCreated(window);
  await back.end();
});
