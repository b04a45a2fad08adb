import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { isGroup } from '../../shared/rules/service/known-network.ts';
import { type NetworkGraph, networkGraph } from '../../shared/rules/service/network-graph.ts';
import { auditSource, useAudits, useFollowing } from './audits.ts';
import { lookEvery, type WholeList } from './collection.ts';
import { useCollections, useReader } from './collections.ts';
import { componentsOptions } from './components.ts';
import { useSettled } from './seconds.ts';

export interface GroupReading {
  readonly audits: WholeList<Audit>;
  /** Of the groups that were read to their end, by their id. */
  readonly componentsOf: ReadonlyMap<string, readonly ComponentAudit[]>;
  /** The ids that were sought, and of which the service has said that there is nothing with them. */
  readonly missing: ReadonlySet<string>;
  readonly groupsRead: number;
  readonly groups: number;
  /** Groups of other clients, of which nothing is wanted. */
  readonly others: number;
  /** The components once the audits and those of all wanted groups were read; null until then. */
  readonly complete: ReadonlyMap<string, readonly ComponentAudit[]> | null;
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
 * ids, maybe of groups or of components, which are asked for before their turn, or though they are of no such client.
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
  const { audits, first, missing, isSeeking, seekError, seekAgain } = useSoughtAudits(
    connection,
    sought,
    clients !== null,
  );
  const all = useMemo(() => audits.entries.filter(isGroup), [audits.entries]);
  const groups = useMemo(() => {
    const isOf = (one: Audit) => clients === null || clients.includes(one.client_organisation_id);
    const ids = all.filter((one) => !first.has(one.id) && isOf(one)).map(({ id }) => id);
    return [...all.filter(({ id }) => first.has(id)).map(({ id }) => id), ...ids];
  }, [all, clients, first]);
  // What is fresh of the others is known all the same.
  const shown = useMemo(() => all.map(({ id }) => id), [all]);
  const components = useCollections(connection, componentsOptions, shown, {
    wanted: isWanted ? groups : noGroups,
    age: 'fresh',
  });
  const { isReading: isReadingAudits, error: auditsError, readAgain: readAudits } = audits;
  const { lists, isReading, isPaused, error, pause, resume, readAgain } = components;
  const groupsRead = groups.filter((id) => lists.has(id)).length;
  const others = [...new Set(shown).difference(new Set(groups))].filter((id) => !lists.has(id)).length;
  return {
    audits,
    componentsOf: lists,
    missing,
    groupsRead,
    groups: groups.length,
    others,
    complete: audits.complete !== null && groupsRead === groups.length ? lists : null,
    isReading: isReading || isReadingAudits || isSeeking,
    isPaused,
    error: auditsError ?? error ?? seekError,
    pause,
    resume: () => {
      if (auditsError !== null) readAudits();
      resume();
      seekAgain();
    },
    readAgain: () => {
      void client.invalidateQueries({ queryKey: [connection, 'audits', 'one'], refetchType: 'none' });
      readAudits();
      readAgain();
      seekAgain();
    },
  };
}

const noGroups: readonly string[] = [];

/**
 * All audits. While they are being read, or where the components of a part of them are (`isPart`), each of those that are `sought` and have not come is
 * asked for by itself, a few at a time, with the group that a component leads to; `first` are the ids of the groups that are found so, whose
 * components are read first.
 */
function useSoughtAudits(connection: string, sought: readonly string[], isPart: boolean) {
  const client = useQueryClient();
  const audits = useAudits(connection);
  const { entries: listed } = audits;
  const isWhole = audits.complete !== null;
  const settled = useSettled(sought.join('\n'));
  const ids = useMemo(() => new Set(listed.map(({ id }) => id)), [listed]);
  const [first, setFirst] = useState<ReadonlySet<string>>(new Set());
  const asked = [...settled.split('\n'), ...first].filter(
    (id) => (isPart || !isWhole) && id !== '' && !ids.has(id),
  );
  const answers = useReader(() => ({ ...auditSource(client, connection), isPatient: true }), asked, {
    age: 'fresh',
  });
  const { lists, gone: missing, readAgain } = answers;
  const found = [...lists.values()].flat();
  const others = useMemo(() => found.filter(({ audit_type: type }) => type !== 'component'), [found]);
  const led = found.flatMap((audit) =>
    audit.audit_type === 'component' ? (audit.group_audit_id ?? []) : isGroup(audit) ? audit.id : [],
  );
  if (led.some((id) => !first.has(id))) setFirst(new Set(led)); // a group that a component leads to is asked for as well
  const entries = isWhole ? listed : [...listed, ...others.filter(({ id }) => !ids.has(id))];
  return {
    audits: { ...audits, entries },
    first,
    missing,
    isSeeking: answers.isReading,
    // While all are being read, what cannot be asked for by itself comes in its turn.
    seekError: isPart ? answers.error : null,
    seekAgain: readAgain,
  };
}

const mostLookedAt = 20; // groups, a request each: a larger network is read anew when somebody asks for it

/** The audit networks of a client, as far as they were read; small ones are refreshed once a minute while they are shown. */
export function useNetwork(
  connection: string,
  client: string,
): { readonly graph: NetworkGraph; readonly reading: GroupReading } {
  const clients = [client];
  const reading = useGroupReading(connection, { isWanted: true, clients });
  const { audits, componentsOf, complete, groups, readAgain } = reading;
  const graph = networkGraph({ audits: audits.entries, componentsOf }, client);
  const shown = [...graph.places.values()].flatMap(({ item }) => (item.kind === 'audit' ? [item.audit] : []));
  useFollowing(connection, shown);
  // The list of all audits is of a tier that others need: a long one is not read for this.
  const isSmall = complete !== null && groups <= mostLookedAt && audits.entries.length <= 2 * 100;
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
