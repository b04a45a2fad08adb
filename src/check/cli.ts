import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exchange } from '../main/api/exchange.ts';
import type { Place } from '../main/api/session.ts';
import { systemClock } from '../main/clock.ts';
import { typed } from '../main/command/place.ts';
import { wordsIn } from '../main/command/words.ts';
import { readAddress } from '../main/connections/address.ts';
import { unseal } from '../main/connections/bound-secret.ts';
import { loadKeytar } from '../main/connections/keychain.ts';
import { createRedactor } from '../main/diagnostics/redaction.ts';
import { certificateOf } from '../main/inspection/certificate.ts';
import { type Inspected, inspect } from '../main/inspection/inspect.ts';
import { asJunit, asText, gapWords, type InspectionWords } from '../main/inspection/report.ts';
import { fail, type Reply, succeed } from '../shared/error.ts';
import { mostRequests } from '../shared/inspection.ts';
import type { Inspection } from '../shared/operations/inspection.ts';
import { fixtureOf } from './fixture.ts';
import { sentenceOfFile, sentenceOfMisuse, sentencesOf } from './sentences.ts';

// `npm run check`: what a service does, found out by reading. The report is on standard output; sentences for people are on standard error.

const usage = `${typed.check} --base-url URL [--client-id ID] [--json | --format text|json|junit] [--budget N] [--write-fixture FILE]

Reads a service and says where it differs from the specification. Writes nothing to it; sends ${String(mostRequests)} requests at most, and
more for a fixture, for which it reads lists to their ends.
The client id is asked for where it is not given. The client secret is read from the environment variable AUDIT_DESK_CLIENT_SECRET, or
from the keychain, where Audit Desk has kept it for this address and client id.`;

