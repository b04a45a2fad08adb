import { fail, type Reply, succeed } from '../../shared/error.ts';
import { fileName, writeWhole } from './whole-file.ts';

export type PaperSize = 'A4' | 'Letter';

/** A page of the interface, as far as it goes on paper. */
export interface Page {
  /** The page as a tagged PDF with an outline. */
  readonly pdf: (size: PaperSize) => Promise<Uint8Array>;
  /** Asks for a printer by the system's dialog. */
  readonly paper: (size: PaperSize) => Promise<'printed' | 'cancelled' | 'failed'>;
}

export interface Wanted {
  /** What the file is called until a person calls it otherwise; without its ending. */
  readonly name: string;
  readonly to: 'pdf' | 'printer';
}

/** Prints a page to where a person says; `printed` is false where they say nothing. Fails as `file-not-written` or `not-printed`. */
export async function printPage(
  page: Page,
  choose: (fileName: string) => Promise<string | null>,
  locale: string,
  { name, to }: Wanted,
): Promise<Reply<{ readonly printed: boolean }>> {
  const size = paperSize(locale);
  if (to === 'printer') {
    const outcome = await page.paper(size);
    return outcome === 'failed' ? fail('not-printed') : succeed({ printed: outcome === 'printed' });
  }
  const path = await choose(`${fileName(name)}.pdf`);
  if (path === null) return succeed({ printed: false });
  const written = await writeWhole(path, [await page.pdf(size)]);
  return written.ok ? succeed({ printed: true }) : written;
}

// Where printers hold Letter: what CLDR names for North America and a few more.
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ');

/** The paper that printers hold where a language (BCP 47) is at home. */
export function paperSize(locale: string): PaperSize {
  try {
    return letterRegions.includes(new Intl.Locale(locale).maximize().region ?? '') ? 'Letter' : 'A4';
  } catch {
    return 'A4'; // a system may name a language that is none
  }
}
