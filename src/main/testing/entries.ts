import type { ChangeLogEntry, RequestEntry } from '../../shared/record.ts';

export function requestEntry(change: Partial<RequestEntry> = {}): RequestEntry {
  return {
    at: '2026-01-05T09:00:00.000Z',
    connection: 'c',
    operation: 'audits.list',
    method: 'GET',
    path: '/api/v1/audits/?page_size=100',
    tier: 'read_heavy',
    status: 200,
    outcome: 'ok',
    milliseconds: 12,
    attempt: 1,
    plan: null,
    step: null,
    requestId: 'request-1',
    ...change,
  };
}

export function changeLogEntry(change: Partial<ChangeLogEntry> = {}): ChangeLogEntry {
  return {
    at: '2026-01-05T09:00:00.000Z',
    person: 'anna',
    connection: 'c',
    connectionName: 'North',
    plan: 'plan-1',
    step: 'audit',
    task: 'createAudit',
    subject: 'Audit 2026',
    object: 'audit-1',
    outcome: 'done',
    code: null,
    ...change,
  };
}
