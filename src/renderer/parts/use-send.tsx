import { type ReactNode, useRef, useState } from 'react';
import type { AppError, Reply } from '../../shared/error.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';

interface Sending {
  /** Sends a request, and calls `done` when it succeeded. A second call meanwhile does nothing. */
  readonly send: <Value>(request: () => Promise<Reply<Value>>, done: (value: Value) => void) => Promise<void>;
  readonly isSending: boolean;
  readonly failure: AppError | null;
  readonly notice: ReactNode;
  /** Hides the failure, once the input has changed. */
  readonly forget: () => void;
}

/** One request at a time, from a dialog or page that shows why it failed. */
export function useSend(): Sending {
  const describe = useErrorWords();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const isUnderway = useRef(false); // a second press may come before the first is drawn
  return {
    send: async (request, done) => {
      if (isUnderway.current) return;
      isUnderway.current = true;
      setSending(true);
      try {
        const reply = await request();
        setFailure(reply.ok ? null : reply.error);
        if (reply.ok) done(reply.value);
      } finally {
        isUnderway.current = false;
        setSending(false);
      }
    },
    isSending,
    failure,
    notice: failure === null ? null : <ErrorNotice {...describe(failure)} role="status" />,
    forget: () => setFailure(null),
  };
}
