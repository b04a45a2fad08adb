import { create } from 'zustand';
import type { CommandId } from '../../shared/commands.ts';
import type { Audit } from '../../shared/model/audit.ts';

type Listener = (id: CommandId) => void;
const listeners = new Set<Listener>();

export function askFor(id: CommandId): void {
  for (const listener of listeners) listener(id);
}

export function onAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address that main asked this window to show: of a notification that was clicked, or of a link. Null once it is shown. */
export const useAskedAddress = create<{ readonly address: string | null }>()(() => ({ address: null }));

/** What a dialog asks about audits before it is done with them, wherever they are listed. */
export interface AskedOfAudits {
  readonly connection: string;
  readonly what: 'delete' | 'again' | 'team' | 'windows';
  readonly audits: readonly Audit[];
  /** Called once it is under way. */
  readonly onDone: () => void;
}

export const useAskedOfAudits = create<{ readonly asked: AskedOfAudits | null }>()(() => ({ asked: null }));

/** Whether a person has asked for the tour. */
export const useAskedTour = create<{ readonly isAsked: boolean }>()(() => ({ isAsked: false }));

/** The audits, by their ids, to which a team is to be assigned; null once the team's screen has taken them. */
export const useAskedTeam = create<{ readonly audits: readonly string[] | null }>()(() => ({ audits: null }));

/** What Undo and Redo do on the open screen; null for what there is nothing of. */
export const useUndoable = create<{
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}>()(() => ({ undo: null, redo: null }));
