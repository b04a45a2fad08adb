import { queryOptions } from '@tanstack/react-query';
import type { BridgeInput, BridgeOutput, OpenOperation } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import { call, unwrap } from './call.ts';

/** Asks for a reading: the service, by `call`, or what is kept of its last answers. */
export type Ask = <Name extends OpenOperation>(
  operation: Name,
  input: BridgeInput<Name>,
) => Promise<Reply<BridgeOutput<Name>>>;

/** What the service answered when it was last asked, for as long as it has not answered anew. */
export interface Kept<Value> {
  readonly value: Value;
  /** When the oldest part of it was answered, in milliseconds since 1970. */
  readonly at: number;
}

/** Reads by what is kept on this computer alone; what of it is not kept fails as `not-found-here`. */
export async function readKept<Value>(read: (ask: Ask) => Promise<Value>): Promise<Kept<Value>> {
  let at = Number.POSITIVE_INFINITY;
  const ask: Ask = async <Name extends OpenOperation>(operation: Name, input: BridgeInput<Name>) => {
    const { connection, ...request } = input;
    const reply = await call('kept.read', { connection, request: { operation, ...request } });
    if (!reply.ok) return reply;
    if (reply.value === null) return { ok: false, error: { code: 'not-found-here' } };
    at = Math.min(at, reply.value.at);
    // Main has read it by the schema of this very operation.
    return { ok: true, value: reply.value.value as BridgeOutput<Name> };
  };
  const value = await read(ask);
  return { value, at };
}

/** Where the kept version of what another query reads is held. */
export function keptKey(queryKey: readonly unknown[]): readonly unknown[] {
  return ['kept', ...queryKey];
}

/** The kept version of one object; null where there is none. */
export function keptOptions<Value>(queryKey: readonly unknown[], read: (ask: Ask) => Promise<Value>) {
  return queryOptions({
    queryKey: keptKey(queryKey),
    queryFn: () => readKept(read).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** When a connection was answered last, also before the app was started, as it is when somebody looks; null where it never was. */
export function lastAnswerOptions(connection: string) {
  return queryOptions({
    queryKey: ['last-answer', connection],
    queryFn: async () => (await unwrap(call('kept.newest', { connection }))).at,
    staleTime: 0,
  });
}
