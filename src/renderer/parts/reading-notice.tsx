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
}

/**
 * Tells that something could not be read. One line is enough while the window says that the service cannot be reached: it is
 * read again when the service answers.
 */
export function ReadingNotice({ error, stands = null, action, tone = 'warning' }: ReadingNoticeProps) {
  const connection = useConnectionId();
  const isAway = useIsUnreachable(connection);
  const words = useErrorWords()(error, stands ?? undefined);
  if (isAway && isOutage(error)) return <p role="status">{words.happened}</p>;
  return <ErrorNotice {...words} action={action} tone={tone} role="status" />;
}
