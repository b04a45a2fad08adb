import type { PlanProgress } from '../../shared/plan.ts';

interface Refusable {
  readonly preventDefault: () => void;
}

/** The part of Electron's `app` by which it ends. */
interface EndingApp {
  on(event: 'before-quit', listener: (event: Refusable) => void): unknown;
  on(event: 'will-quit', listener: (event: Refusable) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  quit(): void;
}

interface ClosingWindow {
  readonly on: (event: 'close', listener: (event: Refusable) => void) => unknown;
  readonly close: () => void;
  readonly webContents: { readonly on: (event: 'will-prevent-unload', listener: () => void) => unknown };
}

/** What becomes of plans where the last window is closed. */
type How = 'background' | 'quit';

interface Deps {
  readonly staysOpen: boolean;
  readonly underWay: () => readonly PlanProgress[];
  readonly ask: (plans: readonly PlanProgress[]) => Promise<boolean>;
  /** What becomes of plans where the last window is closed, and the question of it: null where nothing is to be closed. */
  readonly whenClosed: () => 'ask' | How;
  readonly askWhenClosed: (plans: readonly PlanProgress[]) => Promise<How | null>;
  /** The person stays: there must be a window. */
  readonly onStay: () => void;
  /** Windows that close from now on are part of quitting. */
  readonly onBegin: () => void;
  /** A window with unsaved work did not let itself be closed. */
  readonly onRefused: () => void;
  readonly close: () => Promise<void>;
}

/** The one way in which the app ends, or goes on without a window. While a plan runs it asks first (ux B9). */
export function watchQuitting(
  app: EndingApp,
  { staysOpen, underWay, ask, whenClosed, askWhenClosed, onStay, onBegin, onRefused, close }: Deps,
) {
  let word: 'none' | 'asked' | 'given' = 'none';
  let isAsked = false;
  let end: 'none' | 'closing' | 'closed' = 'none';

  const askFirst = async (asking: () => Promise<How | null>, window?: ClosingWindow): Promise<void> => {
    word = 'asked';
    let how: How | null = null;
    try {
      how = await asking();
    } finally {
      word = how === 'quit' ? 'given' : 'none';
    }
    if (how === 'quit') app.quit();
    else if (how === 'background') window?.close();
    else onStay();
  };

  const mayEnd = (): boolean => {
    if (word === 'given') return true;
    const plans = underWay();
    if (plans.length === 0) return true;
    if (word === 'none') void askFirst(async () => ((await ask(plans)) ? 'quit' : null));
    return false;
  };

  /** Whether the last window may be closed; asks how once, and then closes it. */
  const mayClose = (window: ClosingWindow): boolean => {
    const plans = underWay();
    if (word === 'given' || plans.length === 0 || whenClosed() === 'background') return true;
    if (whenClosed() === 'quit') word = 'given';
    else if (word === 'none') void askFirst(() => askWhenClosed(plans), window);
    return word === 'given';
  };

  app.on('before-quit', (event) => {
    if (!mayEnd()) return event.preventDefault();
    isAsked = true;
    onBegin();
  });
  const goesOn = (): boolean => word !== 'given' && underWay().length > 0 && whenClosed() === 'background';
  app.on('window-all-closed', () => {
    // A person who quits means it, also where the app stays without windows.
    if (isAsked || !(staysOpen || goesOn())) app.quit();
  });
  app.on('will-quit', (event) => {
    if (end === 'closed') return;
    event.preventDefault(); // answers that are on their way are written down first
    if (end === 'closing') return;
    end = 'closing';
    void close().finally(() => {
      end = 'closed';
      app.quit();
    });
  });

  return {
    /** Whether the app is ending for good: nothing is opened any more. */
    isEnding: (): boolean => end !== 'none',
    /** The last window asks as well when it is closed. */
    watch: (window: ClosingWindow, isLast: () => boolean): void => {
      window.on('close', (event) => {
        if (!staysOpen && isLast() && !mayClose(window)) event.preventDefault();
      });
      // Unsaved work keeps the app open: the next time it asks again.
      window.webContents.on('will-prevent-unload', () => {
        if (word === 'given') word = 'none';
        onRefused();
      });
    },
    /** The machine is shutting down: nobody is asked any more. */
    allow: (): void => {
      word = 'given';
    },
  };
}
