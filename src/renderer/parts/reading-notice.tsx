import type { AppError } from '../../shared/error.ts';
import { isOutage } from '../../shared/failures.ts';
import { useIsUnreachable } from '../data/connection-state.ts';
import { useConnectionId } from '../data/connections.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { ErrorNotice, type ErrorNoticeProps } from '../ui/error-notice.tsx';

interface ReadingNoticeProps extends Pick<ErrorNoticeProps, 'action' | 'tone'> {
  readonly error: AppError;
  /** What is shown nevertheless; replaces what happened. */
  readonly stands?: string | null | undefined;
  /** Whether something is shown nevertheless. */
  readonly isThere?: boolean | undefined;
}

/**
 * Tells that something could not be read. While the window says that the service cannot be reached, and from when what it shows is, one line
 * is enough where there is nothing to show, and none where there is: it is read again when the service answers.
 */
export function ReadingNotice(props: ReadingNoticeProps) {
  const { error, stands = null, isThere, action, tone = 'warning' } = props;
  const connection = useConnectionId();
  const isAway = useIsUnreachable(connection);
  const words = useErrorWords()(error, stands ?? undefined);
  if (isAway && isOutage(error))
    return (isThere ?? stands !== null) ? null : <p role="status">{words.happened}</p>;
  return <ErrorNotice {...words} action={action} tone={tone} role="status" />;
}