const mostForFixture = 500; // requests: 47,600 entries beside the inspection itself
const formats = ['text', 'json', 'junit'] as const;
const status = { asSpecified: 0, differs: 1, wrongUse: 2, notReached: 3, refused: 4, gaps: 5 } as const;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(code: number, ...lines: readonly string[]): never {
  for (const line of lines) say(line);
  const [error] = lines;
  if (code !== status.asSpecified && process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ status: code, error })}\n`); // as the other commands fail
  process.exit(code);
}

function given() {
  try {
    return parseArgs({
      options: {
        'base-url': { type: 'string' },
        'client-id': { type: 'string' },
        json: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        budget: { type: 'string' },
        'write-fixture': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (thrown) {
    return giveUp(status.wrongUse, sentenceOfMisuse(process.argv.slice(2), thrown), usage);
  }
}

function options() {
  const values = given();
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(status.asSpecified);
  }
  const format = formats.find((one) => one === (values.json ? 'json' : values.format));
  if (format === undefined) return giveUp(status.wrongUse, `--format takes ${formats.join(', ')}`);
  const file = values['write-fixture'];
  const budget = values.budget ?? String(file === undefined ? mostRequests : mostForFixture);
  if (!/^[1-9]\d{0,3}$/.test(budget))
    return giveUp(status.wrongUse, '--budget takes a number from 1 to 9999');
  const address = readAddress(values['base-url'] ?? '');
  if (!address.ok)
    return giveUp(
      status.wrongUse,
      '--base-url takes an address that starts with https://, or http:// on this computer',
    );
  const fault = file === undefined ? null : faultOfPlace(file);
  if (fault !== null) return giveUp(status.wrongUse, sentenceOfFile('--write-fixture', fault));
  return {
    baseUrl: address.value,
    clientId: values['client-id'],
    format,
    budget: Number(budget),
    file,
  };
}

/** What keeps a new file from being made there, known before anything is asked. */
function faultOfPlace(file: string): unknown {
  try {
    if (file === '' || !statSync(dirname(file)).isDirectory())
      throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const there = statSync(file, { throwIfNoEntry: false });
    return there === undefined
      ? null
      : Object.assign(new Error(), { code: there.isDirectory() ? 'EISDIR' : 'EEXIST' });
  } catch (thrown) {
    return thrown;
  }
}

/** The answer of a person at a terminal; empty where nobody is there, or where the person leaves. */
async function askedFor(question: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  const person = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => {
    person.once('close', () => resolve(''));
  });
  const answer = await Promise.race([person.question(question), left]);
  person.close();
  return answer.trim();
}

const longestWait = 10_000; // milliseconds; a keychain that is locked may ask, and never answer

/** The secret of the environment, else that which the app keeps for this place. */
async function secretFor(place: Place): Promise<Reply<string>> {
  const secret = process.env['AUDIT_DESK_CLIENT_SECRET'];
  if (secret !== undefined && secret !== '') return succeed(secret);
  const nobody = wait(longestWait, fail('keychain-timeout'), { ref: false });
  return Promise.race([secretInKeychain(place), nobody]);
}

async function secretInKeychain(place: Place): Promise<Reply<string>> {
  try {
    const service = process.env['AUDIT_DESK_KEYCHAIN_SERVICE'] ?? 'Audit Desk';
    for (const { password } of await (await loadKeytar()).findCredentials(service)) {
      const opened = unseal(password, place);
      if (typeof opened === 'object') return succeed(opened.secret);
    }
    return fail('no-secret');
  } catch {
    return fail('keychain-unavailable');
  }
}

const refusals: readonly string[] = [
  'credentials-rejected',
  'no-secret',
  'keychain-unavailable',
  'keychain-timeout',
  'unauthorized',
  'forbidden',
];

function statusOf(inspection: Inspection, words: InspectionWords): number {
  const { ended, findings } = inspection;
  if (ended !== null) return refusals.includes(ended.code) ? status.refused : status.notReached;
  if (findings.some(({ state }) => state === 'differs')) return status.differs;
  return gapWords(inspection, words).length > 0 ? status.gaps : status.asSpecified;
}

/** Says what became of the fixture; answers whether it is written. */
function writeFixture(file: string, { survey, inspection }: Inspected): boolean {
  if (inspection.ended !== null) {
    say('No fixture was written: the inspection ended early.');
    return false;
  }
  const { fixture, omitted } = fixtureOf(survey, inspection.variants);
  if (fixture === null) {
    say('No fixture was written: the sandbox would not take it.');
    for (const line of omitted) say(`  ${line}`);
    return false;
  }
  let isMine = false;
  try {
    closeSync(openSync(file, 'wx'));
    isMine = true;
    writeFileSync(file, `${JSON.stringify(fixture, null, 2)}\n`);
  } catch (thrown) {
    if (isMine) rmSync(file, { force: true });
    say(sentenceOfFile('--write-fixture', thrown));
    return false;
  }
  say('The fixture is written. It leaves out:');
  for (const line of omitted) say(`  ${line}`);
  return true;
}

process.stdout.once('error', () => giveUp(status.wrongUse, 'The report could not be written to the end.'));
const { baseUrl, format, budget, file, ...asked } = options();
const clientId = asked.clientId ?? (await askedFor('Client id: '));
if (clientId === '')
  giveUp(status.wrongUse, 'There is no client id. Name the service account with --client-id ID.');
const found = await inspect(
  {
    baseUrl,
    clientId,
    secret: () => secretFor({ baseUrl, clientId }),
    send: (request) => exchange({ fetch, clock: systemClock }, request),
    now: () => Date.now(),
    redactor: createRedactor(),
  },
  () => certificateOf(baseUrl, 'node'),
  budget,
  file !== undefined,
);
const { inspection } = found;
const words = wordsIn('inspection'); // the command speaks English, as the specification does
const reports = {
  text: () => asText(inspection, words),
  json: () => `${JSON.stringify(inspection, null, 2)}\n`,
  junit: () => asJunit(inspection, words),
};
process.stdout.write(reports[format]());
if (inspection.ended !== null)
  for (const sentence of sentencesOf(inspection.ended, wordsIn('errors'))) say(sentence);
const isUnwritten = file !== undefined && !writeFixture(file, found);
process.exitCode = isUnwritten && inspection.ended === null ? status.wrongUse : statusOf(inspection, words);
