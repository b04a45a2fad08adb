import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { matchPath, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  type ChosenKeys,
  type CommandId,
  type CommandTarget,
  commandIds,
  commands,
  keysOf,
  reasonAgainst,
  type WindowState,
} from '../../shared/commands.ts';
import { fromSegment } from '../../shared/rules/texts/segment.ts';
import { screens } from '../../shared/screens.ts';
import { nextZoom } from '../../shared/zoom.ts';
import { askFor, onAsked, useAskedTour, useUndoable } from '../data/asked.ts';
import { useActiveConnection } from '../data/connections.ts';
import { chordsOf, type KeyPress } from '../data/key-press.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from '../data/preferences.ts';
import { auditBefore } from '../data/recent-audits.ts';
import { isMac } from '../data/shortcuts.ts';
import { useTranslation } from '../messages/language.ts';
import { useOpenWindow } from '../parts/open-window.ts';
import { pathTo, screenOf } from '../routes.ts';
import { act, actionsInHand } from '../ui/in-hand.ts';
import { announce } from '../ui/live-region.tsx';

/** Carries out the commands that keys, the menu and the palette ask for, and says which dialogs of the frame are open. */
export function useCommands() {
  const { t } = useTranslation('commands');
  const navigate = useNavigate();
  const at = useLocation();
  const openWindow = useOpenWindow();
  const connection = useActiveConnection()?.id ?? null;
  const { shortcuts } = usePreferences();
  const now = usePreferencesNow();
  const change = useChangePreferences();
  const wantedZoom = useRef<number | null>(null); // a wheel turns faster than a preference is kept
  const windowState = useWindowState();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [helpTopic, setHelpTopic] = useState<string | null>(null);
  const { isFinding, find, leave } = useFinding(connection);
  useCommandInputs(shortcuts);
  useLayoutEffect(() => {
    const target: CommandTarget = {
      open: (screen, search) =>
        void navigate(pathTo(screen) + (search === undefined ? '' : `?${new URLSearchParams(search)}`)),
      travel: (by) => void navigate(by),
      openWindow: () => {
        // A draft is worked on in one window: two would each keep theirs over the other's.
        const isDraft = at.pathname === pathTo('newAudit');
        openWindow(isDraft ? pathTo('audits') : `${at.pathname}${at.search}`);
      },
      focusFilter,
      undo: () => useUndoable.getState().undo?.(),
      redo: () => useUndoable.getState().redo?.(),
      moveRegion,
      toggle: (setting) => void change({ [setting]: now()?.[setting] !== true }),
      zoom: (by) => {
        const before = wantedZoom.current ?? now()?.zoom ?? 1;
        const factor = by === 0 ? 1 : nextZoom(before, by);
        announce(t('zoom', { percent: Math.round(factor * 100) }));
        if (factor === before) return;
        wantedZoom.current = factor;
        void change({ zoom: factor }).finally(() => {
          if (wantedZoom.current === factor) wantedZoom.current = null;
        });
      },
      showHelp: () => setHelpTopic(screenOf(at.pathname) ?? 'help'),
      openAuditBefore: () => {
        const auditId = auditBefore(now() ?? noneOpened, connection, openAudit(at.pathname));
        if (auditId !== null) void navigate(pathTo('audit', { auditId }));
      },
      act: (action) => {
        const wanted = actionsInHand().find(({ id }) => id === action);
        if (wanted !== undefined) act(wanted);
      },
      showPalette: find,
      showShortcuts: () => setShowsShortcuts(true),
      showTour: () => useAskedTour.setState({ isAsked: true }),
    };
    return onAsked((id) => {
      if (hasDialog() && commands[id].isForDialogs !== true) return announce(t('reason.dialog'));
      const reason = reasonAgainst(id, windowState());
      if (reason === null) commands[id].run(target);
      else announce(t(`reason.${reason}`));
    });
  }, [navigate, change, now, openWindow, connection, at, t, windowState, find]);
  const reasonNow = useCallback((id: CommandId) => reasonAgainst(id, windowState()), [windowState]);
  return {
    palette: isFinding ? reasonNow : null,
    closePalette: leave,
    showsShortcuts,
    hideShortcuts: () => setShowsShortcuts(false),
    helpTopic,
    hideHelp: () => setHelpTopic(null),
  };
}

/** Whether the palette is open, over the connection that it was opened for; what is chosen in it is done once it is gone. */
function useFinding(connection: string | null) {
  const [over, setOver] = useState<{ readonly connection: string | null } | null>(null);
  const isFinding = over?.connection === connection;
  const chosen = useRef<(() => void) | null>(null);
  useLayoutEffect(() => (isFinding ? typeAhead(() => setOver(null)) : undefined), [isFinding]);
  useEffect(() => {
    if (isFinding || chosen.current === null) return;
    const run = chosen.current;
    chosen.current = null;
    run(); // the palette is a dialog too
  }, [isFinding]);
  return {
    isFinding,
    find: useCallback(() => setOver({ connection }), [connection]),
    leave: (then: (() => void) | null) => {
      chosen.current = then;
      setOver(null);
    },
  };
}

