import { type Operation, operationNames, operations } from '../shared/api.ts';

/** Operations that share a path, whatever their templates call the ids in it. */
interface Route {
  /** Segments of the path; null stands for an id. */
  readonly segments: readonly (string | null)[];
  readonly byMethod: Map<string, Operation>;
}

export interface Match {
  readonly byMethod: ReadonlyMap<string, Operation>;
  /** The ids in the path, decoded once, in their order. */
  readonly ids: readonly string[];
}

const routes: ReadonlyMap<number, readonly Route[]> = Map.groupBy(
  operationNames.reduce<readonly Route[]>((known, name) => {
    const { method, path } = operations[name];
    const segments = path.split('/').map((segment) => (segment.startsWith('{') ? null : segment));
    const same = known.find((route) => route.segments.join('\0') === segments.join('\0'));
    if (same === undefined) return [...known, { segments, byMethod: new Map([[method, name]]) }];
    same.byMethod.set(method, name);
    return known;
  }, []),
  ({ segments }) => segments.length,
);

/** Finds the operations of a path as it was sent; null for a path that the service does not know (decisions.md §1.1–2). */
export function match(path: string): Match | null {
  const sent = path.split('/');
  for (const { segments, byMethod } of routes.get(sent.length) ?? []) {
    if (
      !segments.every((segment, index) => (segment === null ? sent[index] !== '' : segment === sent[index]))
    )
      continue;
    const ids = sent.filter((_, index) => segments[index] === null).map((segment) => decodedId(segment));
    return ids.includes(null) ? null : { byMethod, ids: ids.filter((id) => id !== null) };
  }
  return null;
}

function decodedId(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
