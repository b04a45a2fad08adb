import { subscribe } from 'node:diagnostics_channel';
import type { Answered } from '../app.ts';

// For a service in a process of its own (`--import`): reports answers that are not in its OpenAPI document on standard
// error. Then the test fails.

async function judge(answered: Answered): Promise<void> {
  const { answerFault } = await import('./answer-check.ts');
  const fault = answerFault(answered);
  if (fault !== null) process.stderr.write(`The OpenAPI document does not say: ${fault}\n`);
}

subscribe('audit-desk:sandbox-answer', (message) => {
  void judge(message as Answered); // as the service publishes it
});
