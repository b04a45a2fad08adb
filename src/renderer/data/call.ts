import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Bridge, BridgeInput, BridgeOperation, BridgeOutput, Call } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';
import { allMessages } from '../messages/language.ts';

declare global {
  interface Window {
    /** What the preload exposes; absent in a page that the app did not open. */
    readonly auditDesk?: Bridge;
  }
}

/** The one way to the main process. It always answers with a `Reply`: a bridge that throws is an `internal` error. */
export const call: Call = async <Name extends BridgeOperation>(operation: Name, input: BridgeInput<Name>) => {
  const reply = await replyOf(operation, input);
  // The first screen starts without the words of failures: they are loaded before it hears of one.
  if (!reply.ok) await allMessages().catch(() => undefined);
  return reply;
};

async function replyOf<Name extends BridgeOperation>(operation: Name, input: BridgeInput<Name>) {
  try {
    // The main process has checked the answer against the schema of this operation (shared/bridge.ts).
    return (await window.auditDesk?.call(operation, input)) as Reply<BridgeOutput<Name>>;
  } catch {
    return { ok: false, error: { code: 'internal' } } as const;
  }
}

/** Reads a query again once main has changed what it shows. */
export async function thenReadAgain<Value>(
  client: QueryClient,
  queryKey: QueryKey,
  change: Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  const reply = await change;
  if (reply.ok) await client.invalidateQueries({ queryKey });
  return reply;
}

/** A failed reply on its way through react-query, which knows failures only as something thrown. */
export class CallFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.name = 'CallFailure';
    this.error = error;
  }
}

export async function unwrap<Value>(reply: Promise<Reply<Value>>): Promise<Value> {
  const settled = await reply;
  if (settled.ok) return settled.value;
  throw new CallFailure(settled.error);
}

export function errorOf(cause: unknown): AppError {
  return cause instanceof CallFailure ? cause.error : { code: 'internal' };
}

/**
 * Server state. Main alone retries, so nothing here does; nothing is asked again because a window got the focus.
 * The key of whatever belongs to a connection starts with the connection's id: `[connection, 'audits', …]`.
 */
export function createQueryClient(): QueryClient {
  // What is changed is drawn before the next key or click, which may build on it; a timer would come after that.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
