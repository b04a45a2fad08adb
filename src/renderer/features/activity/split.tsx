import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/class-names.ts';
import styles from './activity.module.css';

interface Props {
  /** The table. */
  readonly children: ReactNode;
  /** What is to be known about one of its rows; false while none is open. */
  readonly detail: ReactNode | false;
  readonly onClose: () => void;
}

/** A table with one of its rows at length beside it. Escape in there closes it; the table has the focus again then. */
export function Split({ children, detail, onClose }: Props) {
  const { t } = useTranslation('activity');
  const work = useRef<HTMLDivElement>(null);
  const isOpen = detail !== false;
  useEffect(() => {
    const table = work.current?.querySelector<HTMLElement>('[role="grid"]');
    if (!isOpen) return;
    return () => {
      if (document.activeElement === document.body) table?.focus();
    };
  }, [isOpen]);
  return (
    <div ref={work} className={cx(styles.work, isOpen && styles.split)}>
      {children}
      {isOpen && (
        <div
          className={styles.detail}
          role="group"
          aria-label={t('detail.label')}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onClose();
          }}
        >
          {detail}
        </div>
      )}
    </div>
  );
}
