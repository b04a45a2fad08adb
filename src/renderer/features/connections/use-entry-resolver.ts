import { useCallback } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { type ConnectionEntry, type EntryFault, entryFaults } from './connection-entry.ts';

/** Judges an entry for the form: the first fault of each field, in words. */
export function useEntryResolver(stored: Connection | null): Resolver<ConnectionEntry> {
  const { t } = useTranslation('connections');
  return useCallback(
    (entry) => {
      const faults = entryFaults(entry, stored);
      const words = (fault: EntryFault): string => {
        switch (fault.field) {
          case 'name':
          case 'clientId':
            return t(`fault.${fault.field}.${fault.code}`);
          case 'kind':
          case 'secret':
            return t(`fault.${fault.field}.${fault.code}`);
          case 'baseUrl':
            return t(`fault.baseUrl.${fault.code}`);
        }
      };
      if (faults.length === 0) return { values: entry, errors: {} };
      return {
        values: {},
        errors: Object.fromEntries(
          faults.map((fault) => [fault.field, { type: fault.code, message: words(fault) }]),
        ),
      };
    },
    [stored, t],
  );
}
