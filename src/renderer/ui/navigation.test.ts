import { createPath, NavigationType, type To } from 'react-router';
import { expect, test } from 'vitest';
import { type Guard, guardedHistory, type HashHistory } from './navigation.tsx';

const pathOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));

/** A history as a browser has it: steps back and forward happen after they were asked for, and are told of. */
function browserAt(...paths: readonly string[]) {
  const entries = [...paths];
  const waiting: number[] = [];
  let place = entries.length - 1;
  let tell: Parameters<HashHistory['listen']>[0] = () => {};
  const locationAt = () => ({
    pathname: entries[place] ?? '',
    search: '',
    hash: '',
    state: null,
    key: String(place),
  });
  const told = (action: NavigationType, delta: number) => tell({ action, location: locationAt(), delta });
  const history: HashHistory = {
    action: NavigationType.Pop,
    get location() {
      return locationAt();
    },
    createHref: () => '',
    listen: (listener) => {
      tell = listener;
      return () => {};
    },
    go: (steps) => void waiting.push(steps),
    push: (to: To) => {
      entries.splice(place + 1, entries.length, pathOf(to));
      place += 1;
      told(NavigationType.Push, 1);
    },
    replace: (to: To) => {
      entries[place] = pathOf(to);
      told(NavigationType.Replace, 0);
    },
  };
  return {
    history,
    step: (steps: number) => {
      waiting.push(steps);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        place += next;
        told(NavigationType.Pop, next);
      }
    },
    address: () => entries[place],
  };
}

function open(...paths: readonly string[]) {
  const browser = browserAt(...paths);
  const guards = new Set<Guard>();
  const { navigator, listen } = guardedHistory(browser.history, guards);
  const shown: string[] = [];
  listen(({ location }) => void shown.push(location.pathname));
  const asked: { readonly path: string; readonly goOn: () => void }[] = [];
  const guard: Guard = (path, goOn) => {
    if (path === '/form') return false;
    asked.push({ path, goOn });
    return true;
  };
  return { ...browser, navigator, guards, guard, shown, asked };
}

const ways = [
  {
    way: 'a link',
    go: ({ navigator }: ReturnType<typeof open>) => navigator.push('/clients'),
    to: '/clients',
  },
  {
    way: 'a redirect',
    go: ({ navigator }: ReturnType<typeof open>) => navigator.replace('/users'),
    to: '/users',
  },
  { way: 'one step back', go: ({ step }: ReturnType<typeof open>) => step(-1), to: '/list' },
  { way: 'two steps back', go: ({ step }: ReturnType<typeof open>) => step(-2), to: '/start' },
] as const;

test.each(ways)('without a guard, $way is shown', ({ go, to }) => {
  const window = open('/start', '/list', '/form');
  go(window);
  expect([window.shown, window.address()]).toEqual([[to], to]);
});

test.each(ways)('a guard holds $way: nothing is shown, and the address stays', ({ go, to }) => {
  const window = open('/start', '/list', '/form');
  window.guards.add(window.guard);
  go(window);
  expect(window.asked.map(({ path }) => path)).toEqual([to]);
  expect([window.shown, window.address()]).toEqual([[], '/form']);
});

test.each(ways)('$way goes on after a person said so, and the guard is asked the next time', ({ go, to }) => {
  const window = open('/start', '/list', '/form');
  window.guards.add(window.guard);
  go(window);
  window.asked[0]?.goOn();
  window.step(0); // what was asked of the browser meanwhile happens
  expect(window.shown).toContain(to);
  expect(window.address()).toBe(to);
  window.navigator.push('/elsewhere');
  expect(window.asked.map(({ path }) => path)).toContain('/elsewhere');
  expect(window.address()).toBe(to);
});

test('what a guard lets through is shown: another view of the same page', () => {
  const window = open('/start', '/form');
  window.guards.add(window.guard);
  window.navigator.push('/form');
  expect(window.asked).toEqual([]);
  expect(window.shown).toEqual(['/form']);
});
