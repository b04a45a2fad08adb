import { announce } from './live-region.tsx';
import styles from './toast.module.css';

const shownFor = 5_000; // milliseconds, and for as long as it is pointed at

/** Says that something succeeded: to see for a while above everything else, and to hear. It needs no answer. */
export function tell(text: string): void {
  announce(text);
  document.querySelector(`.${styles.toast}`)?.remove();
  const toast = document.createElement('div');
  Object.assign(toast, { className: styles.toast, textContent: text, popover: 'manual', ariaHidden: 'true' });
  document.body.append(toast);
  toast.showPopover();
  const leave = () => setTimeout(() => toast.remove(), shownFor);
  let timer = leave();
  toast.addEventListener('pointerenter', () => clearTimeout(timer));
  toast.addEventListener('pointerleave', () => (timer = leave()));
}
