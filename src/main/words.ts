import { commandWords as english } from '../shared/command-words/en-us.ts';
import { commandWords as italian } from '../shared/command-words/it.ts';
import { commandWords as dutch } from '../shared/command-words/nl.ts';
import type { CommandWords } from '../shared/commands.ts';
import { type AuditLanguage, auditLanguages } from '../shared/model/audit.ts';
import { MigrationFailed } from './database.ts';

// What is said outside of any page; everything else that a person reads is in the interface's messages
// and in the words of commands, which both use.

/** What the system does from the application menu; Electron's own names for it are English only. */
export interface MenuLabels {
  readonly close: string;
  readonly quit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly fullScreen: string;
  readonly window: string;
  readonly minimize: string;
  /** From here on, on macOS only. */
  readonly zoomWindow: string;
  readonly front: string;
  readonly about: string;
  readonly services: string;
  readonly hide: string;
  readonly hideOthers: string;
  readonly showAll: string;
  readonly quitApp: string;
}

export const menuLabels: Readonly<Record<AuditLanguage, MenuLabels>> = {
  'en-us': {
    close: 'Close window',
    quit: 'Quit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    fullScreen: 'Full screen',
    window: 'Window',
    minimize: 'Minimize',
    zoomWindow: 'Zoom',
    front: 'Bring all to front',
    about: 'About Audit Desk',
    services: 'Services',
    hide: 'Hide Audit Desk',
    hideOthers: 'Hide others',
    showAll: 'Show all',
    quitApp: 'Quit Audit Desk',
  },
  nl: {
    close: 'Venster sluiten',
    quit: 'Afsluiten',
    undo: 'Ongedaan maken',
    redo: 'Opnieuw',
    cut: 'Knippen',
    copy: 'Kopiëren',
    paste: 'Plakken',
    selectAll: 'Alles selecteren',
    fullScreen: 'Volledig scherm',
    window: 'Venster',
    minimize: 'Minimaliseren',
    zoomWindow: 'Vergroot/verklein',
    front: 'Alles op voorgrond',
    about: 'Over Audit Desk',
    services: 'Voorzieningen',
    hide: 'Verberg Audit Desk',
    hideOthers: 'Verberg andere',
    showAll: 'Toon alles',
    quitApp: 'Stop Audit Desk',
  },
  it: {
    close: 'Chiudi finestra',
    quit: 'Esci',
    undo: 'Annulla',
    redo: 'Ripeti',
    cut: 'Taglia',
    copy: 'Copia',
    paste: 'Incolla',
    selectAll: 'Seleziona tutto',
    fullScreen: 'Schermo intero',
    window: 'Finestra',
    minimize: 'Riduci a icona',
    zoomWindow: 'Ridimensiona',
    front: 'Porta tutto in primo piano',
    about: 'Informazioni su Audit Desk',
    services: 'Servizi',
    hide: 'Nascondi Audit Desk',
    hideOthers: 'Nascondi altre',
    showAll: 'Mostra tutte',
    quitApp: 'Esci da Audit Desk',
  },
};

/** What the commands are called: the same words as in the interface. */
export const commandWords: Readonly<Record<AuditLanguage, CommandWords>> = {
  'en-us': english,
  nl: dutch,
  it: italian,
};

const storeFaults: Readonly<Record<AuditLanguage, string>> = {
  'en-us': 'Audit Desk cannot open its data folder. Check that it can be written and has room:',
  nl: 'Audit Desk kan zijn gegevensmap niet openen. Controleer of erin geschreven kan worden en of er ruimte is:',
  it: 'Audit Desk non può aprire la sua cartella dei dati. Verifica che sia scrivibile e che ci sia spazio:',
};

const migrationFaults: Readonly<Record<AuditLanguage, string>> = {
  'en-us':
    'Audit Desk could not bring its data to this version. Nothing was changed: the version before still works with it, and a copy of it is here:',
  nl: 'Audit Desk kon zijn gegevens niet naar deze versie omzetten. Er is niets gewijzigd: de vorige versie werkt er nog mee, en hier staat een kopie:',
  it: 'Audit Desk non ha potuto portare i suoi dati a questa versione. Nulla è stato modificato: la versione precedente può ancora usarli, e una copia si trova qui:',
};

/** What is said when the app cannot start, before there is a window to say it in. */
export function storeFault(language: AuditLanguage, folder: string, fault: unknown): string {
  return fault instanceof MigrationFailed
    ? `${migrationFaults[language]}\n${fault.backup}`
    : `${storeFaults[language]}\n${folder}`;
}

/** The language that a person chose, or the system's (BCP 47) where this app speaks it. */
export function languageOf(chosen: AuditLanguage | null, system: string): AuditLanguage {
  const [spoken] = system.toLowerCase().split('-');
  return chosen ?? auditLanguages.find((language) => language === spoken) ?? 'en-us';
}
