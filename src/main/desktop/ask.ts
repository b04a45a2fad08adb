import { BrowserWindow, dialog, type FileFilter } from 'electron';

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
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response < noAt ? response : null;
}

/** Null where a person chooses nothing. */
async function chooseFile(defaultPath: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog({ defaultPath });
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
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [openings[kind]],
  });
  return filePaths[0] ?? null;
}

export const choosing = { chooseEvidence, chooseFile, chooseOpening } as const;
