import { randomBytes } from 'node:crypto';
import { getHeapSnapshot } from 'node:v8';
import type { Fetch } from '../api/exchange.ts';
import { createServices } from '../api/services.ts';
import { systemClock } from '../clock.ts';
import { seal } from '../connections/bound-secret.ts';
import { createKeychain } from '../connections/keychain.ts';
import { createSecrets } from '../connections/secrets.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { unmeasured } from './quota.ts';

// A program for a test of what stays in memory: gets a token for a secret, makes a request with it, and prints how often either
// is then a text in the heap. Both are made here at random and kept as bytes only, which are no texts.

const secretBytes = randomBytes(24);
const tokenBytes = randomBytes(24);
const secretText = (): string => secretBytes.toString('hex');

/** Answers without a network, whose own memory is not looked at here: Electron's is another process. */
const answer: Fetch = async (url) => {
  const json = url.includes('token')
    ? `{"access_token":"${tokenBytes.toString('hex')}","expires_in":3600}`
    : '{"results":[]}';
  return new Response(json, { headers: { 'Content-Type': 'application/json' } });
};

const place = { baseUrl: 'https://audits.example', clientId: 'c' };
const redactors = createRedactors();
const keychain = createKeychain({
  load: async () => ({
    getPassword: async () => seal(secretText(), place),
    findCredentials: async () => [],
    setPassword: async () => {},
    deletePassword: async () => true,
  }),
  service: 'Audit Desk',
  clock: systemClock,
});
const secrets = createSecrets(keychain, { onSecret: redactors.all.add, vouch: async () => false });
const services = createServices({
  wire: { fetch: answer, clock: systemClock },
  ...unmeasured(systemClock),
  place: () => null,
  credentials: async () => {
    const secret = await secrets.read('keychain', 'a', place);
    return secret.ok ? { ok: true, value: { ...place, secret: secret.value } } : secret;
  },
  redactors,
  emit: () => {},
  record: () => {},
  log: { info: () => {} },
  newId: () => 'r',
});

const replies: boolean[] = [];
for (let request = 0; request < 3; request += 1)
  replies.push((await services.of('c').call('roles.list', {})).ok);
let snapshot = '';
for await (const chunk of getHeapSnapshot()) snapshot += String(chunk); // taking one collects what is garbage first
const count = (text: string): number => snapshot.split(text).length - 1;
process.stdout.write(
  JSON.stringify({ replies, secret: count(secretText()), token: count(tokenBytes.toString('hex')) }),
);
