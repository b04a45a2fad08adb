import { fail, type Reply } from '../../shared/error.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import type { Place } from '../api/session.ts';
import { readAddress } from './address.ts';
import type { Connections } from './connections.ts';

type Guard = Pick<Connection, 'kind' | 'access'>;

/** What no page may decide alone: main asks it in a dialog of the system's. */
export type Question =
  | ({ readonly kind: 'new-address'; readonly name: string; readonly guard: Guard } & Place)
  | {
      readonly kind: 'less-guarded';
      readonly name: string;
      readonly baseUrl: string;
      readonly from: Guard;
      readonly to: Guard;
    }
  | ({ readonly kind: 'production-writes'; readonly name: string } & Place)
  | ({ readonly kind: 'unbound-secret' } & Place)
  /** The part of the service's limits that background work may use. */
  | { readonly kind: 'background-share'; readonly from: number; readonly to: number }
  /** Of connections as they were at that time, with the guards they had. */
  | { readonly kind: 'put-back'; readonly at: string };

export type Ask = (question: Question) => Promise<boolean>;

/** Whether a change takes a guard away: from production to anything less, or from reading to writing. */
export function isLessGuarded(from: Guard, to: Guard): boolean {
  return (
    (from.kind === 'production' && to.kind !== 'production') ||
    (from.access === 'read-only' && to.access === 'read-write')
  );
}

/**
 * Connections that ask a person first: before a secret goes to a new address, once a session, unless the stored secret belongs
 * there, or the machine's policy sends it; and before a guard is loosened. A no fails as `declined`.
 */
export function withConsent(
  connections: Connections,
  ask: Ask,
  isVouched: (draft: Place & Guard) => boolean = () => false,
): Connections {
  const agreed = new Set<string>(); // addresses, each with the guard that was shown with it
  const rowOf = (id: string | undefined) => connections.list().find((one) => one.id === id);

  /** Only the entry in the keychain tells where a secret belongs: others can edit the row. */
  const isBound = async ({ id, secret }: Connection): Promise<boolean> =>
    secret !== 'missing' && (await connections.credentials(id)).ok;

  const mayReach = async (draft: Omit<ConnectionDraft, 'secret' | 'keep'>): Promise<boolean> => {
    const reading = readAddress(draft.baseUrl);
    if (!reading.ok) return true; // what is wrong with it is told by whoever reads it
    const { value: baseUrl } = reading;
    const { name, clientId, kind, access } = draft;
    const what = [baseUrl, kind, access].join(' ');
    if (agreed.has(what) || isVouched({ baseUrl, clientId, kind, access })) return true;
    const row = rowOf(draft.id);
    if (row?.secret === 'built-in') return true;
    if (row?.baseUrl === baseUrl && (await isBound(row))) return true;
    const mayGo = await ask({ kind: 'new-address', name, baseUrl, clientId, guard: { kind, access } });
    if (mayGo) agreed.add(what);
    return mayGo;
  };

  const mayLoosen = async (draft: ConnectionDraft): Promise<boolean> => {
    const row = rowOf(draft.id);
    if (row === undefined || !isLessGuarded(row, draft)) return true;
    const { name, baseUrl, kind, access } = row;
    const to = { kind: draft.kind, access: draft.access };
    return ask({ kind: 'less-guarded', name, baseUrl, from: { kind, access }, to });
  };

  const consented = async <Value>(
    may: readonly (() => Promise<boolean>)[],
    act: () => Promise<Reply<Value>>,
  ): Promise<Reply<Value>> => {
    for (const agrees of may) if (!(await agrees())) return fail('declined');
    return act();
  };

  return {
    ...connections,
    test: (draft) => consented([() => mayReach(draft)], () => connections.test(draft)),
    save: (draft) =>
      consented([() => mayReach(draft), () => mayLoosen(draft)], () => connections.save(draft)),
    rotate: (change) => {
      const row = rowOf(change.id);
      return consented(row === undefined ? [] : [() => mayReach(row)], () => connections.rotate(change));
    },
  };
}
