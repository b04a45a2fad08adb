import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './app.ts';
import { connect } from './journeys.ts';
import { openNetwork, picture } from './network.ts';
import { readPdf } from './pdf.ts';
import { startService } from './service.ts';

test('the network of a client is read, and printed as a tagged PDF: the picture as it is shown, and the list of every place', async ({
  launch,
  folder,
}) => {
  const sandbox = await startService('demo:network-of-three');
  const { app, window } = await launch();
  const violations: string[] = [];
  window.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text()))
      violations.push(message.text());
  });
  await connect(window, sandbox);
  await openNetwork(window);
  await window.getByRole('button', { name: 'Fit to window' }).click();
  await expect(picture(window).getByRole('img')).toHaveCount(8);
  expect(violations).toEqual([]);
  const path = join(folder, 'network.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await window.getByRole('button', { name: 'Print' }).click();
  await window.getByRole('menuitem', { name: 'Save as PDF' }).click();
  await expect(window.getByRole('status').getByText('The file is saved.')).toBeAttached();
  const pdf = readPdf(path);
  expect(pdf.isTagged).toBe(true);
  expect(pdf.title).toBe('Network: Valkenhorst Groep N.V.');
  expect([...pdf.structure]).toEqual(expect.arrayContaining(['H1', 'Figure', 'Table', 'TH']));
  const text = pdf.pages.map((page) => page.text.replaceAll(' ', '')).join(''); // an id goes on in the next line
  for (const words of ['2026-PUMPS-VH-2120', 'Groupaudit·Open', 'Inscope', 'Test:KantoorNoord'])
    expect(text).toContain(words);
  await sandbox.end();
});
