import { webContents } from 'electron';
import type { Page } from './records/page-print.ts';

/** The page of that number as it is printed; null where it is closed. Head, foot and margins are those of its own styles. */
export function pageOf(id: number): Page | null {
  const contents = webContents.fromId(id);
  if (contents === undefined || contents.isDestroyed()) return null;
  return {
    pdf: (pageSize) =>
      contents.printToPDF({
        pageSize,
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      }),
    paper: (pageSize) =>
      new Promise((resolve) => {
        contents.print({ pageSize, printBackground: true }, (success, reason) =>
          resolve(success ? 'printed' : /cancel/i.test(reason) ? 'cancelled' : 'failed'),
        );
      }),
  };
}
