import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { FileColumn } from '../../parts/export/file-table.ts';

/** The columns of clients in a file. */
export const clientFile: readonly FileColumn<{ readonly client: ClientOrganisation }>[] = [
  { key: 'client_id', column: 'id', value: ({ client }) => client.id },
  { key: 'client_name', column: 'name', value: ({ client }) => client.name },
  { key: 'country', column: 'country', value: ({ client }) => client.country },
  { key: 'domains', column: 'domains', value: ({ client }) => client.domains },
  { key: 'is_test_client', value: ({ client }) => client.is_test_organisation },
];
