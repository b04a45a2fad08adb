import 'i18next';
import type { messages } from './en-us/messages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof messages;
    returnNull: false;
  }
}
