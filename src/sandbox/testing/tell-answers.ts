import { subscribe } from 'node:diagnostics_channel';
import type { Answered } from '../app.ts';

// Loaded before the service (`--import`) where a test runs it as a process of its own: what it answers otherwise than its
// OpenAPI document says is told on standard error, for the test to fail.

async function judge(answered: Answered): Promise<void> {
  const { answerFault } = await import('./answer-check.ts');
  const fault = answerFault(answered);
  if (fault !== null) process.stderr.write(`The OpenAPI document does not say: ${fault}\n`);
}

subscribe('audit-desk:sandbox-answer', (message) => {
  void judge(message as Answered); // as the service publishes it
});
