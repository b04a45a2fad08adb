import styles from './printout.module.css';

interface PrintTableProps {
  readonly caption: string;
  /** The first one has the titles. */
  readonly rows: readonly (readonly string[])[];
}

/** A table on paper, all of it: its titles stand again on every page, and the first cell of a row names it. */
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
          // What is printed does not change: a place is as good as a name here, and names may be alike.
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
