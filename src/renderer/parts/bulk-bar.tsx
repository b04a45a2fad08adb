import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../messages/language.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, Row } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import styles from './bulk-bar.module.css';

/** Something that can be done with all selected rows. */
export interface BulkAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode | undefined;
  /** Why it cannot be done now: it stays in sight, and says so. */
  readonly reason?: string | undefined;
  readonly isDestructive?: boolean | undefined;
  readonly onAction: () => void;
}

interface BulkBarProps {
  /** How many are selected. */
  readonly count: number;
  /** How many of them the list does not show now, because of its filters. */
  readonly hidden?: number | undefined;
  /** In front; two at most (ux B1). */
  readonly actions: readonly BulkAction[];
  /** The others, in a menu. */
  readonly more?: readonly BulkAction[] | undefined;
  readonly onClear: () => void;
}

/** What can be done with the selected rows of a list: the same bar below every list in which rows can be selected. */
export function BulkBar({ count, hidden = 0, actions, more = [], onClear }: BulkBarProps) {
  const { t } = useTranslation('bulk');
  return (
    <Card as="section" isLow isPending aria-label={t('label')}>
      <Row>
        <p role="status" className={styles.count}>
          {t('selected', { count })}
          {hidden > 0 && ` · ${t('hidden', { count: hidden })}`}
        </p>
        {actions.map(({ id, label, icon, reason, isDestructive, onAction }) => (
          <Button
            key={id}
            icon={icon}
            reason={reason}
            variant={isDestructive === true ? 'danger' : 'secondary'}
            onPress={onAction}
          >
            {label}
          </Button>
        ))}
        {more.length > 0 && (
          <Menu
            label={t('more')}
            placement="top start"
            trigger={<IconButton label={t('more')} icon={<Ellipsis aria-hidden />} />}
            entries={more.map(({ id, label, icon, reason }) => ({
              id,
              label,
              icon,
              detail: reason,
              isDisabled: reason !== undefined,
            }))}
            onAction={(chosen) => more.find(({ id }) => id === chosen)?.onAction()}
          />
        )}
        <Button variant="quiet" onPress={onClear}>
          {t('clear')}
        </Button>
      </Row>
    </Card>
  );
}
