import { queryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import { call, unwrap } from './call.ts';
import { onEvent } from './events.ts';

/** The last inspection of a connection that reached its end; null where there is none. */
export function inspectionQuery(id: string) {
  return queryOptions({
    queryKey: [id, 'inspection'],
    queryFn: () => unwrap(call('connections.inspection', { id })),
  });
}

interface Progress {
  readonly done: number;
  readonly most: number;
}

const useInspecting = create<Readonly<Record<string, Progress>>>()(() => ({}));

/** How far the inspection of a connection is, whichever window began it; null where none is under way. */
export function useInspectionProgress(id: string): Progress | null {
  return useInspecting((all) => all[id] ?? null);
}

onEvent((event, client) => {
  if (event.type !== 'inspecting') return;
  const { connection, done, most } = event;
  const { [connection]: _, ...others } = useInspecting.getState();
  useInspecting.setState(most === 0 ? others : { ...others, [connection]: { done, most } }, true);
  if (most === 0) void client.invalidateQueries({ queryKey: inspectionQuery(connection).queryKey });
});
