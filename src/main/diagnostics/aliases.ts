import type { Connection } from '../../shared/model/connection.ts';
import type { PlanProgress } from '../../shared/plan.ts';

interface Known {
  readonly connections: readonly Connection[];
  readonly plans: readonly PlanProgress[];
  readonly dataFolder: string;
  readonly home: string;
  readonly person: string;
  readonly machine: string;
}

export type Aliases = ReturnType<typeof createAliases>;

/** Puts numbers in the place of connections and plans, and placeholders in the place of known names, addresses and folders. */
export function createAliases({ connections, plans, dataFolder, home, person, machine }: Known) {
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
    /** The number under which a connection appears; null for one that is not there any more. */
    connection: numbered(connections),
    plan: numbered(plans),
    hide: (text: string): string =>
      spelled
        .reduce((rest, [pattern, alias]) => rest.replace(pattern, alias), text)
        .replace(mailAddress, '<e-mail address>'),
  };
}

// Starts only at the beginning of a run of letters; elsewhere each try would scan the whole run.
const mailAddress = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
