import type { Bridge, BridgeInput, BridgeOperation, BridgeOutput, Call } from '../../shared/bridge.ts';
import type { AppError, Reply } from '../../shared/error.ts';

declare global {
  interface Window {
    /** What the preload exposes; absent in a page that the app did not open. */
    readonly auditDesk?: Bridge;
  }
}

/** The one way to the main process. It always answers with a `Reply`: a bridge that throws is an `internal` error. */
export const call: Call = async <Name extends BridgeOperation>(operation: Name, input: BridgeInput<Name>) => {
  try {
    // The main process has checked the answer against the schema of this operation (shared/bridge.ts).
    return (await window.auditDesk?.call(operation, input)) as Reply<BridgeOutput<Name>>;
  } catch {
    return { ok: false, error: { code: 'internal' } };
  }
};

/** A failed reply on its way through react-query, which knows failures only as something thrown. */
export class CallFailure extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.name = 'CallFailure';
    this.error = error;
  }
}

/** The value of a reply; a failure is thrown as a `CallFailure`. For functions of queries and mutations only. */
export async function unwrap<Value>(reply: Promise<Reply<Value>>): Promise<Value> {
  const settled = await reply;
  if (settled.ok) return settled.value;
  throw new CallFailure(settled.error);
}

/** The failure behind what a query or mutation reports as its error. */
export function errorOf(cause: unknown): AppError {
  return cause instanceof CallFailure ? cause.error : { code: 'internal' };
}
