import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog that “Export…” of the open screen, or of a part of it, opens. */
export async function askToExport(window: Page, part: Page | Locator = window): Promise<Locator> {
  const button = part.getByRole('button', { name: 'Export…' });
  await (part === window ? button : button.first()).click(); // a part may have another one within it
  const dialog = window.getByRole('dialog', { name: /^Export: / });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Saves the list of the open screen in a format, and answers the file's bytes; `folder` is where the app saves. */
export async function exported(
  window: Page,
  folder: string,
  format: 'csv' | 'xlsx' | 'json',
  choose?: (dialog: Locator) => Promise<void>,
  part?: Locator,
): Promise<Buffer> {
  const dialog = await askToExport(window, part);
  await dialog.getByText({ csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON' }[format], { exact: true }).click();
  await choose?.(dialog);
  await dialog.getByRole('button', { name: /^Export [\d,]+ rows?$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByText('The file is saved.')).toBeAttached();
  const name = (await readdir(folder)).find((file) => file.endsWith(`.${format}`)) ?? 'none';
  const bytes = await readFile(join(folder, name));
  await rm(join(folder, name));
  return bytes;
}

/** The rows of an exported JSON, by key. */
export function rowsOf(bytes: Buffer): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(bytes.toString()) as Record<string, unknown>[]; // as the app has just written it
}
