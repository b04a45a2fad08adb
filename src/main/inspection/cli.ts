import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import { mostRequests } from '../../shared/inspection.ts';
import type { Inspection } from '../../shared/operations/inspection.ts';
import type english from '../../words/en-us/screens/errors.json';
import { exchange } from '../api/exchange.ts';
import type { Place } from '../api/session.ts';
import { systemClock } from '../clock.ts';
import { readAddress } from '../connections/address.ts';
import { unseal } from '../connections/bound-secret.ts';
import { loadKeytar } from '../connections/keychain.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { certificateOf } from './certificate.ts';
import { fixtureOf } from './fixture.ts';
import { inspect } from './inspect.ts';
import { asJunit, asText, gapWords, type InspectionWords } from './report.ts';

// `npm run check`: what a service does, found out by reading. The report is on standard output; sentences for people are on standard error.

const usage = `npm run check -- --base-url URL [--client-id ID] [--format text|json|junit] [--budget N] [--write-fixture FILE]

Reads a service and says where it differs from the specification. Writes nothing to it; sends ${String(mostRequests)} requests at most.
The client id is asked for where it is not given. The client secret is read from the environment variable AUDIT_DESK_CLIENT_SECRET, or
from the keychain, where Audit Desk has kept it for this address and client id.`;

const formats = ['text', 'json', 'junit'] as const;
const status = { asSpecified: 0, differs: 1, wrongUse: 2, notReached: 3, refused: 4, gaps: 5 } as const;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(code: number, ...lines: readonly string[]): never {
  for (const line of lines) say(line);
  process.exit(code);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        'base-url': { type: 'string' },
        'client-id': { type: 'string' },
        format: { type: 'string', default: 'text' },
        budget: { type: 'string', default: String(mostRequests) },
        'write-fixture': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) giveUp(status.asSpecified, usage);
    const format = formats.find((one) => one === values.format);
    if (format === undefined) return giveUp(status.wrongUse, `--format takes ${formats.join(', ')}`);
    if (!/^[1-9]\d{0,3}$/.test(values.budget))
      return giveUp(status.wrongUse, '--budget takes a number from 1 to 9999');
    const address = readAddress(values['base-url'] ?? '');
    if (!address.ok)
      return giveUp(
        status.wrongUse,
        '--base-url takes an address that starts with https://, or http:// on this computer',
      );
    return {
      baseUrl: address.value,
      clientId: values['client-id'],
      format,
      budget: Number(values.budget),
      fixture: values['write-fixture'],
    };
  } catch (error) {
    return giveUp(status.wrongUse, error instanceof Error ? error.message : String(error), usage);
  }
}

async function askedFor(question: string): Promise<string> {
  const person = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await person.question(question);
  person.close();
  return answer.trim();
}

/** The secret of the environment, else that which the app keeps for this place. */
async function secretFor(place: Place): Promise<Reply<string>> {
  const given = process.env['AUDIT_DESK_CLIENT_SECRET'];
  if (given !== undefined && given !== '') return succeed(given);
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

// The command speaks English, as the specification does.
function wordsIn(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../words/en-us/screens/${name}.json`, import.meta.url), 'utf8'));
}

function sentencesOf({ code, reason }: AppError): readonly string[] {
  const { codes, reasons } = wordsIn('errors') as typeof english; // the type is made of the file
  const { happened, meaning, remedy } = reason === undefined ? codes[code] : reasons[reason];
  return [happened, meaning, remedy];
}

const refusals: readonly string[] = [
  'credentials-rejected',
  'no-secret',
  'keychain-unavailable',
  'unauthorized',
  'forbidden',
];

function statusOf(inspection: Inspection, words: InspectionWords): number {
  const { ended, findings } = inspection;
  if (ended !== null) return refusals.includes(ended.code) ? status.refused : status.notReached;
  if (findings.some(({ state }) => state === 'differs')) return status.differs;
  return gapWords(inspection, words).length > 0 ? status.gaps : status.asSpecified;
}

const { baseUrl, format, budget, fixture, ...asked } = options();
const clientId = asked.clientId ?? (await askedFor('Client id: '));
if (clientId === '') giveUp(status.wrongUse, '--client-id takes the id of a service account');
const { inspection, survey } = await inspect(
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
);
const words = wordsIn('inspection') as InspectionWords; // the type is made of the file
const reports = {
  text: () => asText(inspection, words),
  json: () => `${JSON.stringify(inspection, null, 2)}\n`,
  junit: () => asJunit(inspection, words),
};
process.stdout.write(reports[format]());
if (inspection.ended !== null) for (const sentence of sentencesOf(inspection.ended)) say(sentence);
else if (fixture !== undefined) {
  try {
    writeFileSync(fixture, `${JSON.stringify(fixtureOf(survey, inspection.variants), null, 2)}\n`, {
      flag: 'wx',
    });
  } catch (error) {
    giveUp(status.wrongUse, `--write-fixture: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = statusOf(inspection, words);
