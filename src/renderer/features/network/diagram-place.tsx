import type { Node, NodeProps } from '@xyflow/react';
import { CircleSlash, Minus, Plus, Route } from 'lucide-react';
import { createContext, memo, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { useTranslation } from '../../messages/language.ts';
import { statusLook } from '../../parts/status-look.ts';
import { cx } from '../../ui/class-names.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Beside } from '../../ui/name.tsx';
import { apartIn, folded } from '../../ui/name-parts.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './diagram.module.css';
import { KindIcon } from './kind-icon.tsx';
import type { NetworkState } from './network-state.ts';
import type { NetworkRow } from './rows.ts';

/** What changes at places that do not move. Each selects its own marks, so one step of the active place draws two again. */
interface Marks {
  readonly active: string | null;
  readonly way: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

type MarkStore = StoreApi<Marks>;

export function createMarks(): MarkStore {
  return createStore<Marks>()(() => ({ active: null, way: new Set(), found: new Set() }));
}

export function markWith(store: MarkStore, { active, way, found }: NetworkState): void {
  store.setState({ active: active?.id ?? null, way, found: new Set(found) });
}

interface DiagramTools {
  readonly marks: MarkStore;
  readonly elementId: (id: string) => string;
  readonly toggle: (id: string) => void;
}

export const DiagramContext = createContext<DiagramTools | null>(null);

function useDiagramTools(): DiagramTools {
  const tools = useContext(DiagramContext);
  if (tools === null) throw new Error('a place without its diagram');
  return tools;
}

function useMark<Value>(select: (marks: Marks) => Value): Value {
  return useStore(useDiagramTools().marks, select);
}

export interface PlaceData extends Record<string, unknown> {
  readonly row: NetworkRow;
  readonly label: string;
  /** How many places it hides: null while it is open, 0 where none are below it. */
  readonly hidden: number | null;
}

export type PlaceNode = Node<PlaceData, 'place'>;

function PlaceBox({ id, data: { row, label, hidden } }: NodeProps<PlaceNode>) {
  const { t } = useTranslation('network');
  const { elementId, toggle } = useDiagramTools();
  const isActive = useMark(({ active }) => active === id);
  const isOnWay = useMark(({ way }) => way.has(id));
  const isFound = useMark(({ found }) => found.has(id));
  const name = folded(row.name, apartIn(row.name, useContext(Beside)), twoLines);
  return (
    // A screen reader finds it by aria-activedescendant: the diagram has the focus.
    <Stack
      gap="half"
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
      <Row isLine gap="1" align="start" className={styles.name} title={row.name}>
        <KindIcon kind={row.kind} />
        <span className={styles.cut}>{name}</span>
        {isOnWay && <Route aria-hidden className={styles.wayMark} />}
      </Row>
      <Row isLine className={styles.facts}>
        {/* Only components have a scope: beside it the word for the kind is the icon. */}
        {row.scopeWord === '' && <span className={styles.kind}>{row.kindWord}</span>}
        {row.scopeWord !== '' && (
          <span className={styles.scope}>
            {row.scope === 'out' && <CircleSlash aria-hidden />}
            {row.scopeWord}
          </span>
        )}
        {row.status !== null && (
          <span className={styles.status}>
            <StatusMark look={statusLook(row.status)} word={row.statusWord} />
          </span>
        )}
      </Row>
      {hidden !== 0 && (
        <Row
          as="span"
          isLine
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
        </Row>
      )}
    </Stack>
  );
}

const twoLines = 44; // characters

export const DiagramPlace = memo(PlaceBox);
