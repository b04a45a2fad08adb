import type { Question } from '../connections/consent.ts';

/** Somebody who answers what the app asks, with yes unless told otherwise, and remembers what was asked. */
export function createFakePerson() {
  const asked: Question[] = [];
  let agrees = true;
  let meanwhile: (() => Promise<unknown>) | null = null;
  return {
    asked,
    ask: async (question: Question): Promise<boolean> => {
      asked.push(question);
      const act = meanwhile;
      meanwhile = null;
      await act?.();
      return agrees;
    },
    /** Something happens while the next question is thought about. */
    meanwhile: (act: () => Promise<unknown>) => {
      meanwhile = act;
    },
    answerWith: (answer: boolean) => {
      agrees = answer;
    },
  };
}
