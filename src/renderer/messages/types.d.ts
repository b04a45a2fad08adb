import 'i18next';
import type errors from '../../words/en-us/screens/errors.json';
import type commands from '../../words/en-us/start/commands.json';
import type common from '../../words/en-us/start/common.json';
import type help from '../../words/en-us/start/help.json';
import type offline from '../../words/en-us/start/offline.json';
import type welcome from '../../words/en-us/start/welcome.json';

// What is no key of the English texts does not compile; that other languages have the same keys, a test shows.
declare module 'i18next' {
  /** The words of screens, by namespace; `app/screens.tsx` adds each. */
  interface ScreenWords {}
  interface CustomTypeOptions {
    defaultNS: 'common';
    // The help is no text of a key: `help-pages.ts` takes its pages whole.
    resources: { [Name in keyof ScreenWords]: Omit<ScreenWords[Name], 'help'> } & {
      commands: typeof commands;
      common: typeof common;
      errors: typeof errors;
      help: typeof help;
      offline: typeof offline;
      welcome: typeof welcome;
    };
    returnNull: false;
  }
}
