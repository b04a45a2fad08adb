import { isDoubt } from '../service/doubt.ts';
import type { ImportColumn } from './columns.ts';
import type { RowCode, RowIssue } from './model.ts';

/** An error, unless it rests on our own reading. */
export function fault(code: RowCode, column: ImportColumn | null, facts?: RowIssue['facts']): RowIssue {
  const said = facts === undefined ? {} : { facts };
  return { code, column, isWarning: isDoubt({ code, field: column ?? '', ...said }), ...said };
}
