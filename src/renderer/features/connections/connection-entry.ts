import type { Connection, ConnectionDraft } from '../../../shared/model/connection.ts';
import { type BaseUrlFault, readBaseUrl } from '../../../shared/rules/base-url.ts';

/** What a person enters about a connection; the kind has no default, so that nobody saves production by mistake. */
export interface ConnectionEntry {
  readonly name: string;
  readonly kind: Connection['kind'] | null;
  readonly access: Connection['access'];
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly keep: 'keychain' | 'session';
}

export type EntryFault =
  | { readonly field: 'name' | 'clientId'; readonly code: 'required' | 'too-long' }
  | { readonly field: 'kind' | 'secret'; readonly code: 'required' }
  | { readonly field: 'baseUrl'; readonly code: BaseUrlFault };

/** An empty entry, or that of a connection that is there already. */
export function entryOf(connection: Connection | null): ConnectionEntry {
  return {
    name: connection?.name ?? '',
    kind: connection?.kind ?? null,
    access: connection?.access ?? 'read-write',
    baseUrl: connection?.baseUrl ?? '',
    clientId: connection?.clientId ?? '',
    secret: '',
    keep: connection?.secret === 'session' ? 'session' : 'keychain',
  };
}

/** All that keeps an entry from being saved, in the order of the form; `stored` is what it changes. */
export function entryFaults(entry: ConnectionEntry, stored: Connection | null): readonly EntryFault[] {
  const reading = readBaseUrl(entry.baseUrl);
  return [
    ...textFaults('name', entry.name, 100),
    ...(entry.kind === null ? [{ field: 'kind', code: 'required' } as const] : []),
    ...(reading.ok ? [] : [{ field: 'baseUrl', code: reading.fault } as const]),
    ...textFaults('clientId', entry.clientId, 255),
    ...(entry.secret === '' && needsSecret(entry, stored)
      ? [{ field: 'secret', code: 'required' } as const]
      : []),
  ];
}

/** What main is given; null while there is something wrong that would keep it from being read. */
export function draftOf(entry: ConnectionEntry, stored: Connection | null): ConnectionDraft | null {
  if (entry.kind === null || entryFaults(entry, stored).length > 0) return null;
  return {
    ...(stored === null ? {} : { id: stored.id }),
    name: entry.name.trim(),
    kind: entry.kind,
    access: entry.access,
    baseUrl: entry.baseUrl.trim(),
    clientId: entry.clientId.trim(),
    ...(entry.secret === '' ? {} : { secret: entry.secret }),
    keep: entry.keep,
  };
}

/** A stored secret goes to no other address than the one that it was entered for. */
function needsSecret(entry: ConnectionEntry, stored: Connection | null): boolean {
  if (stored === null || stored.secret === 'missing') return true;
  const reading = readBaseUrl(entry.baseUrl);
  return reading.ok && reading.baseUrl !== stored.baseUrl;
}

function textFaults(field: 'name' | 'clientId', text: string, max: number): readonly EntryFault[] {
  if (text.trim() === '') return [{ field, code: 'required' }];
  return text.trim().length > max ? [{ field, code: 'too-long' }] : [];
}
