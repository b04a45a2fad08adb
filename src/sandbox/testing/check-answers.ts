import { subscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach } from 'vitest';
import type { Answered } from '../app.ts';

// Runs before every test file. A test fails if an answer of the service is not in its OpenAPI document, or if a refusal does not
// say why.

const heard: Answered[] = [];
subscribe('audit-desk:sandbox-answer', (message) => {
  heard.push(message as Answered); // as the service publishes it
});

async function judge(): Promise<void> {
  const answers = heard.splice(0);
  if (answers.length === 0) return; // most files need no document
  const unexplained = answers.filter(
    ({ answer: { status, why } }) => status >= 400 && (why?.() ?? []).length === 0,
  );
  if (unexplained.length > 0)
    throw new Error(
      `Refusals without a reason: ${unexplained.map(({ request, answer }) => `${request.method} ${request.path} ${String(answer.status)}`).join(', ')}`,
    );
  const { answerFault } = await import('./answer-check.ts');
  const faults = new Set(answers.map(answerFault).filter((fault) => fault !== null));
  if (faults.size > 0)
    throw new Error(
      `Answers that the OpenAPI document does not say:\n${[...faults].slice(0, 10).join('\n')}`,
    );
}

afterEach(judge);
afterAll(judge);
