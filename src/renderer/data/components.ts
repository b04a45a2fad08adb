import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { call, unwrap } from './call.ts';
import { wholeListOptions } from './whole-list.ts';

/** The component audits of a group audit; its query begins as that of the audit does, and is read anew with it. */
export function componentsOptions(connection: string, group: string) {
  return wholeListOptions<ComponentAudit>(
    [connection, 'audits', 'one', group, 'components'],
    (cursor) => unwrap(call('components.list', { connection, path: { audit_id: group }, cursor })),
    60_000,
  );
}
