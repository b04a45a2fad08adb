import { Emitter } from './covered.ts';
import type { Session } from './devtools.ts';
import { fromChromium, originOf } from './scheme.ts';

/** A frame as senders are told it: Electron's WebFrameMain, as far as a check of the sender reads it. */
export class Frame extends Emitter {
  url = '';
  detached = false;
  readonly parent: Frame | null;

  constructor(parent: Frame | null) {
    super();
    this.parent = parent;
  }

  get origin(): string {
    return originOf(this.url);
  }

  get top(): Frame {
    return this.parent?.top ?? this;
  }
}

/** Keeps a page's frames and their scripts' contexts as Chromium tells them; `mainId` is the main frame's id. */
export function trackFrames(page: Session, main: Frame, mainId: string) {
  const frames = new Map([[mainId, main]]);
  const contexts = new Map<number, string>();

  const frame = (id: string, parentId = mainId): Frame => {
    const known = frames.get(id);
    if (known !== undefined) return known;
    const made = new Frame(frame(parentId));
    frames.set(id, made);
    return made;
  };
  page.on('Page.frameNavigated', ({ frame: { id, parentId, url, urlFragment = '' } }) => {
    frame(id, parentId).url = fromChromium(url + urlFragment);
  });
  page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    frame(frameId).url = fromChromium(url);
    if (frameId === mainId) main.emit('navigated-within', fromChromium(url));
  });
  page.on('Page.frameDetached', ({ frameId, reason }) => {
    if (reason === 'remove') frame(frameId).detached = true;
  });
  page.on('Runtime.executionContextCreated', ({ context }) => {
    // Chromium's own description of a page's context, which the protocol leaves untyped.
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
    if (frameId !== undefined && isDefault === true) contexts.set(context.id, frameId);
  });
  page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    contexts.delete(executionContextId);
  });
  page.on('Runtime.executionContextsCleared', () => contexts.clear());

  return {
    frame,
    ofContext: (context: number): Frame | undefined => {
      const id = contexts.get(context);
      return id === undefined ? undefined : frame(id);
    },
    mainContext: (): number | undefined => [...contexts].findLast(([, id]) => id === mainId)?.[0],
  };
}
