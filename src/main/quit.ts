import type { PlanProgress } from '../shared/plan.ts';

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

/** A window, as far as its closing goes. */
interface ClosingWindow {
  readonly on: (event: 'close', listener: (event: Refusable) => void) => unknown;
  readonly webContents: { readonly on: (event: 'will-prevent-unload', listener: () => void) => unknown };
}

interface Surroundings {
  /** Whether the app stays when its last window is closed, as on macOS. */
  readonly staysOpen: boolean;
  /** The plans that would be interrupted. */
  readonly underWay: () => readonly PlanProgress[];
  /** Asks a person whether to quit all the same. */
  readonly ask: (plans: readonly PlanProgress[]) => Promise<boolean>;
  /** The person wants it to go on: there must be a window again, if there is none. */
  readonly onStay: () => void;
  /** Windows that close from now on are part of quitting. */
  readonly onBegin: () => void;
  /** A window with unsaved work did not let itself be closed. */
  readonly onRefused: () => void;
  /** Ends what is under way and closes the files. */
  readonly close: () => Promise<void>;
}

export interface Quitting {
  /** Whether the app is ending for good: nothing is opened any more. */
  readonly isEnding: () => boolean;
  /** Has a window ask as well when it is closed as the last one. */
  readonly watch: (window: ClosingWindow, isLast: () => boolean) => void;
  /** Nobody is asked any more: the machine is being shut down. */
  readonly allow: () => void;
}

/** The one way in which the app ends. While a plan is under way it asks first, once; nothing is asked where none is (ux B9). */
export function watchQuitting(
  app: EndingApp,
  { staysOpen, underWay, ask, onStay, onBegin, onRefused, close }: Surroundings,
): Quitting {
  let word: 'none' | 'asked' | 'given' = 'none';
  let isAsked = false;
  let end: 'none' | 'closing' | 'closed' = 'none';

  const askFirst = async (plans: readonly PlanProgress[]): Promise<void> => {
    word = 'asked';
    let agreed = false;
    try {
      agreed = await ask(plans);
    } finally {
      word = agreed ? 'given' : 'none';
    }
    if (agreed) app.quit();
    else onStay();
  };

  const mayEnd = (): boolean => {
    if (word === 'given') return true;
    const plans = underWay();
    if (plans.length === 0) return true;
    if (word === 'none') void askFirst(plans);
    return false;
  };

  app.on('before-quit', (event) => {
    if (!mayEnd()) return event.preventDefault();
    isAsked = true;
    onBegin();
  });
  app.on('window-all-closed', () => {
    // Who quits, and then lets the last window lose its work, has quit, also where the app would stay.
    if (!staysOpen || isAsked) app.quit();
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
    isEnding: () => end !== 'none',
    watch: (window, isLast) => {
      window.on('close', (event) => {
        if (!staysOpen && isLast() && !mayEnd()) event.preventDefault();
      });
      // Something unsaved keeps the window open, and with it the app: the next time is asked about anew.
      window.webContents.on('will-prevent-unload', () => {
        if (word === 'given') word = 'none';
        onRefused();
      });
    },
    allow: () => {
      word = 'given';
    },
  };
}
