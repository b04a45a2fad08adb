import { dialog } from 'electron';
import type { TrailFormat } from './records/trail-export.ts';

/** Lets a person choose where a file is written, called so unless they call it otherwise; null where they choose nothing. */
export async function chooseFile(defaultPath: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog({ defaultPath });
  return filePath === '' ? null : filePath; // no file is chosen where it is cancelled
}

/** The same for the trail, which is called after the day. */
export function chooseExport(format: TrailFormat): Promise<string | null> {
  return chooseFile(`audit-desk-trail-${new Date().toISOString().slice(0, 10)}.${format}`);
}
