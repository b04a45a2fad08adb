import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { isGroup } from '../../shared/rules/known-network.ts';
import { type NetworkGraph, networkGraph } from '../../shared/rules/network-graph.ts';
import { auditOptions, useAudits, useFollowing } from './audits.ts';
import { errorOf } from './call.ts';
import { freshList, readWholeList, readWholeListAnew, type WholeList } from './collection.ts';
import { componentsOptions } from './components.ts';
import { createKeyedReader, type KeyedReader } from './keyed-lists.ts';
import { lookEvery } from './looking.ts';
import { useSettled } from './seconds.ts';

export interface GroupReading {
  readonly audits: WholeList<Audit>;
  /** Of the groups that were read to their end, by their id. */
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  /** The ids that were sought, and of which the service has said that there is nothing with them. */
  readonly missing: ReadonlySet<string>;
  readonly groupsRead: number;
  readonly groups: number;
  readonly isWhole: boolean;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  readonly error: AppError | null;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Reads audits and components again; the old ones stay until the new ones are there. */
  readonly readAgain: () => void;
}

/**
 * The audits of the firm and the components of group audits, group by group while somebody wants them; lists that were read
 * lately, here or on another screen, are not asked for again. `clients`, which stays the same array, limits the groups to theirs. `sought` are
 * ids, maybe of groups or of components, which are asked for before their turn.
 */
export function useGroupReading(
  connection: string,
  {
    isWanted,
    clients,
    sought = [],
  }: {
    readonly isWanted: boolean;
    readonly clients: readonly string[] | null;
    readonly sought?: readonly string[];
  },
): GroupReading {
  const client = useQueryClient();
  const { audits, first, missing, seekAgain } = useSoughtAudits(connection, sought);
  const components = useComponentsReader(connection, true);
  const { lists, isReading, isPaused, error } = useStore(components.state);
  const groups = useMemo(
    () =>
      audits.entries.filter(
        (audit) => isGroup(audit) && (clients === null || clients.includes(audit.client_organisation_id)),
      ),
    [audits.entries, clients],
  );
  useEffect(() => {
    const ids = groups.map(({ id }) => id);
    const ordered = [...ids.filter((id) => first.has(id)), ...ids.filter((id) => !first.has(id))];
    components.want(isWanted ? ordered : []);
    return () => components.want([]);
  }, [components, groups, first, isWanted]);

  const { isWhole, isReading: isReadingAudits, error: auditsError, readAgain: readAudits } = audits;
  const groupsRead = groups.filter(({ id }) => lists.has(id)).length;
  return {
    audits,
    componentsOf: lists,
    missing,
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
      seekAgain();
    }, [components, auditsError, readAudits, seekAgain]),
    readAgain: useCallback(() => {
      void client.invalidateQueries({ queryKey: [connection, 'audits', 'one'], refetchType: 'none' });
      readAudits();
      components.readAgain();
      seekAgain();
    }, [client, connection, components, readAudits, seekAgain]),
  };
}

/**
 * All audits. While they are being read, each of those that are `sought` and have not come is asked for by itself, a few at a time, with the group
 * that a component leads to; `first` are the ids of the groups that are found so, whose components are read first.
 */
function useSoughtAudits(connection: string, sought: readonly string[]) {
  const client = useQueryClient();
  const audits = useAudits(connection);
  const { entries: listed, isWhole } = audits;
  const settled = useSettled(sought.join('\n'));
  const [reader] = useState(() =>
    createKeyedReader<Audit | null>(async (id) => {
      try {
        return [await client.fetchQuery(auditOptions(connection, id))];
      } catch (cause) {
        return errorOf(cause).code === 'missing' ? [] : [null]; // the others are asked for all the same
      }
    }, soon),
  );
  const { lists: answers } = useStore(reader.state);
  const answered = useMemo(() => {
    const found = [...answers.values()].flat().filter((audit) => audit !== null);
    const groups = found.flatMap((audit) =>
      audit.audit_type === 'component' ? (audit.group_audit_id ?? []) : isGroup(audit) ? audit.id : [],
    );
    const missing = [...answers].filter(([, entries]) => entries.length === 0).map(([id]) => id);
    const others = found.filter(({ audit_type: type }) => type !== 'component');
    return { others, first: new Set(groups), missing: new Set(missing) };
  }, [answers]);
  const { others, first, missing } = answered;
  const ids = useMemo(() => new Set(listed.map(({ id }) => id)), [listed]);
  useEffect(() => {
    const wanted = [...settled.split('\n'), ...first].filter((id) => id !== '' && !ids.has(id));
    reader.want(isWhole ? [] : wanted);
    return () => reader.want([]);
  }, [reader, settled, first, ids, isWhole]);
  const entries = useMemo(
    () => (isWhole ? listed : [...listed, ...others.filter(({ id }) => !ids.has(id))]),
    [listed, others, ids, isWhole],
  );
  return { audits: { ...audits, entries }, first, missing, seekAgain: reader.readAgain };
}

/** Reads the components of groups. With `takesFresh`, lists that were read lately are taken as they are. */
export function useComponentsReader(connection: string, takesFresh = false): KeyedReader<ComponentAudit> {
  const client = useQueryClient();
  const [reader] = useState(() =>
    createKeyedReader<ComponentAudit>(
      (group, isAnew) =>
        (isAnew ? readWholeListAnew : readWholeList)(client, componentsOptions(connection, group)),
      soon,
      takesFresh ? (group) => freshList(client, componentsOptions(connection, group)) : undefined,
    ),
  );
  return reader;
}

/** Delays the news of many lists, so that a thousand short lists do not render a screen a thousand times. */
export function soon(tell: () => void): void {
  setTimeout(tell, 150);
}

const mostLookedAt = 20; // groups, a request each: a larger network is read anew when somebody asks for it

/** The audit networks of a client, as far as they were read; small ones are refreshed once a minute while they are shown. */
export function useNetwork(
  connection: string,
  client: string,
): { readonly graph: NetworkGraph; readonly reading: GroupReading } {
  const clients = useMemo(() => [client], [client]);
  const reading = useGroupReading(connection, { isWanted: true, clients });
  const { audits, componentsOf, isWhole, groups, readAgain } = reading;
  const graph = useMemo(
    () => networkGraph({ audits: audits.entries, componentsOf }, client),
    [audits.entries, componentsOf, client],
  );
  const shown = useMemo(
    () => [...graph.places.values()].flatMap(({ item }) => (item.kind === 'audit' ? [item.audit] : [])),
    [graph],
  );
  useFollowing(connection, shown);
  // The list of all audits is of a tier that others need: a long one is not read for this.
  const isSmall = isWhole && groups <= mostLookedAt && audits.entries.length <= 2 * 100;
  const lookAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !reading.isPaused) readAgain();
  });
  useEffect(() => {
    if (!isSmall) return undefined;
    const timer = setInterval(() => lookAgain(), lookEvery);
    return () => clearInterval(timer);
  }, [isSmall]);
  return { graph, reading };
}
