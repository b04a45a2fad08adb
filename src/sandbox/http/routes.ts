import { type Operation, operationNames, operations } from '../../shared/api.ts';
import type { Tier } from '../../shared/model/tiers.ts';

/** Operations that share a path. The names of its ids may differ. */
interface Route {
  /** Null stands for an id. */
  readonly segments: readonly (string | null)[];
  readonly byMethod: Map<string, Operation>;
}

interface Match {
  readonly byMethod: ReadonlyMap<string, Operation>;
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

/** Finds the operations of a path (decisions.md §1.1–2). */
export function match(path: string): Match | null {
  const sent = path.split('/');
  for (const { segments, byMethod } of routes.get(sent.length) ?? []) {
    if (!segments.every((one, index) => (one === null ? sent[index] !== '' : one === sent[index]))) continue;
    const ids: string[] = [];
    for (const [index, segment] of segments.entries()) {
      const id = segment === null ? decodedId(sent[index] ?? '') : undefined;
      if (id === null) return null;
      if (id !== undefined) ids.push(id);
    }
    return { byMethod, ids };
  }
  return null;
}

/** The operation that a method and a path lead to. */
export function operationAt(method: string, path: string): Operation | null {
  return match(path)?.byMethod.get(method) ?? null;
}

/** The tier that a request counts against. */
export function tierAt(method: string, path: string): Tier | null {
  const operation = operationAt(method, path);
  return operation === null ? null : operations[operation].tier;
}

function decodedId(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
