import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';

export interface Findable {
  readonly label: string;
  readonly terms: readonly string[];
}

export const paletteGroups = [
  'recent',
  'inHand',
  'open',
  'commands',
  'views',
  'audits',
  'clients',
  'packages',
  'connections',
  'plans',
] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteEntry extends Findable {
  readonly key: string;
  readonly detail?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly reason?: string | undefined;
}

export interface ShownGroup<Entry extends PaletteEntry> {
  readonly id: PaletteGroup;
  readonly entries: readonly Entry[];
  /** How many there are, those that are not shown too. */
  readonly count: number;
}

/** How many entries of a group show at most, and the key of its title. */
export const groupRows = {
  recent: { most: 6, title: 'parts:word.recent' },
  inHand: { most: 20, title: 'parts:word.selection' },
  open: { most: 1, title: 'group.open' },
  commands: { most: 12, title: 'group.commands' },
  views: { most: 8, title: 'parts:word.views' },
  audits: { most: 12, title: 'commands:screens.audits' },
  clients: { most: 8, title: 'commands:screens.clients' },
  packages: { most: 8, title: 'commands:screens.workPackages' },
  connections: { most: 8, title: 'commands:screens.connections' },
  plans: { most: 8, title: 'parts:word.plans' },
} as const satisfies Readonly<Record<PaletteGroup, { readonly most: number; readonly title: string }>>;

type Sources<Entry> = Readonly<Record<Exclude<PaletteGroup, 'recent'>, readonly Entry[]>>;

/**
 * What the palette shows for what is typed. Before anything is typed: what was used last, then all commands. After: what fits, the
 * best first, and of equals what was used last.
 */
export function shownGroups<Entry extends PaletteEntry>(
  typed: string,
  sources: Sources<Entry>,
  recent: readonly string[],
): readonly ShownGroup<Entry>[] {
  const group = (
    id: PaletteGroup,
    entries: readonly Entry[],
    most: number = groupRows[id].most,
  ): readonly ShownGroup<Entry>[] =>
    entries.length === 0 ? [] : [{ id, entries: entries.slice(0, most), count: entries.length }];
  if (typed.trim() === '') {
    const all = new Map(
      [
        ...sources.views,
        ...sources.audits,
        ...sources.clients,
        ...sources.packages,
        ...sources.connections,
        ...sources.plans,
        ...sources.commands,
      ].map((entry) => [entry.key, entry]),
    );
    const last = recent.flatMap((key) => all.get(key) ?? []).slice(0, groupRows.recent.most);
    const others = sources.commands.filter(({ key }) => !last.some((entry) => entry.key === key));
    return [
      ...group('recent', last),
      ...group('inHand', sources.inHand),
      ...group('commands', others, others.length),
    ];
  }
  const rank = new Map(recent.map((key, place) => [key, place]));
  const placeOf = ({ key }: Entry): number => rank.get(key) ?? recent.length;
  const fitting = (entries: readonly Entry[]): readonly Entry[] => best(entries, typed, placeOf);
  return [
    ...group('inHand', fitting(sources.inHand)),
    ...group('views', fitting(sources.views)),
    ...group('audits', fitting(sources.audits)),
    ...group('commands', fitting(sources.commands)),
    ...group('clients', fitting(sources.clients)),
    ...group('packages', fitting(sources.packages)),
    ...group('connections', fitting(sources.connections)),
    ...group('plans', fitting(sources.plans)),
    ...group('open', sources.open), // last: most words that are typed are no id
  ];
}

/** A list of keys with one in front, as the one that was used last. */
export function withLast(recent: readonly string[], key: string): readonly string[] {
  return [key, ...recent.filter((one) => one !== key)].slice(0, 20);
}

/**
 * How well something fits what is typed, the smaller the better; null where a word of it is nowhere. Case and accents count for
 * nothing; 0 a term that is typed out, 1 the beginning of the label, 2 the beginning of its words, 3 anywhere.
 */
export function fits(typed: string): (entry: Findable) => number | null {
  const wanted = fold(typed);
  const { words } = wordSearch(typed);
  return (entry) => {
    const all = foldedOf(entry);
    const [name = ''] = all;
    if (!words.every((word) => all.some((text) => text.includes(word)))) return null;
    if (all.includes(wanted)) return 0;
    if (name.startsWith(wanted)) return 1;
    const parts = name.split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
  };
}

const folded = new WeakMap<Findable, readonly string[]>();

/** Its label and terms as they are compared: made once, since thousands are searched while they are being read. */
function foldedOf(entry: Findable): readonly string[] {
  const known = folded.get(entry) ?? [entry.label, ...entry.terms].map(fold);
  folded.set(entry, known);
  return known;
}

/** What fits, the best first, and of equals those with the smaller place. */
export function best<Entry extends Findable>(
  entries: readonly Entry[],
  typed: string,
  placeOf: (entry: Entry) => number = () => 0,
): readonly Entry[] {
  const fit = fits(typed);
  return entries
    .flatMap((entry) => {
      const score = fit(entry);
      return score === null ? [] : [{ entry, score }];
    })
    .toSorted((one, other) => one.score - other.score || placeOf(one.entry) - placeOf(other.entry))
    .map(({ entry }) => entry);
}
