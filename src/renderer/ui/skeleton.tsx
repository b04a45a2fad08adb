import { Row, Stack } from './layout.tsx';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** A CSS width: of about what will stand here. */
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

/** The place of something that is loading. It shows after 150 ms, so that what is quick does not flash. */
export function Skeleton({ width = '100%', height = '12px' }: SkeletonProps) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />;
}

export function SkeletonRows({
  count,
  widths,
  label,
}: {
  readonly count: number;
  readonly widths: readonly string[];
  readonly label: string;
}) {
  return (
    <Stack gap="0" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        <Row isLine gap="6" key={row} className={styles.row}>
          {widths.map((width, cell) => (
            <Skeleton key={`${cell}-${width}`} width={width} />
          ))}
        </Row>
      ))}
    </Stack>
  );
}
