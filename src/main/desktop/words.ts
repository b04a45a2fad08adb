import type { FaultReason } from '../../shared/failures.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { planAct } from '../../shared/rules/plans/plan.ts';
import type english from '../../words/en-us/desktop.json';
import type planWords from '../../words/en-us/screens/plans.json';
import type commands from '../../words/en-us/start/commands.json';
import { fill } from '../../words/language.ts';
import { byLanguage, localeOf } from '../../words/languages.ts';
import { endOf } from '../bridge/plan-notifications.ts';
import type { InspectionWords } from '../inspection/report.ts';
import { MigrationFailed, NotOpened } from '../storage/database.ts';
import { diskReason } from '../storage/disk-fault.ts';
import type { AskedWords, ChoiceWords } from './ask.ts';
import type { PlansState } from './background.ts';
import type { Refusal } from './start-guard.ts';

// What is said outside of any page. Main needs few words, at once and before there is a window: no library, all languages.

type DesktopWords = typeof english;
type CommandWords = typeof commands;

const said = byLanguage(
  import.meta.glob<DesktopWords>('./*/desktop.json', { base: '../../words', eager: true, import: 'default' }),
);
const commandsSaid = byLanguage(
  import.meta.glob<CommandWords>('./*/start/commands.json', {
    base: '../../words',
    eager: true,
    import: 'default',
  }),
);

const inspections = byLanguage(
  import.meta.glob<InspectionWords>('./*/screens/inspection.json', {
    base: '../../words',
    eager: true,
    import: 'default',
  }),
);
const verbs = byLanguage(
  import.meta.glob<(typeof planWords)['verb']>('./*/screens/plans.json', {
    base: '../../words',
    eager: true,
    import: 'verb',
  }),
);

export function desktopWords(language: string): DesktopWords {
  return of(said, language);
}

/** What the commands are called: the same words as in the interface. */
export function commandWords(language: string): CommandWords {
  return of(commandsSaid, language);
}

/** What the report of an inspection says: the same words as its screen. */
export function inspectionWords(language: string): InspectionWords {
  return of(inspections, language);
}

function of<Words>(files: Readonly<Record<string, Words>>, language: string): Words {
  const words = files[language];
  if (words === undefined) throw new Error(`there are no words in ${language}`);
  return words;
}

/** The plural form of a text, filled in; `key` is its name without the form. */
function counted<Key extends string>(
  language: string,
  texts: Readonly<Record<string, string>> & Readonly<Record<`${Key}_other`, string>>,
  key: Key,
  values: Parameters<typeof fill>[1] & { readonly count: number },
): string {
  const forms: Readonly<Record<string, string>> = texts;
  const form = new Intl.PluralRules(language).select(values.count);
  return fill(forms[`${key}_${form}`] ?? '', values);
}

const causeOf: Readonly<Partial<Record<FaultReason, keyof DesktopWords['notOpened']>>> = {
  'journal-in-use': 'in-use',
  'journal-read-only': 'read-only',
  'journal-disk-full': 'disk-full',
};

/** Why the app was not started with something, on one line, whatever that is called. */
export function refusedStart(language: string, { name }: Refusal): string {
  const named = name.replaceAll(/\p{C}/gu, '?').slice(0, 100);
  return fill(desktopWords(language).refusedStart, { name: named });
}

/** Why the app cannot start, what to do, and which file it is about. */
export function storeFault(language: string, folder: string, fault: unknown): string {
  const { notOpened, notMigrated } = desktopWords(language);
  const [path, cause] = fault instanceof NotOpened ? [fault.path, fault.cause] : [folder, fault];
  if (cause instanceof MigrationFailed) return `${notMigrated}\n${cause.backup}`;
  const reason = diskReason(cause);
  return `${notOpened[(reason === null ? null : causeOf[reason]) ?? 'unknown']}\n${path}`;
}

