import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from './class-names.ts';
import { Row, Stack } from './layout.tsx';

const icons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
} as const;

export interface BannerProps {
  readonly tone: keyof typeof icons;
  readonly title?: string | undefined;
  readonly children?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** `alert` only for lost work and security; `status` for what came about just now; else it is plain text. */
  readonly role?: 'status' | 'alert' | undefined;
  /** One line where there is room: title, text and actions side by side. */
  readonly isLine?: boolean | undefined;
}

/** Something that stays true for a while, said where it matters. It never goes away by itself. */
export function Banner({ tone, title, children, actions, role, isLine }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={cx(styles.banner, styles[tone], isLine === true && styles.line)} role={role}>
      <Icon aria-hidden className={styles.icon} />
      <Stack gap="2" grow className={styles.content}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && (
          <Stack gap="1" className={styles.text}>
            {children}
          </Stack>
        )}
        {actions !== undefined && <Row className={styles.actions}>{actions}</Row>}
      </Stack>
    </div>
  );
}
