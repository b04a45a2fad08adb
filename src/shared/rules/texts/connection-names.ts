import type { Connection } from '../../model/connection.ts';

export function isSameName(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

/**
 * Connections under names that tell them apart: behind one that others have as well stands its account, then its address where the
 * account is the same too, then which of them it is.
 */
export function namedApart<One extends Pick<Connection, 'name' | 'clientId' | 'baseUrl'>>(
  connections: readonly One[],
): readonly One[] {
  const byName = Map.groupBy(connections, ({ name }) => keyOf(name));
  const byAccount = Map.groupBy(connections, accountKey);
  const byPlace = Map.groupBy(connections, placeKey);
  return connections.map((one) => {
    if ((byName.get(keyOf(one.name))?.length ?? 0) < 2) return one;
    const isAccountShared = (byAccount.get(accountKey(one))?.length ?? 0) > 1;
    const same = byPlace.get(placeKey(one)) ?? [];
    const parts = [
      one.clientId,
      ...(isAccountShared && same.length === 1 ? [addressOf(one)] : []),
      ...(same.length > 1 ? [String(same.indexOf(one) + 1)] : []), // and short: what is long is cut where room is scarce
    ];
    return { ...one, name: `${one.name} (${parts.join(', ')})` };
  });
}

type Named = Pick<Connection, 'name' | 'clientId' | 'baseUrl'>;

function accountKey({ name, clientId }: Named): string {
  return JSON.stringify([keyOf(name), clientId]);
}

function placeKey(one: Named): string {
  return JSON.stringify([accountKey(one), addressOf(one)]);
}

function addressOf({ baseUrl }: Named): string {
  return baseUrl.replace(/^https?:\/\//, '');
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
