import type { TFunction } from 'i18next';
import type differences from '../../words/en-us/screens/differences.json';
import type errors from '../../words/en-us/screens/errors.json';
import type help from '../../words/en-us/screens/help.json';
import type parts from '../../words/en-us/screens/parts.json';
import type plans from '../../words/en-us/screens/plans.json';
import type commands from '../../words/en-us/start/commands.json';
import type common from '../../words/en-us/start/common.json';
import type offline from '../../words/en-us/start/offline.json';
import type welcome from '../../words/en-us/start/welcome.json';

/** The words of screens, by namespace; `app/screens.tsx` adds each. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to
export interface ScreenWords {}

// What is no key of the English texts does not compile; that other languages have the same keys, a test shows.
type AllWords = { [Name in keyof ScreenWords]: Omit<ScreenWords[Name], 'help'> } & {
  commands: typeof commands;
  common: typeof common;
  differences: typeof differences;
  errors: typeof errors;
  help: typeof help; // `help-pages.ts` takes its pages whole
  offline: typeof offline;
  parts: typeof parts; // what several screens share
  plans: typeof plans; // what plans do, which main says, too
  welcome: typeof welcome;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: AllWords;
    returnNull: false;
  }
}

/** The name of a file of words. */
export type Namespace = keyof AllWords;

/** Says a text of its own namespace, or of another as `namespace:key`; a key that has no text stands for itself. */
export type Translate<Own extends Namespace = 'common'> = TFunction<
  readonly [Own, 'commands', 'common', 'parts']
>;

/** Texts by namespace, as they are loaded. */
export type Words = Readonly<Record<string, object>>;
