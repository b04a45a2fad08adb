import type { WorkPackage } from '../../shared/model/work-package.ts';
import { unwrap } from './call.ts';
import { useWholeList, type WholeList, wholeListOptions } from './whole-list.ts';

/** All work packages that the service offers. Reference data: read once while the app is open, or on demand. */
export function useWorkPackages(connection: string): WholeList<WorkPackage> {
  return useWholeList(
    wholeListOptions<WorkPackage>(
      [connection, 'work-packages', 'list'],
      (cursor, ask) => unwrap(ask('workPackages.list', { connection, cursor })),
      30 * 60_000,
    ),
  );
}
