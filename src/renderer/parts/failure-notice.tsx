import { errorOf } from '../data/call.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { ErrorNotice, type ErrorNoticeProps } from '../ui/error-notice.tsx';

interface FailureNoticeProps extends Pick<ErrorNoticeProps, 'action' | 'tone' | 'role'> {
  /** What a query or a mutation reports as its error; null shows nothing. */
  readonly error: Error | null;
}

export function FailureNotice({ error, ...rest }: FailureNoticeProps) {
  const describe = useErrorWords();
  return error === null ? null : <ErrorNotice {...describe(errorOf(error))} {...rest} />;
}
