import type { Log, LogFacts, LogLevel } from '../diagnostics/log.ts';

export function createFakeLog(): Log & {
  readonly events: { level: LogLevel; event: string; facts: LogFacts }[];
} {
  const events: { level: LogLevel; event: string; facts: LogFacts }[] = [];
  const write =
    (level: LogLevel) =>
    (event: string, facts: LogFacts = {}): void => {
      events.push({ level, event, facts });
    };
  return { events, error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}
