import { BrowserWindow, dialog, type FileFilter } from 'electron';
import { askingWindow } from '../bridge/ipc.ts';

/** A question of the app, with the word for each answer. */
export interface AskedWords {
  readonly message: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/** The same with several answers besides no. */
export interface ChoiceWords extends Omit<AskedWords, 'yes'> {
  readonly answers: readonly string[];
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Asks a person in a dialog of the system's, which no page can answer or cover; one at a time. Enter, Escape and closing it
 * mean no. `warning` is what loosens a guard.
 */
export async function askPerson(words: AskedWords, type: 'question' | 'warning'): Promise<boolean> {
  return (await askWhich({ ...words, answers: [words.yes] }, type)) === 0;
}

/** The same with several answers: the index of the chosen one, null for no. */
export function askWhich(words: ChoiceWords, type: 'question' | 'warning'): Promise<number | null> {
  const asked = last.then(() => ask(words, type));
  last = asked.catch(() => null);
  return asked;
}

async function ask(
  { message, detail, answers, no }: ChoiceWords,
  type: 'question' | 'warning',
): Promise<number | null> {
  const buttons = [...answers, no];
  const noAt = answers.length;
  const options = { type, message, detail, buttons, defaultId: noAt, cancelId: noAt, noLink: true } as const;
  const window = owner();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response < noAt ? response : null;
}

/**
 * The window that a dialog belongs to, and cannot lie behind: of the page that asked, else the one that a person is in, else any. A
 * question without one stops main on macOS until it is answered. One that is minimised would hide it.
 */
export function owner(): BrowserWindow | null {
  const windows = [askingWindow(), BrowserWindow.getFocusedWindow(), ...BrowserWindow.getAllWindows()];
  return windows.find((each) => each !== null && !each.isDestroyed() && !each.isMinimized()) ?? null;
}

/** Null where a person chooses nothing. */
async function chooseFile(defaultPath: string): Promise<string | null> {
  const window = owner();
  const options = { defaultPath };
  const { filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return filePath === '' ? null : filePath; // no file is chosen where it is cancelled
}

function chooseEvidence(): Promise<string | null> {
  return chooseFile(`audit-desk-change-log-${new Date().toISOString().slice(0, 10)}.jsonl`);
}

/** What a file is opened for. */
export type OpeningKind = 'settings' | 'table';

const openings: Readonly<Record<OpeningKind, FileFilter>> = {
  settings: { name: 'JSON', extensions: ['json'] },
  table: { name: 'XLSX, CSV, JSON', extensions: ['xlsx', 'xlsm', 'csv', 'tsv', 'txt', 'json'] },
};

async function chooseOpening(kind: OpeningKind): Promise<string | null> {
  const window = owner();
  const options = { properties: ['openFile' as const], filters: [openings[kind]] };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}

export const choosing = { chooseEvidence, chooseFile, chooseOpening } as const;
