import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createApp, type Desktop } from '../src/main/app.ts';
import type { Clock } from '../src/main/clock.ts';
import type { Demonstration } from '../src/main/connections/demonstration.ts';
import { type QuestionTexts, questionWords } from '../src/main/desktop/question-words.ts';
import { createUpdates, type UpdateWishes, updateRule } from '../src/main/desktop/updates.ts';
import type { Place } from '../src/main/desktop/windows.ts';
import { openLog } from '../src/main/diagnostics/log.ts';
import { createRedactors } from '../src/main/diagnostics/redaction.ts';
import { aboutThis } from '../src/main/diagnostics/versions.ts';
import { certificateOf } from '../src/main/inspection/certificate.ts';
import type { InspectionWords } from '../src/main/inspection/report.ts';
import { readPolicy } from '../src/main/policy/policy.ts';
import { forkTables } from '../src/main/tables/fork-tables.ts';
import { createFakeKeytar } from '../src/main/testing/keytar.ts';
import { succeed } from '../src/shared/error.ts';
import { choose, type Language } from '../src/words/language.ts';
import type { Service } from './service.ts';
import { openService } from './service-inside.ts';

// Main without Electron, for the tests of screens: a clock that can be put forward, a person who answers, a keychain in memory.

const root = join(import.meta.dirname, '..');

/** What a file of words says in a language; the app has it from a glob, which only its build knows. */
const wordsIn = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(join(root, 'src/words', language, file), 'utf8'));
const languages = readdirSync(join(root, 'src/words'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: id }) => ({ ...(wordsIn(id, 'language.json') as Language), id }));

/** A clock that goes on by itself and can be put forward. */
function createMovableClock(): Clock & {
  readonly putForward: (milliseconds: number) => void;
  /** Nothing is due any more, as in a process that has ended. */
  readonly stop: () => void;
} {
  let ahead = 0;
  let isStopped = false;
  const waiting = new Set<{ readonly due: number; readonly call: () => void; timer: NodeJS.Timeout }>();
  const monotonic = (): number => performance.now() + ahead;
  const arm = (due: number, call: () => void): NodeJS.Timeout =>
    setTimeout(call, Math.min(Math.max(0, due - monotonic()), 2 ** 31 - 1));
  return {
    wall: () => Date.now() + ahead,
    monotonic,
    schedule: (milliseconds, callback) => {
      const due = monotonic() + milliseconds;
      const call = (): void => {
        waiting.delete(entry);
        callback();
      };
      const entry = { due, call, timer: arm(due, call) };
      waiting.add(entry);
      if (isStopped) clearTimeout(entry.timer);
      return () => {
        clearTimeout(entry.timer);
        waiting.delete(entry);
      };
    },
    putForward: (milliseconds) => {
      ahead += milliseconds;
      for (const entry of waiting) {
        clearTimeout(entry.timer);
        entry.timer = arm(entry.due, entry.call);
      }
    },
    stop: () => {
      isStopped = true;
      for (const entry of waiting) clearTimeout(entry.timer);
    },
  };
}

/** A person at the computer: what they are asked in dialogs of the system, and which files they choose. */
function createPerson(userData: string) {
  const asked: string[] = [];
  let agrees = true;
  let opening: string | null = null;
  return {
    asked,
    chooseToOpen: (path: string) => {
      opening = path;
    },
    answerWith: (answer: boolean) => {
      agrees = answer;
    },
    ask: async (question: Parameters<typeof questionWords>[0], language: string): Promise<boolean> => {
      const { questions } = wordsIn(language, 'desktop.json') as { questions: QuestionTexts };
      const { message, detail } = questionWords(question, questions);
      asked.push(`${message}\n${detail}`);
      return agrees;
    },
    chooseEvidence: async () => join(userData, '..', 'trail.jsonl'),
    chooseFile: async (name: string) => join(userData, '..', name),
    chooseOpening: async () => opening,
  };
}

/** What was sent as a secret or came as a token, to be looked for afterwards where it must not be. */
async function secretsOf(url: string, init: RequestInit, response: Response): Promise<readonly string[]> {
  if (!url.endsWith('/oauth/token/')) return [];
  const sent = typeof init.body === 'string' ? new URLSearchParams(init.body).get('client_secret') : null;
  const content: unknown = await response.json().catch(() => null); // a fault of the test's: no token
  const token =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'access_token') : undefined;
  // The app uses no token shorter than 20, which may be a word.
  return [sent, typeof token === 'string' && token.length >= 20 ? token : null].filter(
    (each) => each !== null && each.length >= 8,
  ) as string[]; // what is null is left out
}

/** The demonstration service, in this process as the sandbox of a test is. */
function createDemonstration(): Demonstration & { readonly ended: () => Promise<void> } {
  let running: Promise<Service> | null = null;
  let ended = Promise.resolve();
  return {
    start: async () => {
      running ??= openService();
      const { baseUrl, clientId, clientSecret: secret } = await running;
      return succeed({ baseUrl, clientId, secret });
    },
    stop: () => {
      ended = Promise.resolve(running).then((service) => service?.end());
      running = null;
    },
    ended: () => ended,
  };
}

