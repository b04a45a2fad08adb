import { type AuditLanguage, auditLanguages } from '../shared/model/audit.ts';

// What is said outside of any page; everything else that a person reads is in the interface's messages.

/** The items of the application menu; Electron's own names for them are English only. */
export interface MenuLabels {
  readonly file: string;
  readonly close: string;
  readonly quit: string;
  readonly edit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly view: string;
  readonly resetZoom: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fullScreen: string;
  readonly window: string;
  readonly minimize: string;
}

export const menuLabels: Readonly<Record<AuditLanguage, MenuLabels>> = {
  'en-us': {
    file: 'File',
    close: 'Close window',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    window: 'Window',
    minimize: 'Minimize',
  },
  nl: {
    file: 'Bestand',
    close: 'Venster sluiten',
    quit: 'Afsluiten',
    edit: 'Bewerken',
    undo: 'Ongedaan maken',
    redo: 'Opnieuw',
    cut: 'Knippen',
    copy: 'Kopiëren',
    paste: 'Plakken',
    selectAll: 'Alles selecteren',
    view: 'Beeld',
    resetZoom: 'Ware grootte',
    zoomIn: 'Inzoomen',
    zoomOut: 'Uitzoomen',
    fullScreen: 'Volledig scherm',
    window: 'Venster',
    minimize: 'Minimaliseren',
  },
  it: {
    file: 'File',
    close: 'Chiudi finestra',
    quit: 'Esci',
    edit: 'Modifica',
    undo: 'Annulla',
    redo: 'Ripeti',
    cut: 'Taglia',
    copy: 'Copia',
    paste: 'Incolla',
    selectAll: 'Seleziona tutto',
    view: 'Vista',
    resetZoom: 'Dimensioni reali',
    zoomIn: 'Ingrandisci',
    zoomOut: 'Riduci',
    fullScreen: 'Schermo intero',
    window: 'Finestra',
    minimize: 'Riduci a icona',
  },
};

const storeFaults: Readonly<Record<AuditLanguage, string>> = {
  'en-us': 'Audit Desk cannot open its data folder. Check that it can be written and has room:',
  nl: 'Audit Desk kan zijn gegevensmap niet openen. Controleer of erin geschreven kan worden en of er ruimte is:',
  it: 'Audit Desk non può aprire la sua cartella dei dati. Verifica che sia scrivibile e che ci sia spazio:',
};

/** What is said when the app cannot start, before there is a window to say it in. */
export function storeFault(language: AuditLanguage, folder: string): string {
  return `${storeFaults[language]}\n${folder}`;
}

/** The language that a person chose, or the system's (BCP 47) where this app speaks it. */
export function languageOf(chosen: AuditLanguage | null, system: string): AuditLanguage {
  const [spoken] = system.toLowerCase().split('-');
  return chosen ?? auditLanguages.find((language) => language === spoken) ?? 'en-us';
}
