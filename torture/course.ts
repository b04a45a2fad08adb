import type { Plan, StepProgress } from '../src/shared/plan.ts';
import { createPlaces } from './colleagues.ts';
import type { TorturedEngine } from './engine.ts';
import type { JournalCopies } from './journal-copies.ts';
import type { MortalEngine } from './mortal-engine.ts';
import type { SimulatedTime } from './simulated-time.ts';
import type { Entry, Traffic } from './traffic.ts';
import type { Witness } from './witness.ts';

export interface RunOptions {
  readonly seed: number;
  readonly steps: number;
  /** The share of requests with a fault. */
  readonly faultRate: number;
  /** How often the process ends during the plan. */
  readonly deaths: number;
  /** Whether others work on the same objects. Default: no. */
  readonly colleagues?: boolean;
  /** How often an older journal is put back. Default: never. */
  readonly restores?: number;
  /** Names of the dialects that the service speaks. Default: none. */
  readonly dialects?: readonly string[];
}

interface CourseDeps {
  readonly random: () => number;
  readonly time: SimulatedTime;
  readonly plan: Plan;
  readonly traffic: Traffic;
  readonly copies: JournalCopies;
  /** Starts an engine on what the journal holds. */
  readonly open: () => MortalEngine;
  /** A person is told of each step that is sent again by their word. */
  readonly again: (step: string) => void;
  /** Who sees what the service keeps, where it speaks a dialect. */
  readonly witness: Witness | null;
}

type Event = 'death' | 'copy' | 'put back';
const longestUntil: Readonly<Record<Event, number>> = { death: 300_000, copy: 120_000, 'put back': 240_000 };
const mostInterventions = 200;
const patience = 60_000; // milliseconds until a person resumes a plan
const restoring = 120_000; // milliseconds that putting back takes. Requests on their way arrive in that time

/** An engine whose process ends, and whose journal is put back. */
function createLife({ random, time, plan, traffic, copies, open, again, witness }: CourseDeps) {
  const faults: string[] = [];
  const person = createPerson(plan, traffic.entries, { again, witness });
  let engine = open();
  let sentAtCopy = 0;
  let last: readonly StepProgress[] | null = null; // as they were when the process ended, until the next one starts

  const steps = (): readonly StepProgress[] => last ?? stepsOf(engine, plan);
  const sent = (): number =>
    traffic.entries.filter(({ tier }) => tier === 'lifecycle' || tier === 'write').length;

  const start = (): void => {
    engine = open();
    last = null;
  };
  const end = (): void => {
    last = steps();
    person.note(last);
    engine.kill();
    // That the journal was put back is noticed.
    const unexpected = engine.complaints.filter((complaint) => !complaint.startsWith('database-older'));
    faults.push(...unexpected.map((complaint) => `complaint: ${complaint}`));
  };

  const putBack = async (): Promise<void> => {
    end();
    const all = random() < 0.3;
    await time.pause(restoring);
    const before = sent();
    copies.putBack({ all });
    start();
    if (all || before === sentAtCopy) return; // no number tells that it is older
    const now = engine.plans.read(plan.id);
    const pause = now.ok ? now.value.pause?.reason : now.error.code;
    if (pause !== 'older') faults.push(`an older journal goes on: ${JSON.stringify(now)}`);
    await time.pause(restoring);
    if (sent() > before) faults.push('an older journal sends by itself');
  };

  const happen = async (event: Event): Promise<void> => {
    if (event === 'put back') return putBack();
    if (event === 'copy') {
      sentAtCopy = sent();
      return copies.take();
    }
    end();
    await time.pause(random() * 10_000);
    start();
  };

  return {
    faults,
    engine: () => engine,
    steps,
    happen,
    /** A person resolves every step whose outcome is unknown. Answers how many there were. */
    askPerson: (): Promise<number> => time.during(person.answer(steps(), engine.plans)),
  };
}

function stepsOf(engine: MortalEngine, plan: Plan): readonly StepProgress[] {
  const all: StepProgress[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = engine.plans.steps({ id: plan.id, cursor });
    if (!page.ok) throw new Error(page.error.code);
    all.push(...page.value.results);
    cursor = page.value.cursor;
  }
  return all;
}

