import { type Answer, methodNotAllowed, notFound, type ServiceRequest } from './exchange.ts';

/** A call of the control plane that was found, with the ids in its path. */
export interface Found<Command> {
  readonly kind: 'found';
  readonly command: Command;
  readonly ids: readonly string[];
}
export interface NotFound {
  readonly kind: 'not-found' | 'not-allowed';
  readonly answer: Answer;
}

/** Finds calls by method and path below `/__sandbox/`. In the table, an asterisk stands for an id. */
export function callsOf<Command>(
  table: Readonly<Record<string, Command>>,
): (request: Pick<ServiceRequest, 'method' | 'path'>) => Found<Command> | NotFound {
  const calls = Object.entries(table).map(([name, command]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path: path.split('/'), command };
  });
  return ({ method, path }) => {
    const sent = path.endsWith('/') ? path.split('/').slice(2, -1).map(decodedSegment) : [];
    const matching = calls.filter(
      (call) =>
        call.path.length === sent.length &&
        call.path.every((segment, at) => segment === '*' || segment === sent[at]),
    );
    if (matching.length === 0) return { kind: 'not-found', answer: notFound };
    const found = matching.find((call) => call.method === method);
    if (found === undefined) {
      const allowed = matching.map((call) => call.method);
      return { kind: 'not-allowed', answer: methodNotAllowed(method, allowed) };
    }
    return { kind: 'found', command: found.command, ids: sent.filter((_, at) => found.path[at] === '*') };
  };
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
