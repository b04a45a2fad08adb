import { useEffect, useState, useSyncExternalStore } from 'react';

/** The time in whole seconds since 1970; it changes only while it is watched. */
export function useSeconds(isWatched: boolean): number {
  const subscribe = (changed: () => void) => {
    const timer = isWatched ? setInterval(changed, 250) : undefined;
    return () => clearInterval(timer);
  };
  return useSyncExternalStore(subscribe, seconds, seconds);
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}

const searchDelay = 250; // milliseconds (ux P6)

/** The text after a pause in typing; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
