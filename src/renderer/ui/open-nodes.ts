import { useMemo, useState } from 'react';

/** Which nodes of a tree are open: all but those that somebody has closed, so that new ones show. `ids` stays the same set as long as the nodes are the same. */
export function useOpenNodes(ids: ReadonlySet<string>) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded = useMemo(() => without(ids, closed), [ids, closed]);
  return { expanded, onExpand: (open: ReadonlySet<string>) => setClosed(without(ids, open)) };
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}
