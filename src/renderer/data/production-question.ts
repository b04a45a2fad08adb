import { create } from 'zustand';
import type { Reply } from '../../shared/error.ts';
import { call } from './call.ts';

interface Question {
  readonly connection: string;
  readonly answer: (mayWrite: boolean) => void;
}

/** Whether a connection to production may write in this session, while that is asked; null while it is not. */
export const useProductionQuestion = create<{ readonly question: Question | null }>()(() => ({
  question: null,
}));

/** Does what may need a person's word first, asks for it where it does, and does it again when it was given. */
export async function permitted<Value>(
  connection: string,
  act: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  const reply = await act();
  if (reply.ok || reply.error.code !== 'confirmation-needed' || !(await asked(connection))) return reply;
  const allowed = await call('connections.allowWrites', { id: connection });
  return allowed.ok ? act() : allowed;
}

function asked(connection: string): Promise<boolean> {
  useProductionQuestion.getState().question?.answer(false); // one question at a time: the newer one counts
  return new Promise((resolve) => {
    const answer = (mayWrite: boolean): void => {
      useProductionQuestion.setState({ question: null });
      resolve(mayWrite);
    };
    useProductionQuestion.setState({ question: { connection, answer } });
  });
}
