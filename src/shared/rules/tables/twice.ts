import { fault } from './fault.ts';
import type { ImportObject } from './known.ts';
import type { CheckedRow, RowIssue, RowReading } from './model.ts';
import { alikeKey, type Meant } from './names.ts';

// Rows of one file that may be about the same.

/** A group that was found by its name, where the file makes another of this name. */
export function otherGroup(
  { object, issues }: RowReading,
  text: string,
  find: () => (text: string) => Meant,
): readonly RowIssue[] {
  const isByName = issues.some(({ code, column }) => code === 'found-by-name' && column === 'group_audit_id');
  const made = isByName && object.kind === 'component' ? find()(text) : null;
  if (made?.by !== 'name' || object.kind !== 'component' || made.id === object.group) return [];
  return [fault('several-named', 'group_audit_id', { list: `${object.group}, ${made.id}` })];
}

const idColumns = {
  client: 'client_id',
  audit: 'audit_id',
  component: 'legal_entity_ids',
  user: 'user_id',
  deadline: 'audit_name',
} as const;

/** Two components for the same legal entities may be meant; what has an id cannot be there twice. */
export function twiceIssue(
  { kind }: ImportObject,
  row: number | undefined,
  { existing }: Pick<CheckedRow, 'existing'>,
): readonly RowIssue[] {
  if (row === undefined) return [];
  const component = kind === 'component' && existing === null ? { component: 1 } : {};
  return [fault('twice', idColumns[kind], { row, ...component })];
}

/** A row that could be sent is the same as one before it, but for its id. */
export function sameIssue(
  { object: { kind }, issues }: CheckedRow,
  butId: string | null,
  alike: ReadonlyMap<string, number>,
): readonly RowIssue[] {
  const row = butId === null ? undefined : alike.get(butId);
  return row === undefined || issues.some(({ isWarning }) => !isWarning)
    ? []
    : [fault('same-row', idColumns[kind], { row })];
}

/** Tells of the ids of clients or audits that stand in a file in two spellings. */
export function spellings(): (object: ImportObject, row: number) => readonly RowIssue[] {
  const before = new Map<string, { readonly id: string; readonly row: number }>();
  return (object, row) => {
    if (object.kind !== 'client' && object.kind !== 'audit') return [];
    const { id } = object.creation;
    const key = alikeKey(id);
    const other = before.get(key);
    if (other === undefined) before.set(key, { id, row });
    const isOther = other !== undefined && other.id !== id;
    return isOther ? [fault('alike-row', idColumns[object.kind], { row: other.row })] : [];
  };
}
