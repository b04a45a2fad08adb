import { UpdateView } from '../model/updates.ts';
import { type LocalRow, Nothing } from './shapes.ts';

/** Newer versions of the app: looked for where somebody has said so, put in place only when a person asks. */
export const updateOperations = {
  'updates.read': { input: Nothing, output: UpdateView },
  /** Looks now; changes nothing where updates are off. */
  'updates.check': { input: Nothing, output: UpdateView },
  /** Downloads what was found, then restarts the app with it; changes nothing where this copy may not. */
  'updates.install': { input: Nothing, output: UpdateView },
} as const satisfies Record<string, LocalRow>;
