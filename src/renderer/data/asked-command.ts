import type { CommandId } from '../../shared/commands.ts';

type Listener = (id: CommandId) => void;
const listeners = new Set<Listener>();

/** Asks the frame for a command, as its key does: what the menu, the palette and buttons call. */
export function askFor(id: CommandId): void {
  for (const listener of listeners) listener(id);
}

/** Hears of the commands that are asked for, until the answer is called. */
export function onAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
