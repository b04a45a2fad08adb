import { BrowserWindow, Notification } from 'electron';
import type { Reply } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { segment } from '../../shared/rules/texts/segment.ts';
import { tell } from '../bridge/ipc.ts';
import { createPlanNotifications, type Mark, type PlanNotifications } from '../bridge/plan-notifications.ts';
import { askPerson, askWhich } from './ask.ts';
import { bringToFront } from './window.ts';
import { closingWords, endWords, needWords, quitWords } from './words.ts';

interface Deps {
  readonly read: (plan: string) => Reply<PlanProgress>;
  readonly language: () => string;
  readonly mayNotify: () => boolean;
  readonly writesProduction: (plan: PlanProgress) => boolean;
  /** Opens a window at an address of the interface, where there is none. */
  readonly openAt: (address: string) => void;
}

export interface Attention extends PlanNotifications {
  /** Asks whether to quit although these plans are under way; staying is what Enter and Escape mean. */
  readonly askToQuit: (plans: readonly PlanProgress[]) => Promise<boolean>;
  /** Asks what becomes of them where the last window is closed; null where it stays. */
  readonly askWhenClosed: (plans: readonly PlanProgress[]) => Promise<'background' | 'quit' | null>;
}

/** Plans on this desktop: taskbar or dock, notifications, and the question before quitting. */
export function createAttention({ read, language, mayNotify, writesProduction, openAt }: Deps): Attention {
  let latest: Notification | null = null;
  const manners = createPlanNotifications({
    read,
    show: showMark,
    notify: (plans) => {
      const [only] = plans;
      const isOne = only !== undefined && plans.length === 1;
      if (!isOne) latest?.close(); // it told of some of them
      latest = showNotice(endWords(plans, language()), () =>
        showAddress(isOne ? addressOf(only) : '/activity', openAt),
      );
    },
    notifyNeed: (plan) => {
      showNotice(needWords(plan, language()), () => showAddress(addressOf(plan), openAt));
    },
    isInFront: () => BrowserWindow.getFocusedWindow() !== null,
    mayNotify,
  });
  return {
    ...manners,
    askToQuit: (plans) => askPerson(quitWords(plans, plans.some(writesProduction), language()), 'question'),
    askWhenClosed: async (plans) => {
      const words = closingWords(plans, plans.some(writesProduction), language());
      const which = await askWhich(words, 'question');
      return which === null ? null : which === 0 ? 'background' : 'quit';
    },
  };
}

function addressOf({ id }: PlanProgress): string {
  return `/activity/plans/one/${segment(id)}`;
}

/** Shows an address in an open window, or in a new one. */
export function showAddress(address: string, openAt: Deps['openAt']): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window === undefined || window.webContents.isLoading()) return openAt(address);
  bringToFront(window);
  tell(window, { type: 'show-address', address });
}

function showMark(mark: Mark | null): void {
  for (const window of BrowserWindow.getAllWindows())
    if (mark === null) window.setProgressBar(-1);
    else window.setProgressBar(mark.part, { mode: mark.mode });
}

const notices = new Set<Notification>(); // one that nobody holds is collected, and its click with it

function showNotice(
  words: { readonly title: string; readonly body: string },
  onClick: () => void,
): Notification | null {
  if (!Notification.isSupported()) return null;
  const notice = new Notification(words);
  const forget = (): void => {
    notices.delete(notice);
  };
  notices.add(notice);
  notice.on('close', forget);
  notice.on('click', () => {
    forget();
    onClick();
  });
  notice.show();
  return notice;
}
