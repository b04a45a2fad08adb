import type errors from '../../words/en-us/screens/errors.json';
import type commands from '../../words/en-us/start/commands.json';
import type common from '../../words/en-us/start/common.json';
import type help from '../../words/en-us/start/help.json';
import type offline from '../../words/en-us/start/offline.json';
import type welcome from '../../words/en-us/start/welcome.json';

/** The words of screens, by namespace; `app/screens.tsx` adds each. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to
export interface ScreenWords {}

// What is no key of the English texts does not compile; that other languages have the same keys, a test shows.
type AllWords = { [Name in keyof ScreenWords]: Omit<ScreenWords[Name], 'help'> } & {
  commands: typeof commands;
  common: typeof common;
  errors: typeof errors;
  help: typeof help; // `help-pages.ts` takes its pages whole
  offline: typeof offline;
  welcome: typeof welcome;
};

/** The name of a file of words. */
export type Namespace = keyof AllWords;

type Stem<Key extends string> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key;

/** The keys of the texts in a tree, without the plural form at their end. */
type TextKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Stem<Key> : `${Key}.${TextKey<Tree[Key]>}`;
}[keyof Tree & string];

type TreeAt<Tree, Key> = Key extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Tree
    ? TreeAt<Tree[Head], Rest>
    : never
  : Key extends keyof Tree
    ? Tree[Key]
    : never;

type ElsewhereKey = { [Name in Namespace]: `${Name}:${TextKey<AllWords[Name]>}` }[Namespace];

type Values = Readonly<Record<string, unknown>>; // what a text does not name is left out

/** Says a text of its own namespace, or of another as `namespace:key`; a key that has no text stands for itself. */
export interface Translate<Own extends Namespace = 'common'> {
  <Key extends string>(key: Key, options: { readonly returnObjects: true }): TreeAt<AllWords[Own], Key>;
  (key: TextKey<AllWords[Own]> | ElsewhereKey, values?: Values): string;
}

/** Texts by namespace, as they are loaded. */
export type Words = Readonly<Record<string, object>>;

interface Speech {
  /** As `Intl` knows it. */
  readonly language: string;
  readonly words: () => Words;
  readonly formatNumber: (value: number, language: string) => string;
}

/**
 * What says the texts of a language. `{{name}}` stands for a value, `{{name, number}}` for a number as the language writes it; a value
 * named `count` chooses the plural form. Values are never read as texts: a name with `{{` in it stays as it is.
 */
export function translator<Own extends Namespace>(
  { language, words, formatNumber }: Speech,
  namespace: Own,
): Translate<Own> {
  const plurals = new Intl.PluralRules(language);
  const say = (key: string, values: Values = {}): unknown => {
    const [, elsewhere, path = key] = /^([\w-]+):(.*)$/.exec(key) ?? [];
    const tree = words()[elsewhere ?? namespace];
    const { count, returnObjects } = values;
    const form = typeof count === 'number' ? textAt(tree, `${path}_${plurals.select(count)}`) : undefined;
    const text = form ?? textAt(tree, path);
    if (typeof text !== 'string') return returnObjects === true && text !== undefined ? text : path;
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
      const value = values[name];
      if (isNumber !== undefined) return formatNumber(Number(value), language);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    });
  };
  return say as Translate<Own>; // the words that are loaded have the keys of the English ones: messages.test.ts
}

function textAt(tree: unknown, path: string): unknown {
  let found = tree;
  for (const key of path.split('.'))
    found = isTree(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
