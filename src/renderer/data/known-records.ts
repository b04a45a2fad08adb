import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Audit } from '../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../shared/model/client-organisation.ts';
import type { Page } from '../../shared/model/page.ts';
import type { WorkPackage } from '../../shared/model/work-package.ts';
import { entriesOf } from './whole-list.ts';

export interface KnownRecords {
  readonly audits: readonly Audit[];
  readonly clients: readonly ClientOrganisation[];
  readonly packages: readonly WorkPackage[];
}

type List<Entry> = InfiniteData<Page<Entry>>;

/** What this window has read of the lists of a connection. It asks the service for nothing. */
export function useKnownRecords(connection: string | null): KnownRecords {
  const audits = useQuery<List<Audit>>({ queryKey: [connection, 'audits', 'list'], enabled: false }).data;
  const clients = useQuery<List<ClientOrganisation>>({
    queryKey: [connection, 'clients', 'list'],
    enabled: false,
  }).data;
  const packages = useQuery<List<WorkPackage>>({
    queryKey: [connection, 'work-packages', 'list'],
    enabled: false,
  }).data;
  return useMemo(
    () => ({
      audits: entriesOf(audits?.pages ?? []),
      clients: entriesOf(clients?.pages ?? []),
      packages: entriesOf(packages?.pages ?? []),
    }),
    [audits, clients, packages],
  );
}
