import { NavLink } from 'react-router';
import { cx } from './class-names.ts';
import { Row } from './layout.tsx';
import styles from './section-links.module.css';

export interface SectionLinksProps {
  readonly label: string;
  /** The first is the one whose address begins all others. */
  readonly links: readonly { readonly id: string; readonly label: string; readonly to: string }[];
}

export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label}>
      <Row as="ul" gap="4" className={styles.links}>
        {links.map(({ id, label: name, to }, index) => (
          <li key={id}>
            <NavLink
              to={to}
              end={index === 0}
              className={({ isActive }) => cx(styles.link, isActive && styles.open)}
            >
              {name}
            </NavLink>
          </li>
        ))}
      </Row>
    </nav>
  );
}
