import { ArrowDown, ArrowUp, ChevronsUp, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { moved } from './addition.ts';
import styles from './component-tree.module.css';

export interface EntityOrderProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Whether the order says which one is the primary legal entity. */
  readonly hasPrimary: boolean;
  readonly onChange: (ids: readonly string[]) => void;
}

/** The chosen legal entities in their order, changed by buttons and by dragging alike (ux T3). */
export function EntityOrder({ ids, nameOf, hasPrimary, onChange }: EntityOrderProps) {
  const { t } = useTranslation('component-tree');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (id === undefined || to < 0 || to >= ids.length || to === from) return;
    onChange(moved(ids, from, to));
    announce(t('order.moved', { name: nameOf(id), place: to + 1, count: ids.length }));
  };
  return (
    <ol className={styles.order} aria-label={t('order.label')}>
      {ids.map((id, place) => {
        const name = nameOf(id);
        return (
          <li
            key={id}
            className={styles.ordered}
            draggable={hasPrimary}
            data-over={over === place && dragged !== null && dragged !== place}
            onDragStart={(event) => {
              setDragged(place);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(place);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, place);
            }}
          >
            <span className={styles.orderedName}>
              {name}
              {hasPrimary && place === 0 && <span className={styles.primary}> {t('primary')}</span>}
            </span>
            {hasPrimary && ids.length > 1 && (
              <>
                <IconButton
                  label={t('order.first', { name })}
                  icon={<ChevronsUp aria-hidden />}
                  reason={place === 0 ? t('order.isFirst') : undefined}
                  onPress={() => move(place, 0)}
                />
                <IconButton
                  label={t('order.up', { name })}
                  icon={<ArrowUp aria-hidden />}
                  reason={place === 0 ? t('order.isFirst') : undefined}
                  onPress={() => move(place, place - 1)}
                />
                <IconButton
                  label={t('order.down', { name })}
                  icon={<ArrowDown aria-hidden />}
                  reason={place === ids.length - 1 ? t('order.isLast') : undefined}
                  onPress={() => move(place, place + 1)}
                />
              </>
            )}
            <IconButton
              label={t('order.remove', { name })}
              icon={<X aria-hidden />}
              onPress={() => onChange(ids.filter((one) => one !== id))}
            />
          </li>
        );
      })}
    </ol>
  );
}
