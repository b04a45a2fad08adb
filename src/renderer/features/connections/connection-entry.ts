import { useState } from 'react';
import type { Connection, ConnectionDraft } from '../../../shared/model/connection.ts';
import { type BaseUrlFault, readBaseUrl } from '../../../shared/rules/texts/base-url.ts';
import { useTranslation } from '../../messages/language.ts';

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
const longestName = 100;

export function entryFaults(entry: ConnectionEntry, stored: Connection | null): readonly EntryFault[] {
  const reading = readBaseUrl(entry.baseUrl);
  return [
    ...textFaults('name', entry.name, longestName),
    ...(entry.kind === null ? [{ field: 'kind', code: 'required' } as const] : []),
    ...(reading.ok ? [] : [{ field: 'baseUrl', code: reading.fault } as const]),
    ...textFaults('clientId', entry.clientId, 255),
    ...(entry.secret === '' && needsSecret(entry, stored)
      ? [{ field: 'secret', code: 'required' } as const]
      : []),
  ];
}

/** What main is given; null while the entry has faults. */
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

/**
 * What a person enters about a connection, with its faults in words. A field shows its fault once it was left or the form was
 * sent.
 */
export function useConnectionEntry(stored: Connection | null) {
  const { t } = useTranslation('connections');
  const [initial] = useState(() => entryOf(stored));
  const [entry, setEntry] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSent, setSent] = useState(false);
  const wordsOf = (fault: EntryFault): string => {
    switch (fault.field) {
      case 'name':
        return t(`parts:fault.name.${fault.code}`, { most: longestName });
      case 'clientId':
        return t(`fault.${fault.field}.${fault.code}`);
      case 'kind':
      case 'secret':
        return t(`fault.${fault.field}.${fault.code}`);
      case 'baseUrl':
        return t(`fault.baseUrl.${fault.code}`);
    }
  };
  const faults = entryFaults(entry, stored);
  const problems = faults
    .filter(({ field }) => isSent || left.has(field))
    .map((fault) => ({ field: fault.field, text: wordsOf(fault) }));
  return {
    entry,
    problems,
    isDirty: JSON.stringify(entry) !== JSON.stringify(initial),
    /** Shows all that is wrong; answers whether nothing is. */
    check: (): boolean => {
      setSent(true);
      return faults.length === 0;
    },
    field: <Name extends keyof ConnectionEntry>(name: Name) => ({
      name,
      value: entry[name],
      onChange: (value: ConnectionEntry[Name]) => setEntry((before) => ({ ...before, [name]: value })),
      onBlur: () => setLeft((before) => new Set([...before, name])),
      error: problems.find(({ field }) => field === name)?.text,
    }),
  };
}
