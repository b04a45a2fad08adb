import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { NetworkState } from './network-state.ts';

/** What changes at places without any of them moving: each place in sight looks at its own, so that a step draws two anew. */
interface Marks {
  readonly active: string | null;
  readonly way: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

export type MarkStore = StoreApi<Marks>;

export function createMarks(): MarkStore {
  return createStore<Marks>()(() => ({ active: null, way: new Set(), found: new Set() }));
}

/** Takes over what a person has made of the network. */
export function markWith(store: MarkStore, { active, way, found }: NetworkState): void {
  store.setState({ active: active?.id ?? null, way, found: new Set(found) });
}

export interface PictureTools {
  readonly marks: MarkStore;
  /** The id of the element of a place. */
  readonly elementId: (id: string) => string;
  readonly toggle: (id: string) => void;
}

/** What the places of a picture share. */
export const PictureContext = createContext<PictureTools | null>(null);

export function usePictureTools(): PictureTools {
  const tools = useContext(PictureContext);
  if (tools === null) throw new Error('a place without its picture');
  return tools;
}

export function useMark<Value>(select: (marks: Marks) => Value): Value {
  return useStore(usePictureTools().marks, select);
}
