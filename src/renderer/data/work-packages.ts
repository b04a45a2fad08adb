import { queryOptions } from '@tanstack/react-query';
import type { WorkPackage } from '../../shared/model/work-package.ts';
import { call, unwrap } from './call.ts';
import { collectionOptions, useWholeList, type WholeList } from './collection.ts';

/** One work package by its id, also one that the service does not list; read when it is wanted. */
export function workPackageQuery(connection: string, id: string) {
  return queryOptions({
    queryKey: [connection, 'work-packages', 'one', id],
    queryFn: () => unwrap(call('workPackages.read', { connection, path: { work_package_id: id } })),
    staleTime: 30 * 60_000,
  });
}

/** All work packages that the service offers. Reference data: read once while the app is open, or on demand. */
export function useWorkPackages(connection: string, isWanted = true): WholeList<WorkPackage> {
  return useWholeList(
    collectionOptions<WorkPackage>(
      [connection, 'work-packages', 'list'],
      { connection, operation: 'workPackages.list' },
      30 * 60_000,
    ),
    isWanted,
  );
}