/** An engine carries a plan out while its process ends and its journal is put back. A person resumes it. */
export function createCourse(
  { deaths, restores = 0, colleagues = false }: Pick<RunOptions, 'deaths' | 'restores' | 'colleagues'>,
  deps: CourseDeps,
) {
  const { random, time, plan, witness } = deps;
  const { faults, engine, steps, happen, askPerson } = createLife(deps);
  const events = eventsOf(random, deaths, restores);
  let [interventions, asked] = [0, 0];

  const { pathOf } = createPlaces({ plan, steps });
  const isBlindAt = ({ task }: StepProgress): boolean => {
    const { entries } = deps.traffic;
    if (task.kind === 'createComponent') return isBlind(`${pathOf(task.group)}/component-audits/`, entries);
    if (task.kind !== 'createAudit') return false;
    const own = `${pathOf(task.creation.id)}/`;
    return entries.findLast(({ method, path }) => method === 'GET' && path.endsWith(own))?.fault === 'forged';
  };

  const intervene = async (reply: unknown, giveWay: () => Promise<void>): Promise<void> => {
    interventions += 1;
    if (interventions > mostInterventions)
      throw new Error(
        `It does not end: ${JSON.stringify([reply, steps().filter(({ state }) => state !== 'done')])}`,
      );
    // A false success leaves its step to a person, who has it sent again.
    const unclear = steps().filter(
      (step) => step.state === 'unclear' && step.error?.code !== 'accepted-unseen' && !isBlindAt(step),
    );
    if (restores === 0 && !colleagues && witness === null && unclear.length > 0)
      throw new Error(`unclear: ${JSON.stringify(unclear)}`);
    await time.pause(patience);
    for (const step of steps())
      if (step.state === 'failed' && witness !== null && (await time.during(witness(step))) !== null)
        faults.push(`untrue: ${JSON.stringify(step)} is there`);
    asked += await askPerson();
    await giveWay();
    const { plans } = engine();
    const now = plans.read(plan.id);
    if (!now.ok) throw new Error(now.error.code);
    if (now.value.state === 'running') return;
    const goOn = now.value.state === 'paused' ? plans.resume(plan.id) : plans.retry(plan.id);
    if (!goOn.ok) throw new Error(goOn.error.code);
  };

  return {
    faults,
    engine,
    steps,
    carryOut: async (giveWay: () => Promise<void>): Promise<void> => {
      engine().plans.submit(plan);
      for (;;) {
        const [next] = events;
        const due =
          next === undefined
            ? new Promise<null>(() => {})
            : time.pause(random() * longestUntil[next]).then(() => null);
        const reply = await Promise.race([engine().plans.wait(plan.id), due]);
        if (reply !== null && !reply.ok) throw new Error(reply.error.code);
        const isOver = reply?.value.state === 'ended' && reply.value.counts.done === plan.steps.length;
        if (next !== undefined && (reply === null || (isOver && next === 'put back'))) {
          events.shift();
          await happen(next);
          continue;
        }
        if (isOver) return;
        await intervene(reply, giveWay);
      }
    },
    interventions: () => interventions,
    asked: () => asked,
  };
}

/** Whether nothing proves which component of a group is new: what stood there could not be read before the first was sent, or a look was answered by a lie. */
function isBlind(list: string, entries: readonly Entry[]): boolean {
  const ofList = entries.filter(({ path }) => path.endsWith(list));
  const first = ofList.findIndex(({ method }) => method === 'POST');
  const isRead = ofList
    .slice(0, first)
    .some(({ fault, statuses }) => fault === 'none' && statuses.includes(200));
  return !isRead || ofList.slice(first).some(({ method, fault }) => method === 'GET' && fault === 'forged');
}

/** Deaths, copies, and a return of each copy, in random order. */
function eventsOf(random: () => number, deaths: number, restores: number): Event[] {
  let [dying, restoredLater] = [deaths, restores];
  const events: Event[] = [];
  while (dying + restoredLater > 0)
    if (random() * (dying + restoredLater) < dying) {
      dying -= 1;
      events.push('death');
    } else {
      restoredLater -= 1;
      const between = dying > 0 && random() < 0.5;
      if (between) dying -= 1;
      events.push('copy', ...(between ? (['death'] as const) : []), 'put back');
    }
  return events;
}

/** A person who knows what the service was asked for, and resolves each step whose outcome is unknown. */
interface Person {
  /** Remembers the outcome of each step, as Activity shows it. */
  readonly note: (steps: readonly StepProgress[]) => void;
  /** Resolves every step whose outcome is unknown, and answers how many there were. */
  readonly answer: (steps: readonly StepProgress[], plans: TorturedEngine['plans']) => Promise<number>;
}

function createPerson(
  { id: plan }: Plan,
  entries: readonly Entry[],
  { again, witness }: Pick<CourseDeps, 'again' | 'witness'>,
): Person {
  const known = new Map<string, string>(); // what each step created, by its key
  const createsComponent = ({ task }: StepProgress): boolean => task.kind === 'createComponent';

  /** Which candidate the step created: the one that was noted, else one of ours that no other step created. */
  const objectOf = (step: StepProgress, steps: readonly StepProgress[]): string | undefined => {
    if (!createsComponent(step)) return undefined;
    const creations = steps.filter((other) => other.key !== step.key && createsComponent(other));
    const taken = new Set(creations.map(({ result }) => result));
    const free = step.candidates.filter((candidate) => !taken.has(candidate));
    const noted = known.get(step.key);
    if (noted !== undefined && free.includes(noted)) return noted;
    const ours = new Set(entries.flatMap(({ created }) => created));
    const others = new Set(known.values());
    return free.find((candidate) => ours.has(candidate) && !others.has(candidate));
  };

  const note = (steps: readonly StepProgress[]): void => {
    for (const { key, result, ...step } of steps)
      if (result !== null && createsComponent({ key, result, ...step })) known.set(key, result);
  };
  return {
    note,
    answer: async (steps, plans) => {
      note(steps);
      const unclear = steps.filter(({ state }) => state === 'unclear');
      const now = [...steps];
      for (const step of unclear) {
        const object = witness === null ? objectOf(step, now) : ((await witness(step)) ?? undefined);
        if (object === undefined) again(step.key);
        const said = plans.settle(
          object === undefined
            ? { id: plan, step: step.key, as: 'again' }
            : { id: plan, step: step.key, as: 'done', object },
        );
        if (!said.ok) throw new Error(`not settled: ${JSON.stringify([step, object, said.error])}`);
        if (object !== undefined) {
          known.set(step.key, object);
          now.push({ ...step, result: object });
        }
      }
      return unclear.length;
    },
  };
}
