import styles from './printout.module.css';

interface PrintTableProps {
  readonly caption: string;
  /** The first one has the titles. */
  readonly rows: readonly (readonly string[])[];
}

/** A table on paper. Every page repeats the titles, and the first cell of a row names it. */
export function PrintTable({ caption, rows: [titles = [], ...rows] }: PrintTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], place) => (
          // A printed table does not change, and names may be equal: so the index is the key.
          <tr key={place}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={titles[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