/** The same on one line for the terminal, with the words of the system. */
export function storeFaultLine(folder: string, fault: unknown): string {
  let cause = fault;
  while (cause instanceof Error && cause.cause instanceof Error) ({ cause } = cause);
  const line = `${storeFault('en-us', folder, fault)} (${String(cause)})`;
  return `${line.replaceAll(/\p{C}+/gu, ' ')}\n`;
}

/** What a person is told after a crash. `logs` is the folder of logs. */
export function crashWords(language: string, startsAgain: boolean, logs: string): string {
  const { again, ends } = desktopWords(language).crash;
  return startsAgain ? again : `${ends}\n${logs}`;
}

/** What a plan does: the same words as in the interface. */
function planName(plan: PlanProgress, language: string): string {
  const { verb, count, name, at } = planAct(plan);
  const forms = of(verbs, language)[verb];
  const number = count.toLocaleString(localeOf(language));
  const words = fill(count === 1 ? forms.one : forms.many, { name: name ?? '', number });
  return at === null ? words : `${words} · ${at}`;
}

/** The question before plans are interrupted; `writesProduction` where one needs permission again afterwards. */
export function quitWords(
  plans: readonly PlanProgress[],
  writesProduction: boolean,
  language: string,
): AskedWords {
  const { menu, plans: words } = desktopWords(language);
  const { goesOn, production, stay } = words;
  return {
    message: counted(language, words, 'underWay', {
      count: plans.length,
      title: plans[0] === undefined ? '' : planName(plans[0], language),
      decided: sum(plans, ({ counts }) => total(counts) - counts.waiting - counts.sending - counts.resolving),
      all: sum(plans, ({ counts }) => total(counts)),
    }),
    detail: writesProduction ? `${goesOn}\n${production}` : goesOn,
    yes: menu.quit,
    no: stay,
  };
}

/** The same where the last window is closed, with whether they are to go on without one. */
export function closingWords(
  plans: readonly PlanProgress[],
  writesProduction: boolean,
  language: string,
): ChoiceWords {
  const { stays, background, pauseAndQuit } = desktopWords(language).plans;
  const { message, detail, no } = quitWords(plans, writesProduction, language);
  return { message, detail: `${stays}\n${detail}`, answers: [background, pauseAndQuit], no };
}

/** The notification of a plan that needs somebody. */
export function needWords(
  plan: PlanProgress,
  language: string,
): { readonly title: string; readonly body: string } {
  const words = desktopWords(language).plans;
  return { title: fill(words.needsYou, { title: planName(plan, language) }), body: words.needsBody };
}

/** What the icon of the system says of plans. */
export function plansStateWords({ kind, decided, all, readyAt }: PlansState, language: string): string {
  const { needs, until, ...states } = desktopWords(language).tray;
  if (kind === 'needs-you') return needs;
  const state = fill(states[kind], { decided, all });
  if (readyAt === null) return state;
  const time = new Date(readyAt).toLocaleString(localeOf(language), {
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return `${state}, ${fill(until, { time })}`;
}

/** The notification of plans that ended alike. */
export function endWords(
  plans: readonly PlanProgress[],
  language: string,
): { readonly title: string; readonly body: string } {
  const words = desktopWords(language).plans;
  const [first] = plans;
  const values = {
    count: plans.length,
    title: first === undefined ? '' : planName(first, language),
    all: sum(plans, ({ counts }) => total(counts)),
    done: sum(plans, ({ counts }) => counts.done),
    failed: sum(plans, ({ counts }) => counts.failed + counts.blocked),
    unclear: sum(plans, ({ counts }) => counts.unclear),
  };
  const end = first === undefined ? 'done' : endOf(first);
  return { title: counted(language, words, 'ended', values), body: fill(words[end], values) };
}

function sum(plans: readonly PlanProgress[], number: (plan: PlanProgress) => number): number {
  return plans.reduce((all, plan) => all + number(plan), 0);
}

function total(counts: PlanProgress['counts']): number {
  return Object.values(counts).reduce((all, each) => all + each, 0);
}
