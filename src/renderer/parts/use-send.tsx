import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AppError, Reply } from '../../shared/error.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';

interface Sending {
  /**
   * Sends a request, and calls `done` when it succeeded, then `goOn` for a person who is still there: whoever has left is not taken
   * elsewhere. Of a second call meanwhile see `SendOptions`.
   */
  readonly send: <Value>(
    request: () => Promise<Reply<Value>>,
    done: (value: Value) => void,
    goOn?: (value: Value) => void,
  ) => Promise<void>;
  readonly isSending: boolean;
  readonly failure: AppError | null;
  readonly notice: ReactNode;
  /** Hides the failure, once the input has changed. */
  readonly forget: () => void;
}

interface SendOptions {
  /** A second call meanwhile takes the place of the first, whose answer then counts for nothing; otherwise it does nothing. */
  readonly lastCounts?: boolean;
}

/** One request at a time, from a dialog or page that shows why it failed. */
export function useSend({ lastCounts = false }: SendOptions = {}): Sending {
  const describe = useErrorWords();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const underway = useRef<object | null>(null); // a second press may come before the first is drawn
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  return {
    send: async (request, done, goOn) => {
      if (underway.current !== null && !lastCounts) return;
      const own = {};
      underway.current = own;
      setSending(true);
      const end = () => {
        if (underway.current !== own) return false;
        underway.current = null;
        setSending(false);
        return true;
      };
      const reply = await request().catch((error: unknown) => {
        end();
        throw error;
      });
      if (!end()) return;
      setFailure(reply.ok ? null : reply.error);
      if (reply.ok) done(reply.value);
      if (reply.ok && isThere.current) goOn?.(reply.value);
    },
    isSending,
    failure,
    notice: failure === null ? null : <ErrorNotice {...describe(failure)} role="status" />,
    forget: () => setFailure(null),
  };
}
