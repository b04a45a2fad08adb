import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Note, Row, Stack } from './layout.tsx';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode | undefined;
  /** A way out of it: the first act, or what leads elsewhere. */
  readonly action?: ReactNode | undefined;
  readonly icon?: ReactNode | undefined;
  /** Instead of an icon: a drawing of what will be here. */
  readonly picture?: keyof typeof pictures | undefined;
}

export function EmptyState({ title, children, action, icon, picture }: EmptyStateProps) {
  return (
    <Stack gap="2" align="center" className={styles.empty}>
      {picture !== undefined && (
        <svg className={styles.picture} viewBox="0 0 176 96" aria-hidden>
          <rect className={styles.sheet} x="0.5" y="0.5" width="175" height="95" rx="8" />
          {pictures[picture]}
        </svg>
      )}
      {picture === undefined && icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children !== undefined && (
        <Note as="div" size="body">
          {children}
        </Note>
      )}
      {action !== undefined && <Row className={styles.action}>{action}</Row>}
    </Stack>
  );
}

const rows = [36, 54, 72] as const;

/** What will be here, in outlines: no words, no numbers, nothing that could be taken for data. */
const pictures = {
  list: (
    <>
      <path className={styles.line} d="M0 24H176" />
      <path className={styles.word} d="M14 13h34M74 13h20M120 13h28" />
      {rows.map((y, at) => (
        <path
          key={y}
          className={at === 0 ? styles.accent : styles.word}
          d={`M14 ${y}h${48 - 9 * at}M74 ${y}h${22 + 5 * at}M120 ${y}h${36 - 6 * at}`}
        />
      ))}
    </>
  ),
  tree: (
    <>
      <path className={styles.line} d="M22 26V76M22 44H34M22 76H34M42 52V60H54" />
      <path className={styles.accent} d="M18 20h62" />
      <path className={styles.word} d="M40 44h54M60 60h46M40 76h40M126 20h30M126 44h22M126 60h26M126 76h18" />
    </>
  ),
  network: (
    <>
      <path className={styles.line} d="M58 48H72M72 24V72M72 24H84M72 72H84M128 24H142" />
      <rect className={styles.boxAccent} x="14" y="38" width="44" height="20" rx="4" />
      <rect className={styles.box} x="84" y="14" width="44" height="20" rx="4" />
      <rect className={styles.box} x="84" y="62" width="44" height="20" rx="4" />
      <rect className={styles.box} x="142" y="14" width="22" height="20" rx="4" />
    </>
  ),
  people: (
    <>
      {[22, 48, 74].map((y, at) => (
        <g key={y}>
          <circle className={at === 0 ? styles.boxAccent : styles.box} cx="24" cy={y} r="8" />
          <path className={styles.word} d={`M44 ${y}h${52 - 8 * at}M126 ${y}h${30 - 4 * at}`} />
        </g>
      ))}
    </>
  ),
  matrix: (
    <>
      <path className={styles.line} d="M0 24H176M60 0V96M98 0V96M136 0V96M0 48H176M0 72H176" />
      <path className={styles.word} d="M70 13h18M108 13h18M146 13h18M14 36h30M14 60h36M14 84h24" />
      <circle className={styles.boxAccent} cx="79" cy="36" r="5" />
      <circle className={styles.box} cx="117" cy="60" r="5" />
      <circle className={styles.box} cx="155" cy="36" r="5" />
      <circle className={styles.box} cx="79" cy="84" r="5" />
    </>
  ),
} as const;
