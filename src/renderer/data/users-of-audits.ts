import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import { errorOf } from './call.ts';
import { cachedList, readWholeList } from './collection.ts';
import { auditUsersOptions } from './users.ts';

export interface UsersOfAudits {
  readonly users: ReadonlyMap<string, readonly AuditUser[]>;
  /** Audits that turned out not to be there. */
  readonly gone: ReadonlySet<string>;
  /** When the oldest of these was read, in milliseconds since 1970; 0 while there is none. */
  readonly readAt: number;
  readonly isReading: boolean;
  readonly error: AppError | null;
  /** Reads what is not known or no longer fresh; answers whether all were read. */
  readonly read: () => Promise<boolean>;
  /** Begins with no further audit. */
  readonly stop: () => void;
}

export const mostAudits = 500;

const atOnce = 4; // so that what a person asks for meanwhile does not stand behind hundreds of these

/** Reads the users of audits on demand, a few audits at a time; main keeps it within the quota. */
export function useUsersOfAudits(connection: string, ids: readonly string[]): UsersOfAudits {
  const client = useQueryClient();
  const [{ isReading, error }, setState] = useState<Pick<UsersOfAudits, 'isReading' | 'error'>>({
    isReading: false,
    error: null,
  });
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [, setSteps] = useState(0);
  const current = useRef<object | null>(null);
  const stop = useCallback(() => {
    current.current = null;
    setState((before) => ({ ...before, isReading: false }));
  }, []);
  useEffect(
    () => () => {
      current.current = null;
    },
    [],
  );
  const read = async (): Promise<boolean> => {
    const turn = {};
    current.current = turn;
    setState({ isReading: true, error: null });
    const left = [...ids];
    let failure: AppError | null = null;
    const work = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        if (current.current !== turn || failure !== null) return;
        const reason = await readOne(client, connection, id);
        // An audit that is gone keeps nobody from reading the others.
        if (reason?.code === 'missing') setGone((before) => new Set([...before, id]));
        else if (reason !== null) failure = reason;
        setSteps((steps) => steps + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (current.current !== turn) return false;
    setState({ isReading: false, error: failure });
    return failure === null;
  };
  const known = ids.flatMap((id) => {
    const list = cachedList(client, auditUsersOptions(connection, id));
    return list === null ? [] : [{ id, ...list }];
  });
  return {
    users: new Map(known.map(({ id, entries }) => [id, entries])),
    gone,
    readAt: known.length === 0 ? 0 : Math.min(...known.map(({ at }) => at)),
    isReading,
    error,
    read,
    stop,
  };
}

async function readOne(client: QueryClient, connection: string, id: string): Promise<AppError | null> {
  try {
    await readWholeList(client, auditUsersOptions(connection, id));
    return null;
  } catch (cause) {
    return errorOf(cause);
  }
}
