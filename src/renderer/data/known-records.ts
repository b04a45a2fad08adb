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

/** What this window has read of the lists of a connection. It asks the service for nothing. */
export function useKnownRecords(connection: string | null): KnownRecords {
  const audits = useKnown<Audit>(connection, 'audits');
  const clients = useKnown<ClientOrganisation>(connection, 'clients');
  const packages = useKnown<WorkPackage>(connection, 'work-packages');
  return useMemo(() => ({ audits, clients, packages }), [audits, clients, packages]);
}

function useKnown<Entry extends { readonly id: string }>(
  connection: string | null,
  noun: string,
): readonly Entry[] {
  const { data } = useQuery<InfiniteData<Page<Entry>>>({
    queryKey: [connection, noun, 'list'],
    enabled: false,
  });
  return useMemo(() => (data === undefined ? [] : entriesOf(data.pages)), [data]);
}
