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
} from '../../shared/bridge.ts';
import { AppError, fail, type Reply } from '../../shared/error.ts';
import { prototypeKeys } from '../../shared/model/tolerant.ts';
import type { Log } from '../diagnostics/log.ts';
import { diskReason } from '../storage/disk-fault.ts';

/** One handler for each operation of this app; a missing one does not compile. */
export type LocalHandlers = {
  readonly [Name in LocalOperation]: (
    input: z.output<LocalOperations[Name]['input']>,
    /** Electron's number of the page that asks; null where no page does. */
    from: number | null,
    /** Aborted when that page is gone. */
    gone?: AbortSignal,
  ) => Promise<Reply<BridgeOutput<Name>>> | Reply<BridgeOutput<Name>>;
};

export type OpenHandler = (name: OpenOperation, input: BridgeInput<OpenOperation>) => Promise<Reply<unknown>>;

interface Deps {
  readonly local: LocalHandlers;
  readonly open: OpenHandler;
  readonly log: Log;
  readonly newId: () => string;
}

export type Dispatch = (
  operation: unknown,
  input: unknown,
  from?: number,
  gone?: AbortSignal,
) => Promise<Reply<unknown>>;

const largestInput = 1024 * 1024; // bytes
// A plan has up to 10,000 steps, and a creation that fills its fields takes some 2 KiB.
const largestPlan = 24 * 1024 * 1024;
const takesMuch: readonly unknown[] = [
  'plans.submit',
  'plans.bring',
  'table.add', // a row may have long texts in all its columns
  'import.drop', // a part of a file
  'import.facts',
  'import.check',
] satisfies readonly LocalOperation[];

/**
 * The one way in from the interface: an operation of the contract, its input and its answer checked by their schemas. Never throws; a
 * failure is plain data without stack, path, token or secret.
 */
export function createDispatch({ local, open, log, newId }: Deps): Dispatch {
  const carryOut = async (
    operation: unknown,
    input: unknown,
    from: number | null,
    gone?: AbortSignal,
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
    // Each handler takes the parsed input of its own operation; the index type loses that.
    const handler = local[operation] as (
      input: unknown,
      from: number | null,
      gone?: AbortSignal,
    ) => Promise<Reply<unknown>> | Reply<unknown>;
    const reply = await handler(parsed.data, from, gone);
    return reply.ok ? { ok: true, value: row.output.parse(reply.value) } : reply;
  };

  return async (operation, input, from, gone) => {
    try {
      const reply = await carryOut(operation, input, from ?? null, gone);
      return reply.ok ? reply : { ok: false, error: AppError.parse(reply.error) };
    } catch (fault) {
      const requestId = newId();
      log.error('dispatch-failed', {
        requestId,
        operation,
        fault,
        stack: fault instanceof Error ? fault.stack : null,
      });
      const reason = diskReason(fault);
      if (reason !== null) return fail('not-saved', { reason, requestId });
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

const deepest = 64;

/**
 * Whether a value that came over the bridge is plain data: null, booleans, finite numbers, texts, and lists and objects of
 * them, without cycles and holes, at most 64 levels deep, without keys that reach a prototype, and of at most `limit` bytes as JSON.
 */
export function isPlainData(value: unknown, limit: number): boolean {
  const above = new Set<object>(); // the objects around the one looked at: finding one of them again is a cycle
  let size = 0;

  const spend = (bytes: number): boolean => {
    size += bytes;
    return size <= limit;
  };

  const isPlain = (part: unknown): boolean => {
    if (part === null || part === undefined || typeof part === 'boolean') return spend(5);
    if (typeof part === 'string') return spend(Buffer.byteLength(part) + 2);
    if (typeof part === 'number') return Number.isFinite(part) && spend(8);
    return typeof part === 'object' && isPlainObject(part);
  };

  const isPlainObject = (part: object): boolean => {
    if (above.has(part) || above.size >= deepest || !spend(2)) return false;
    above.add(part);
    const plain = Array.isArray(part) ? isPlainList(part) : isPlainRecord(part);
    above.delete(part);
    return plain;
  };

  const isPlainList = (list: readonly unknown[]): boolean => {
    for (let at = 0; at < list.length; at += 1)
      if (!Object.hasOwn(list, at) || !isPlain(list[at])) return false; // one with holes is long without being big
    return Object.keys(list).length === list.length;
  };

  const isPlainRecord = (part: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(part);
    if (prototype !== Object.prototype && prototype !== null) return false;
    const keys = Object.keys(part);
    if (keys.length > limit) return false;
    return keys.every(
      (key) => !prototypeKeys.includes(key) && isPlain(key) && isPlain(Reflect.get(part, key)),
    );
  };

  return isPlain(value);
}
