import { createContext, type ReactNode, useContext } from 'react';

/** The few words that the parts of the interface say by themselves. */
export interface UiWords {
  readonly cancel: string;
  readonly copy: string;
  readonly copied: string;
  readonly close: string;
  readonly clear: string;
  readonly details: string;
  readonly optional: string;
  readonly openCalendar: string;
  readonly notInCalendar: string;
  readonly noDay: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly show: string;
  readonly hide: string;
  readonly clearClipboard: string;
  readonly clipboardCleared: string;
  readonly pending: string;
  readonly noMatch: string;
  /** Of a list that is too long, with `{{count}}` of those that it does not show. */
  readonly moreMatches: string;
  readonly showOptions: string;
  readonly columns: string;
  readonly sortUp: string;
  readonly sortDown: string;
  readonly wider: string;
  readonly narrower: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly hideColumn: string;
  readonly resetColumns: string;
  readonly rowActions: string;
  /** Nothing is left of the rows that a menu was opened for. */
  readonly rowsGone: string;
  /** Some are gone, with `{{left}}` and `{{count}}`. */
  readonly rowsFewer: string;
  readonly stepDone: string;
  readonly stepCurrent: string;
  readonly stepError: string;
  readonly stepUpcoming: string;
  readonly leaveTitle: string;
  readonly leaveText: string;
  readonly leave: string;
  readonly stay: string;
}

const WordsContext = createContext<UiWords | null>(null);
const DatesContext = createContext<'system' | 'iso'>('system');

export function UiWordsProvider({
  words,
  dates,
  children,
}: {
  readonly words: UiWords;
  /** Whether days are written as the locale does, or as `2025-12-31`. */
  readonly dates: 'system' | 'iso';
  readonly children: ReactNode;
}) {
  return (
    <WordsContext value={words}>
      <DatesContext value={dates}>{children}</DatesContext>
    </WordsContext>
  );
}

/** The words of the language in use; a part outside of the provider is a mistake in our own code. */
export function useUiWords(): UiWords {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('no words provided for the interface');
  return words;
}

/** How days are written in this window. */
export function useDates(): 'system' | 'iso' {
  return useContext(DatesContext);
}