const noneOpened = { recentAudits: [] };

function useWindowState(): () => WindowState {
  const location = useLocation();
  const isNew = useNavigationType() === NavigationType.Push;
  const { pathname } = location;
  const active = useActiveConnection();
  const connection = active?.id ?? null;
  const isReadOnly = active?.access === 'read-only';
  const now = usePreferencesNow();
  const last = useRef(0); // the place of the newest screen that one can go forward to
  const seen = useRef(location);
  useEffect(() => {
    if (seen.current === location) return;
    seen.current = location;
    last.current = isNew ? place() : Math.max(last.current, place());
  }, [location, isNew]);
  return useCallback(
    () => ({
      hasConnection: connection !== null,
      isReadOnly,
      hasList: hasFilter(),
      canGoBack: place() > 0,
      canGoForward: place() < last.current,
      hasOtherAudit: auditBefore(now() ?? noneOpened, connection, openAudit(pathname)) !== null,
      actions: new Set(actionsInHand().map(({ id }) => id)),
      canUndo: useUndoable.getState().undo !== null,
      canRedo: useUndoable.getState().redo !== null,
      zoom: now()?.zoom ?? 1,
    }),
    [connection, isReadOnly, pathname, now],
  );
}

function openAudit(pathname: string): string | null {
  const id = matchPath(`${screens.audit.path}/*`, pathname)?.params.auditId;
  return id === undefined ? null : fromSegment(id);
}

/** Where the screen stands among those that were open in this window, from 0; the router counts. */
function place(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/** Moves the focus to the next or previous part of the window, in the order in which they stand; it goes around. */
function moveRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const current = regions.findLastIndex((region) => region.contains(document.activeElement)); // the innermost
  const start = current < 0 ? (by === 1 ? -1 : 0) : current;
  const next = regions[(start + by + regions.length) % regions.length];
  const inside = next?.querySelector<HTMLElement>(
    'a[href], button:not([disabled], [tabindex="-1"]), input:not([disabled]), [tabindex="0"]',
  );
  (next?.dataset.region === 'content' || next?.tabIndex === 0 ? next : (inside ?? next))?.focus();
}

function hasFilter(): boolean {
  return filterField() !== null;
}

function focusFilter(): void {
  filterField()?.focus();
  filterField()?.select();
}

function filterField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-region="content"] input[data-filter]');
}

export function commandOf(press: KeyPress, chosen: ChosenKeys, mac: boolean): CommandId | null {
  for (const chord of chordsOf(press, mac)) {
    const found = commandIds.find((id) => keysOf(id, chosen, mac).includes(chord));
    if (found !== undefined) return found;
  }
  return null;
}

function isText(target: EventTarget | null): boolean {
  const texts = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea';
  return target instanceof HTMLElement && target.matches(texts);
}

/** Has keys, the wheel with Control held and the buttons at the side of a mouse ask for their commands. */
function useCommandInputs(shortcuts: ChosenKeys): void {
  // With the first paint, not after it: whoever sees the window may type.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const id = commandOf(event, shortcuts, isMac);
      if (id === null || (hasDialog() && commands[id].isForDialogs !== true)) return;
      if (commands[id].leavesTexts === true && isText(event.target)) return;
      event.preventDefault(); // also where nothing is to be undone: a text that has no focus stays as it is
      askFor(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return; // pinching on a touchpad comes as this, too
      event.preventDefault();
      if (hasTurned(event)) askFor(event.deltaY < 0 ? 'zoom-in' : 'zoom-out');
    };
    addEventListener('wheel', onWheel, { passive: false });
    return () => removeEventListener('wheel', onWheel);
  }, []);
  useEffect(() => {
    const onMouseUp = (event: MouseEvent) => {
      const id = mouseCommands[event.button];
      if (id === undefined) return;
      event.preventDefault();
      askFor(id);
    };
    addEventListener('mouseup', onMouseUp);
    return () => removeEventListener('mouseup', onMouseUp);
  }, []);
}

const notch = 100; // what one notch of a wheel turns, in pixels; a touchpad comes to it in many small ones
let turned = 0;

function hasTurned({ deltaY, deltaMode }: WheelEvent): boolean {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * notch;
  turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels;
  if (Math.abs(turned) < notch) return false;
  turned = 0;
  return true;
}

const mouseCommands: Readonly<Record<number, CommandId>> = { 3: 'back', 4: 'forward' }; // its buttons at the side

/** Whether a dialog is open: it is one task, and nothing leads out of it but itself. */
function hasDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/**
 * Keeps what is typed from now on for the palette, which may still be loaded, and types it there once its field has the focus: until then
 * nothing else hears a key. Escape gives up. Answers what ends this.
 */
function typeAhead(onEscape: () => void): () => void {
  let typed = '';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    setTimeout(() => {
      end();
      if (typed === '') return;
      // The list goes to the first that fits what a person types, and knows that by this event, which a command does not fire.
      target.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
      document.execCommand('insertText', false, typed);
    }); // once the list below it is drawn
  };
  const end = () => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('focusin', onFocus);
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('focusin', onFocus);
  return end;
}
