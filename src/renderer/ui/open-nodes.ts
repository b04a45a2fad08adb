import { useMemo, useState } from 'react';

/** The open nodes of a tree: all but those that a person has closed, so new ones are open. `ids` stays the same set for the same nodes. */
export function useOpenNodes(ids: ReadonlySet<string>) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded: ReadonlySet<string> = useMemo(() => ids.difference(closed), [ids, closed]);
  return { expanded, onExpand: (open: ReadonlySet<string>) => setClosed(ids.difference(open)) };
}
