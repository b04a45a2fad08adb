import { create } from 'zustand';
import type { Reply } from '../../shared/error.ts';
import { call } from './call.ts';
import { isAway, isUnreachable, useConnectionState } from './connection-state.ts';

interface Question {
  readonly connection: string;
  /** What is to be sent, as its plan is called. */
  readonly title: string;
  /** Where it stays if it is not sent: as a draft on disk, or on the screen that made it. */
  readonly keeps: 'draft' | 'screen';
  readonly answer: (queue: boolean) => void;
}

/** Whether what is to be sent waits for a service that cannot be reached, while that is asked; null while it is not. */
export const useOfflineQuestion = create<{
  readonly question: Question | null;
  /** Connections of which somebody chose that changes wait; true until they answer. */
  readonly queues: Readonly<Record<string, true>>;
}>()(() => ({ question: null, queues: {} }));

/** Whether changes of a connection wait by choice for a service that cannot be reached. */
export function useIsQueued(connection: string): boolean {
  return useOfflineQuestion(({ queues }) => queues[connection] === true);
}

/**
 * Sends what is to be sent. While the service cannot be reached a person chooses first: it waits for the service, or it is kept,
 * which is answered as `kept-back`.
 */
export async function sentOrKept<Value>(
  about: Omit<Question, 'answer'>,
  send: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  if (isUnreachable(about.connection)) {
    if (!(await asked(about))) return { ok: false, error: { code: 'kept-back' } };
    await waitForService(about.connection);
  }
  return send();
}

/** Has everything that can wait do so until the service is known to answer, instead of failing time after time. */
export async function waitForService(connection: string): Promise<void> {
  const queues = (of: Readonly<Record<string, true>>) => useOfflineQuestion.setState({ queues: of });
  queues({ ...useOfflineQuestion.getState().queues, [connection]: true });
  const end = useConnectionState.subscribe((state) => {
    if (isAway(state, connection)) return;
    end();
    const { [connection]: _, ...others } = useOfflineQuestion.getState().queues;
    queues(others);
  });
  await call('connections.doubt', { id: connection });
}

function asked(about: Omit<Question, 'answer'>): Promise<boolean> {
  useOfflineQuestion.getState().question?.answer(false); // one question at a time: the newer one counts
  return new Promise((resolve) => {
    const answer = (queue: boolean): void => {
      useOfflineQuestion.setState({ question: null });
      resolve(queue);
    };
    useOfflineQuestion.setState({ question: { ...about, answer } });
  });
}
