import type { Node, NodeProps } from '@xyflow/react';
import { CircleSlash, Minus, Plus, Route } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { statusLook } from '../../parts/status-look.ts';
import { cx } from '../../ui/class-names.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { KindIcon } from './kind-icon.tsx';
import styles from './picture.module.css';
import { useMark, usePictureTools } from './picture-marks.ts';
import type { NetworkRow } from './rows.ts';

export interface PlaceData extends Record<string, unknown> {
  readonly row: NetworkRow;
  /** What is said of it. */
  readonly label: string;
  /** How many stand below it while it is closed; null where it is open, 0 where nothing stands below it. */
  readonly hidden: number | null;
}

export type PlaceNode = Node<PlaceData, 'place'>;

function PlaceBox({ id, data: { row, label, hidden } }: NodeProps<PlaceNode>) {
  const { t } = useTranslation('network');
  const { elementId, toggle } = usePictureTools();
  const isActive = useMark(({ active }) => active === id);
  const isOnWay = useMark(({ way }) => way.has(id));
  const isFound = useMark(({ found }) => found.has(id));
  return (
    // It is told to a screen reader by aria-activedescendant of the picture, which has the focus.
    <div
      id={elementId(id)}
      role="img"
      aria-label={label}
      className={cx(
        styles.place,
        styles[row.kind],
        row.scope === 'out' && styles.out,
        isActive && styles.active,
        isOnWay && styles.onWay,
        isFound && styles.found,
      )}
    >
      <div className={styles.name} title={row.name}>
        <KindIcon kind={row.kind} />
        <span className={styles.cut}>{row.name}</span>
        {isOnWay && <Route aria-hidden className={styles.wayMark} />}
      </div>
      <div className={styles.facts}>
        {/* Only components have a scope: beside it the word for the kind is the icon. */}
        {row.scopeWord === '' && <span>{row.kindWord}</span>}
        {row.scopeWord !== '' && (
          <span className={styles.scope}>
            {row.scope === 'out' && <CircleSlash aria-hidden />}
            {row.scopeWord}
          </span>
        )}
        {row.status !== null && <StatusMark look={statusLook(row.status)} word={row.statusWord} />}
      </div>
      {hidden !== 0 && (
        <span
          className={styles.fold}
          title={t(hidden === null ? 'action.collapse' : 'action.expand')}
          onClick={(event) => {
            event.stopPropagation();
            toggle(id);
          }}
        >
          {hidden === null ? (
            <Minus aria-hidden />
          ) : (
            <>
              <Plus aria-hidden />
              {hidden}
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** A place of a network in its picture. */
export const PicturePlace = memo(PlaceBox);
