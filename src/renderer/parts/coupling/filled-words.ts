import { useMemo } from 'react';
import type { ComparedField, ComparedValues } from '../../../shared/rules/coupling-component.ts';
import { packageName } from '../../../shared/rules/work-package.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useWorkPackages } from '../../data/work-packages.ts';

/** A value of a filled field as a person reads it: the name, with the id where that is another. */
export type FilledWords = (field: ComparedField, value: string) => string;

/** Names for the values that an initialising component gives; an id stands where no name is known. */
export function useFilledWords(connection: string, values: ComparedValues | null): FilledWords {
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const { entries: entities } = useLegalEntities(connection, values?.client_organisation_id ?? '');
  return useMemo(() => {
    const nameOf = (field: ComparedField, value: string): string | undefined => {
      switch (field) {
        case 'client_organisation_id':
          return clients.find(({ id }) => id === value)?.name;
        case 'legal_entity_id':
          return entities.find(({ id }) => id === value)?.name;
        case 'work_package_id': {
          const found = packages.find(({ id }) => id === value);
          return found === undefined ? undefined : packageName(found);
        }
        case 'scoping_package_id':
        case 'period_start':
        case 'period_end':
          return undefined;
      }
    };
    return (field, value) => {
      const name = nameOf(field, value);
      return name === undefined || name === value ? value : `${name} (${value})`;
    };
  }, [clients, entities, packages]);
}
