import { type ComponentType, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

type Loaded<Props> = { readonly Part: ComponentType<Props> } | { readonly fault: unknown };

/**
 * A part whose code is loaded when it shows first; until then `Until` stands in its place. It shows as soon as it is there, where React's own
 * `lazy` may hold it back for 300 ms. What keeps it from being loaded is thrown where it shows.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Until?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: Loaded<Props> | null = null;
  let loading: Promise<unknown> | null = null;
  const subscribe = (tell: () => void) => {
    loading ??= load().then(
      (Part) => (loaded = { Part }),
      (fault: unknown) => (loaded = { fault }),
    );
    void loading.then(tell);
    return () => undefined; // React hears nothing of what is gone
  };
  return function Later(props: Props) {
    const now = useSyncExternalStore(
      subscribe,
      () => loaded,
      () => null,
    );
    if (now === null) return Until && <Until {...props} />;
    if ('fault' in now) throw now.fault;
    return <now.Part {...props} />;
  };
}

/** Stands while what was opened is being loaded: when the focus goes elsewhere meanwhile, or Escape is pressed, it is not opened any more. */
export function UntilFocusMoves({ onClose }: { readonly onClose: () => void }) {
  const close = useEffectEvent((event: FocusEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // one layer: what is selected below stays so
    }
    onClose();
  });
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    document.addEventListener('focusin', (event) => close(event), options);
    document.addEventListener('keydown', (event) => close(event), options);
    return () => ended.abort();
  }, []);
  return null;
}

/** Settles once the window has nothing else to do, or after a second. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 1_000 });
  });
}
