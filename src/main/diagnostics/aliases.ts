import type { Connection } from '../../shared/model/connection.ts';
import type { PlanProgress } from '../../shared/plan.ts';

/** What tells who a person, a firm or a client is, and the word that stands in its place. */
export interface Aliases {
  /** The number under which a connection appears; null for one that is not there any more. */
  readonly connection: (id: string) => number | null;
  readonly plan: (id: string) => number | null;
  readonly hide: (text: string) => string;
}

interface Known {
  readonly connections: readonly Connection[];
  readonly plans: readonly PlanProgress[];
  readonly dataFolder: string;
  readonly home: string;
  readonly person: string;
  readonly machine: string;
}

/** Names connections and plans by number, and takes the names, addresses and folders that are known out of texts. */
export function createAliases({ connections, plans, dataFolder, home, person, machine }: Known): Aliases {
  const pairs: readonly (readonly [text: string, alias: string])[] = [
    ...connections.flatMap(({ id, name, baseUrl, clientId }, at) => {
      const alias = `connection ${at + 1}`;
      return [
        [baseUrl, `<address of ${alias}>`],
        [hostOf(baseUrl), `<host of ${alias}>`],
        [clientId, `<client id of ${alias}>`],
        [name, `<name of ${alias}>`],
        [id, `<${alias}>`],
      ] as const;
    }),
    ...plans.flatMap(({ id, title }, at) => [
      [id, `<plan ${at + 1}>`] as const,
      [title, `<title of plan ${at + 1}>`] as const,
    ]),
    [dataFolder, '<data folder>'],
    [home, '<home folder>'],
    [person, '<person>'],
    [machine, '<computer>'],
  ];
  // A name inside a longer one would leave its rest behind.
  const spelled = pairs
    .flatMap(([text, alias]) =>
      [...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())])].map(
        (one) => [one, alias] as const,
      ),
    )
    .filter(([text]) => text.length > 2)
    .toSorted(([one], [other]) => other.length - one.length)
    .map(
      ([text, alias]) =>
        [new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'gu'), alias] as const,
    );
  const numbered = (all: readonly { readonly id: string }[]) => {
    const numbers = new Map(all.map(({ id }, at) => [id, at + 1]));
    return (id: string): number | null => numbers.get(id) ?? null;
  };
  return {
    connection: numbered(connections),
    plan: numbered(plans),
    hide: (text) =>
      spelled
        .reduce((rest, [pattern, alias]) => rest.replace(pattern, alias), text)
        .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '<e-mail address>'),
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
