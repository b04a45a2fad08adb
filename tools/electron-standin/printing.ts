import type { PrintToPDFOptions } from 'electron';

// Inches, as the DevTools protocol wants them.
const paper = {
  A4: { paperWidth: 8.27, paperHeight: 11.69 },
  Letter: { paperWidth: 8.5, paperHeight: 11 },
} as const;

/** Electron's options for a PDF in the words of the DevTools protocol; one that is not covered throws by its name. */
export function printedWith(options: PrintToPDFOptions) {
  const {
    pageSize = 'Letter',
    landscape = false,
    printBackground = false,
    preferCSSPageSize = false,
    generateTaggedPDF = false,
    generateDocumentOutline = false,
    ...others
  } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`The stand-in for Electron does not cover printToPDF's ${other}`);
  if (pageSize !== 'A4' && pageSize !== 'Letter')
    throw new Error('The stand-in for Electron covers the paper sizes A4 and Letter');
  return {
    ...paper[pageSize],
    landscape,
    printBackground,
    preferCSSPageSize,
    generateTaggedPDF,
    generateDocumentOutline,
  };
}
