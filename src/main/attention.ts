import { BrowserWindow, dialog, Notification } from 'electron';
import type { AuditLanguage } from '../shared/model/audit.ts';
import type { PlanProgress } from '../shared/plan.ts';
import { segment } from '../shared/rules/segment.ts';
import { tell } from './ipc.ts';
import { createPlanManners, type Mark, type PlanManners } from './plan-manners.ts';
import { endWords, quitWords } from './plan-words.ts';
import { bringForward } from './window.ts';

interface Surroundings {
  readonly language: () => AuditLanguage;
  /** Whether the person wants to be told of ends. */
  readonly mayNotify: () => boolean;
  readonly writesProduction: (plan: PlanProgress) => boolean;
  /** Opens a window at an address of the interface, where there is none. */
  readonly openAt: (address: string) => void;
}

export interface Attention extends PlanManners {
  /** Asks whether to quit although these plans are under way; staying is what Enter and Escape mean. */
  readonly askToQuit: (plans: readonly PlanProgress[]) => Promise<boolean>;
}

/** The manners of plans on this desktop: taskbar or dock, notices of the system, and the question before quitting. */
export function createAttention({ language, mayNotify, writesProduction, openAt }: Surroundings): Attention {
  const manners = createPlanManners({
    show: showMark,
    notify: (plan) =>
      showNotice({ title: plan.title, body: endWords(plan, language()) }, () => showPlan(plan.id, openAt)),
    isInFront: () => BrowserWindow.getFocusedWindow() !== null,
    mayNotify,
  });
  return {
    ...manners,
    askToQuit: async (plans) => {
      const { message, detail, quit, stay } = quitWords(plans, plans.some(writesProduction), language());
      const buttons = [quit, stay];
      const options = {
        type: 'question',
        message,
        detail,
        buttons,
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      } as const;
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      const { response } = await (window === undefined
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(window, options));
      return response === 0;
    },
  };
}

function showPlan(id: string, openAt: Surroundings['openAt']): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) openAt(`/activity/plans/one/${segment(id)}`);
  else tell(bringForward(window), { type: 'show-plan', id });
}

function showMark(mark: Mark | null): void {
  for (const window of BrowserWindow.getAllWindows())
    if (mark === null) window.setProgressBar(-1);
    else window.setProgressBar(mark.part, { mode: mark.mode });
}

const notices = new Set<Notification>(); // one that nobody holds is collected, and its click with it

function showNotice(words: { readonly title: string; readonly body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return;
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
}
