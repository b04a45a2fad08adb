import { useNavigate } from 'react-router';
import { pathTo } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import styles from './clients.module.css';
import type { Usage } from './usage.ts';
import { useUsageColumns } from './usage-columns.tsx';

interface UsageTableProps {
  readonly label: string;
  readonly rows: readonly Usage[];
  /** Whether there may be components among them. */
  readonly withGroup: boolean;
}

/** Audits and components; each opens. As high as its rows, up to ten of them. */
export function UsageTable({ label, rows, withGroup }: UsageTableProps) {
  const navigate = useNavigate();
  const columns = useUsageColumns(withGroup);
  // React's type knows no custom properties
  const height = { '--rows': Math.min(rows.length, 10) } as Record<string, number>;
  return (
    <div className={styles.table} style={height}>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(pathTo('audit', { auditId: id }))}
      />
    </div>
  );
}
