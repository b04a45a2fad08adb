import type { z } from 'zod';
import {
  type BridgeInput,
  type BridgeOutput,
  type LocalOperation,
  type LocalOperations,
  localOperations,
  type OpenOperation,
  openInput,
  openOperations,
} from '../shared/bridge.ts';
import { fail, type Reply } from '../shared/error.ts';
import type { Log } from './log.ts';
import { isPlainData } from './plain-data.ts';
import type { Redactor } from './redaction.ts';

/** One handler for each operation of this app; a missing one does not compile. */
export type LocalHandlers = {
  readonly [Name in LocalOperation]: (
    input: z.output<LocalOperations[Name]['input']>,
    /** The page that asks, by Electron's number; null for whoever is none. */
    from: number | null,
  ) => Promise<Reply<BridgeOutput<Name>>> | Reply<BridgeOutput<Name>>;
};

/** Carries out any operation of the service that the interface may name. */
export type OpenHandler = (name: OpenOperation, input: BridgeInput<OpenOperation>) => Promise<Reply<unknown>>;

interface Surroundings {
  readonly local: LocalHandlers;
  readonly open: OpenHandler;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly newId: () => string;
}

export type Dispatch = (operation: unknown, input: unknown, from?: number) => Promise<Reply<unknown>>;

const largestInput = 1024 * 1024; // bytes
// A plan has up to 10,000 steps, and a creation that fills its fields takes some 2 KiB.
const largestPlan = 24 * 1024 * 1024;
const takesMuch: readonly unknown[] = [
  'plans.submit',
  'plans.estimate',
  'table.export', // of the steps of such a plan
] satisfies readonly LocalOperation[];

/**
 * The one way in from the interface: an operation of the contract, an input that its schema takes, an answer that its
 * schema gives. Never throws; a failure is plain data without stack, path, token or secret.
 */
export function createDispatch({ local, open, log, redactor, newId }: Surroundings): Dispatch {
  const carryOut = async (
    operation: unknown,
    input: unknown,
    from: number | null,
  ): Promise<Reply<unknown>> => {
    const limit = takesMuch.includes(operation) ? largestPlan : largestInput;
    if (!isPlainData(input, limit)) return fail('invalid-input');
    const openName = openOperations.find((name) => name === operation);
    if (openName !== undefined) {
      const parsed = openInput(openName).safeParse(input);
      if (!parsed.success) return invalidInput(parsed.error);
      // The schema of the very operation has just accepted it.
      return open(openName, parsed.data as BridgeInput<OpenOperation>);
    }
    if (!isLocal(operation)) return fail('invalid-input');
    const row = localOperations[operation];
    const parsed = row.input.safeParse(input);
    if (!parsed.success) return invalidInput(parsed.error);
    // `local` has, under each name, the handler of that name's parsed input: a pairing that the index type loses.
    const handler = local[operation] as (
      input: unknown,
      from: number | null,
    ) => Promise<Reply<unknown>> | Reply<unknown>;
    const reply = await handler(parsed.data, from);
    return reply.ok ? { ok: true, value: row.output.parse(reply.value) } : reply;
  };

  return async (operation, input, from) => {
    try {
      const reply = await carryOut(operation, input, from ?? null);
      // A service may repeat a token or a secret in its words.
      return reply.ok ? reply : { ok: false, error: redactor.redactValues(reply.error) };
    } catch (fault) {
      const requestId = newId();
      log.error('dispatch-failed', {
        requestId,
        operation,
        fault,
        stack: fault instanceof Error ? fault.stack : null,
      });
      return fail('internal', { requestId });
    }
  };
}

function isLocal(operation: unknown): operation is LocalOperation {
  return typeof operation === 'string' && Object.hasOwn(localOperations, operation);
}

function invalidInput(error: z.ZodError): Reply<never> {
  const fields = Object.groupBy(error.issues, (issue) => issue.path.join('.'));
  return fail('invalid-input', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, issues = []]) => [field, issues.map(({ code }) => code)]),
    ),
  });
}
