import { queryOptions } from '@tanstack/react-query';
import type { BridgeInput, BridgeOutput, OpenOperation } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import { call, unwrap } from './call.ts';

/** Asks for a reading: the service, by `call`, or the offline copy. */
export type Ask = <Name extends OpenOperation>(
  operation: Name,
  input: BridgeInput<Name>,
) => Promise<Reply<BridgeOutput<Name>>>;

/** A value of the offline copy. */
export interface Cached<Value> {
  readonly value: Value;
  /** When the oldest part of it was answered, in milliseconds since 1970. */
  readonly at: number;
}

/** Reads from the offline copy alone; what is not in it fails as `not-found-here`. */
export async function readCached<Value>(read: (ask: Ask) => Promise<Value>): Promise<Cached<Value>> {
  let at = Number.POSITIVE_INFINITY;
  const ask: Ask = async <Name extends OpenOperation>(operation: Name, input: BridgeInput<Name>) => {
    const { connection, ...request } = input;
    const reply = await call('cached.read', { connection, request: { operation, ...request } });
    if (!reply.ok) return reply;
    if (reply.value === null) return { ok: false, error: { code: 'not-found-here' } };
    at = Math.min(at, reply.value.at);
    // Main has read it by the schema of this very operation.
    return { ok: true, value: reply.value.value as BridgeOutput<Name> };
  };
  const value = await read(ask);
  return { value, at };
}

/** The query key of the offline copy of what another query reads. */
export function cachedKey(queryKey: readonly unknown[]): readonly unknown[] {
  return ['kept', ...queryKey];
}

/** The offline copy of one object; null where there is none. */
export function cachedOptions<Value>(queryKey: readonly unknown[], read: (ask: Ask) => Promise<Value>) {
  return queryOptions({
    queryKey: cachedKey(queryKey),
    queryFn: () => readCached(read).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** When a connection was last answered, also before the app was started; null where it never was. Read anew each time. */
export function lastAnswerOptions(connection: string) {
  return queryOptions({
    queryKey: ['last-answer', connection],
    queryFn: async () => (await unwrap(call('cached.newest', { connection }))).at,
    staleTime: 0,
  });
}
