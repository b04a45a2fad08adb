import { dialog } from 'electron';
import type { TrailFormat } from './records/trail-export.ts';

/** Lets a person choose where a file is written, called so unless they call it otherwise; null where they choose nothing. */
async function chooseFile(defaultPath: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog({ defaultPath });
  return filePath === '' ? null : filePath; // no file is chosen where it is cancelled
}

/** The same for the trail, which is called after the day. */
function chooseExport(format: TrailFormat): Promise<string | null> {
  return chooseFile(`audit-desk-trail-${new Date().toISOString().slice(0, 10)}.${format}`);
}

/** Lets a person choose a file of settings to be read; null where they choose none. */
async function chooseOpening(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [{ name: 'JSON', extensions: ['json'] }],
  });
  return filePaths[0] ?? null;
}

/** Lets a person choose files, to be written or read. */
export const choosing = { chooseExport, chooseFile, chooseOpening } as const;