export interface MainOptions {
  /** The system's language, BCP 47; `en-US` unless given. */
  readonly locale?: string;
  /** How long what is deleted can be undone before it is sent; not at all unless given. */
  readonly undoMilliseconds?: number;
  /** The text of a policy of the machine. */
  readonly policy?: string;
  /** What was said about updates where the app was started; nothing unless given. */
  readonly updates?: Partial<Pick<UpdateWishes, 'commandLine' | 'environment' | 'feed'>>;
}

export type Main = ReturnType<typeof openMain>;

/** Main's own code in this process, on a computer that has nothing of Electron; its files are in this folder. */
export function openMain(userData: string, options: MainOptions) {
  const { locale = 'en-US', policy = null, undoMilliseconds = 0 } = options;
  const clock = createMovableClock();
  const redactors = createRedactors();
  const log = openLog(join(userData, 'logs'), 'debug', redactors.all, () => new Date(clock.wall()));
  const person = createPerson(userData);
  const machine = readPolicy(
    { path: 'policy.json', read: () => policy },
    languages.map(({ id }) => id),
  );
  const demonstration = createDemonstration();
  const secrets: string[] = [];
  let isCutOff = false;
  const never = new Promise<never>(() => {});
  const asked = new Set<Promise<unknown>>();
  const until = (answer: Promise<unknown>): void => {
    asked.add(answer);
    const forget = () => asked.delete(answer);
    answer.then(forget, forget);
  };
  const app = createApp(
    {
      folder: userData,
      clock,
      fetch: async (url, init) => {
        if (isCutOff) return never;
        const answer = fetch(url, init);
        until(answer.then((head) => head.clone().arrayBuffer()));
        const response = await answer;
        secrets.push(...(await secretsOf(url, init, response.clone())));
        return isCutOff ? never : response;
      },
      certificate: (baseUrl) => certificateOf(baseUrl, 'node'),
      random: Math.random,
      newId: randomUUID,
      version: '0.1.0',
      locale: () => locale,
      person: 'anna',
      undoMilliseconds,
      log,
      redactors,
      languages: languages.map(({ id }) => id),
      languageFor: (chosen) => choose(languages, chosen, locale),
      inspectionWords: (language) => wordsIn(language, 'screens/inspection.json') as InspectionWords,
      policy: machine,
      keychain: { load: async () => keytarOf(userData), service: 'Audit Desk' },
      offlineKey: async () => Buffer.alloc(32, 'k'),
      demonstration: () => demonstration,
      tableProcess: forkTables,
      ask: person.ask,
    },
    (fault) => {
      throw fault;
    },
  );
  if (app === null) throw new Error('The files could not be opened.');
  /** From now on nothing is sent, and nothing heard. */
  const cutOff = (): void => {
    isCutOff = true;
  };
  /** Ends it, and whatever of it would go on in this process. */
  const end = async (): Promise<void> => {
    const closing = app.close();
    if (isCutOff) clock.putForward(60_000); // nobody waits for answers
    await closing;
    cutOff();
    clock.stop();
    await demonstration.ended();
  };
  /** Puts its clock forward while the service is asked nothing: that answers in the machine's time, and would seem not to answer. */
  const putForward = async (seconds: number): Promise<void> => {
    while (asked.size > 0) {
      await Promise.allSettled(asked);
      await setImmediate(); // for the app to read the answer, and to ask the next
    }
    clock.putForward(seconds * 1_000);
  };
  const putKeychain = keytarOf(userData).put;
  return { app, putForward, putKeychain, cutOff, end, log, person, policy: machine, secrets };
}

/** Where main keeps secrets in these tests: one keychain a folder, so that what starts again finds them. */
type FakeKeytar = ReturnType<typeof createFakeKeytar>;
const keychains = new Map<string, FakeKeytar>();
function keytarOf(userData: string): FakeKeytar {
  const keytar = keychains.get(userData) ?? createFakeKeytar();
  keychains.set(userData, keytar);
  return keytar;
}

/** The files of main as they are at this moment, in a folder of their own, with the keychain beside it. */
export function copyOf(userData: string): string {
  const copy = `${userData}-left`;
  cpSync(userData, copy, { recursive: true }); // in one go: nothing is written meanwhile
  keychains.set(copy, keytarOf(userData));
  return copy;
}

/** What the interface can have this computer do. */
export function desktopOf(
  { app, log, person, policy }: Main,
  { updates: said = {} }: MainOptions,
  openWindow: (place: Place) => void,
): Desktop {
  const { chooseEvidence, chooseFile, chooseOpening } = person;
  return {
    chooseEvidence,
    chooseFile,
    chooseOpening,
    ...aboutThis('0.1.0', join(root, 'out/main')),
    windows: {
      open: (place) => {
        openWindow(place);
        return true;
      },
      forget: () => {},
    },
    updates: createUpdates({
      rule: () =>
        updateRule({
          commandLine: null,
          environment: null,
          feed: null,
          ...said,
          policy: policy.updates,
          person: app.preferences.read().updates,
        }),
      isOwnCopy: false,
      load: () => Promise.reject(new Error('There are none.')),
      release: () => Promise.reject(new Error('There is none.')),
      version: '0.1.0',
      now: app.now,
      log,
    }),
    restart: () => {},
    pageOf: () => null,
  };
}
