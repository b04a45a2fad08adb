import { subscribe } from 'node:diagnostics_channel';
import { type Answered, createSandbox } from '../src/sandbox/app.ts';
import { demonstrationFixture } from '../src/sandbox/fixture/demonstration/firm.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import { scenarios } from '../src/sandbox/fixture/scenarios/scenarios.ts';
import { listen } from '../src/sandbox/http/listen.ts';
import { answerFault } from '../src/sandbox/testing/answer-check.ts';
import type { Fixture } from './fixtures/fixture-file.ts';
import { controlOf, ownPort, type Service } from './service.ts';

// One test after the other runs in this process: what was answered since the last one is this one's.
const answered: Answered[] = [];
let openServices = 0;
subscribe('audit-desk:sandbox-answer', (message) => {
  answered.push(message as Answered); // as the service publishes it
});

function documentOf(firm: Fixture | `demo:${string}` | undefined): unknown {
  if (firm === undefined) return demonstrationFixture();
  if (typeof firm === 'object') return firm;
  return scenarios.get(firm.slice('demo:'.length))?.fixture();
}

interface ServiceOptions {
  /** One of its own unless given. */
  readonly port?: number;
  /** How long a new audit is being initialised. */
  readonly initialisationSeconds?: number;
}

/** The same service in this process, in memory, on a port of its own: it is there at once. */
export async function openService(
  firm?: Fixture | `demo:${string}`,
  { port = ownPort(), ...options }: ServiceOptions = {},
): Promise<Service> {
  const fixture = readFixture(documentOf(firm));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  const faults: unknown[] = [];
  if (openServices === 0) answered.splice(0);
  openServices += 1;
  const sandbox = await createSandbox({
    ...options,
    fixture: fixture.value,
    control: true,
    report: (fault) => faults.push(fault),
  });
  const listener = await listen(sandbox, port);
  let isOver = false;
  return {
    baseUrl: listener.baseUrl,
    clientId: sandbox.account.client_id,
    clientSecret: sandbox.account.client_secret,
    control: controlOf(listener.baseUrl),
    end: async () => {
      if (isOver) return;
      isOver = true;
      openServices -= 1;
      await listener.close();
      await sandbox.close();
      faults.push(...answered.splice(0).flatMap((one) => answerFault(one) ?? []));
      if (faults.length > 0) throw new Error(faults.map(String).join('\n'));
    },
  };
}
