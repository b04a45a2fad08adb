import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { isGroup } from '../../shared/rules/known-network.ts';
import { useAudits } from './audits.ts';
import { componentsOptions } from './components.ts';
import { createKeyedReader } from './keyed-lists.ts';
import { freshList, readWholeList, type WholeList } from './whole-list.ts';

/** How far the audits of a firm and the components of group audits were read, and what a person may do about it. */
export interface GroupReading {
  readonly audits: WholeList<Audit>;
  /** Of the groups that were read to their end, by their id. */
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  readonly groupsRead: number;
  readonly groups: number;
  readonly isWhole: boolean;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  readonly error: AppError | null;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Reads audits and components anew; the former ones stay until the new ones are there. */
  readonly readAgain: () => void;
}

/**
 * The audits of the firm and the components of group audits, group by group while somebody wants them; lists that were read
 * lately, here or on another screen, are not asked for again. `client` limits the groups to those of a client.
 */
export function useGroupReading(
  connection: string,
  { isWanted, client: owner }: { readonly isWanted: boolean; readonly client: string | null },
): GroupReading {
  const client = useQueryClient();
  const audits = useAudits(connection);
  const [components] = useState(() =>
    createKeyedReader<ComponentAudit>(
      (group) => readWholeList(client, componentsOptions(connection, group)),
      soon,
      (group) => freshList(client, componentsOptions(connection, group)),
    ),
  );
  const { lists, isReading, isPaused, error } = useStore(components.state);
  const groups = useMemo(
    () =>
      audits.entries.filter(
        (audit) => isGroup(audit) && (owner === null || audit.client_organisation_id === owner),
      ),
    [audits.entries, owner],
  );
  useEffect(() => {
    components.want(isWanted ? groups.map(({ id }) => id) : []);
    return () => components.want([]);
  }, [components, groups, isWanted]);

  const { isWhole, isReading: isReadingAudits, error: auditsError, readAgain: readAudits } = audits;
  const groupsRead = groups.filter(({ id }) => lists.has(id)).length;
  return {
    audits,
    componentsOf: lists,
    groupsRead,
    groups: groups.length,
    isWhole: isWhole && groupsRead === groups.length,
    isReading: isReading || isReadingAudits,
    isPaused,
    error: auditsError ?? error,
    pause: components.pause,
    resume: useCallback(() => {
      if (auditsError !== null) readAudits();
      components.resume();
    }, [components, auditsError, readAudits]),
    readAgain: useCallback(() => {
      void client.invalidateQueries({ queryKey: [connection, 'audits', 'one'], refetchType: 'none' });
      readAudits();
      components.readAgain();
    }, [client, connection, components, readAudits]),
  };
}

/** Puts off what is told of many lists, so that a thousand short ones do not draw a screen a thousand times. */
export function soon(tell: () => void): void {
  setTimeout(tell, 150);
}
