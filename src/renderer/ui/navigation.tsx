import { createContext, type ReactNode, use, useLayoutEffect, useState, useTransition } from 'react';
import {
  UNSAFE_createHashHistory as createHashHistory,
  NavigationType,
  type Navigator,
  parsePath,
  Router,
  type To,
  useLocation,
} from 'react-router';

// The routers of react-router that have a blocker come with its loaders, actions and fetchers: a tenth of what the window loads first.

/** Answers whether a page keeps the window from going to a path; `goOn` goes there all the same. */
export type Guard = (path: string, goOn: () => void) => boolean;

export type HashHistory = Pick<
  ReturnType<typeof createHashHistory>,
  'action' | 'location' | 'createHref' | 'push' | 'replace' | 'go' | 'listen'
>;

/** A history whose steps, back and forward included, are held by the first of `guards` that does not let them through. */
export function guardedHistory(history: HashHistory, guards: ReadonlySet<Guard>) {
  let isFree = false; // what a guard was asked about goes on
  let isReturning = false; // the browser has gone already: it is called back
  const isHeld = (to: To, goOn: () => void): boolean => {
    if (isFree) {
      isFree = false;
      return false;
    }
    const { pathname = history.location.pathname } = typeof to === 'string' ? parsePath(to) : to;
    const goOnFreely = () => {
      isFree = true;
      goOn();
    };
    return [...guards].some((guard) => guard(pathname, goOnFreely));
  };
  const navigator: Navigator = {
    createHref: history.createHref,
    go: (steps) => history.go(steps),
    push: (to, state) => {
      if (!isHeld(to, () => navigator.push(to, state))) history.push(to, state);
    },
    replace: (to, state) => {
      if (!isHeld(to, () => navigator.replace(to, state))) history.replace(to, state);
    },
  };
  const listen = (onChange: (place: Place) => void): (() => void) =>
    history.listen(({ action, location, delta }) => {
      if (isReturning) {
        isReturning = false;
        return;
      }
      const isStep = action === NavigationType.Pop && delta !== null;
      if (isStep && isHeld(location, () => history.go(delta))) {
        isReturning = true;
        history.go(-delta);
      } else onChange({ action, location });
    });
  return { navigator, listen };
}

type Place = Pick<HashHistory, 'action' | 'location'>;

const Guards = createContext<Set<Guard>>(new Set());
const Opening = createContext(false);

/** Shows what the hash of the window's address names, and goes on showing the page before while the next is loaded. */
export function HashNavigation({ children }: { readonly children: ReactNode }) {
  const [{ guards, first, guarded }] = useState(() => {
    const set = new Set<Guard>();
    const history = createHashHistory({ v5Compat: true }); // which tells of its own steps, too
    const { action: how, location: where } = history;
    return { guards: set, first: { action: how, location: where }, guarded: guardedHistory(history, set) };
  });
  const [{ action, location }, setPlace] = useState<Place>(first);
  const [isOpening, startOpening] = useTransition();
  useLayoutEffect(() => guarded.listen((place) => startOpening(() => setPlace(place))), [guarded]);
  return (
    <Guards value={guards}>
      <Opening value={isOpening}>
        <Router navigator={guarded.navigator} location={location} navigationType={action}>
          {children}
        </Router>
      </Opening>
    </Guards>
  );
}

/** Whether the next page is being loaded. */
export function useIsOpening(): boolean {
  return use(Opening);
}

/** Keeps the window on this page while `isHolding`; `goOn` is what a person wanted, null where nobody wanted to leave. */
export function useHeldPage(isHolding: boolean): {
  readonly goOn: (() => void) | null;
  readonly stay: () => void;
} {
  const guards = use(Guards);
  const { pathname } = useLocation();
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (!isHolding) return undefined;
    const guard: Guard = (path, onward) => {
      if (path === pathname) return false;
      setGoOn(() => onward);
      return true;
    };
    guards.add(guard);
    return () => void guards.delete(guard);
  }, [guards, pathname, isHolding]);
  return { goOn, stay: () => setGoOn(null) };
}
