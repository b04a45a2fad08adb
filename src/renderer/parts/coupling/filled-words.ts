import type { ComparedField } from '../../../shared/rules/service/coupling-component.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';

/** How a person reads a compared value: as name and id, or as the id where there is no other name. */
export function useFilledWords(
  connection: string,
  clientId: string,
): (field: ComparedField, value: string) => string {
  const { i18n } = useTranslation();
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const { entries: entities } = useLegalEntities(connection, clientId);
  const nameOf = (field: ComparedField, value: string): string | undefined => {
    if (field === 'client_organisation_id') return clients.find(({ id }) => id === value)?.name;
    if (field === 'legal_entity_id') return entities.find(({ id }) => id === value)?.name;
    const found = field === 'work_package_id' ? packages.find(({ id }) => id === value) : undefined;
    return found === undefined ? undefined : packageName(found);
  };
  return (field, value) => {
    if (field === 'period_start' || field === 'period_end') return formatDay(value, i18n.language);
    const name = nameOf(field, value);
    return name === undefined || name === value ? value : `${name} (${value})`;
  };
}
