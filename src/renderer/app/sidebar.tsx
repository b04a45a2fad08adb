import {
  Activity,
  Building2,
  CircleHelp,
  Contrast,
  FileText,
  Gauge,
  Languages,
  Link2,
  Moon,
  Package,
  PanelLeft,
  Plug,
  Settings,
  Sun,
  Users,
  Waypoints,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import { useKnownAuditCount } from '../data/audit-count.ts';
import { useRunningCount } from '../data/plans.ts';
import { useChangePreferences, useIsManaged, usePreferences } from '../data/preferences.ts';
import { languages } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Menu } from '../ui/menu.tsx';
import styles from './sidebar.module.css';

const themeIcons = {
  system: <Contrast aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};

/** The ways to the screens; it folds to icons. */
export function Sidebar({ connection }: { readonly connection: Connection | null }) {
  const { t, i18n } = useTranslation();
  const { sidebarCollapsed, theme } = usePreferences();
  const change = useChangePreferences();
  const isLanguageManaged = useIsManaged('language');
  const count = useKnownAuditCount(connection?.id ?? null);
  const running = useRunningCount();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <nav
      className={cx(styles.sidebar, sidebarCollapsed && styles.collapsed)}
      aria-label={t('nav.label')}
      data-region="navigation"
      tabIndex={-1}
    >
      <ul className={styles.links}>
        <Item
          to={pathTo('audits')}
          icon={<FileText aria-hidden />}
          label={t('nav.audits')}
          badge={count === null ? undefined : number.format(count)}
        />
        <Item to={pathTo('clients')} icon={<Building2 aria-hidden />} label={t('nav.clients')} />
        <Item to={pathTo('network')} icon={<Waypoints aria-hidden />} label={t('nav.network')} />
        <Item to={pathTo('users')} icon={<Users aria-hidden />} label={t('nav.users')} />
        <Item to={pathTo('workPackages')} icon={<Package aria-hidden />} label={t('nav.workPackages')} />
        <Item to={pathTo('coupling')} icon={<Link2 aria-hidden />} label={t('nav.coupling')} />
        <Item
          to={pathTo('activity')}
          icon={<Activity aria-hidden />}
          label={t('nav.activity')}
          badge={
            running > 0 && (
              <span title={t('plans.running', { count: running })} className={styles.running}>
                {number.format(running)}
              </span>
            )
          }
        />
        <Item to={pathTo('limits')} icon={<Gauge aria-hidden />} label={t('nav.limits')} />
        <li className={styles.line} aria-hidden />
        <Item to={pathTo('connections')} icon={<Plug aria-hidden />} label={t('nav.connections')} />
        <Item to={pathTo('settings')} icon={<Settings aria-hidden />} label={t('nav.settings')} />
        <Item to={pathTo('help')} icon={<CircleHelp aria-hidden />} label={t('nav.help')} />
      </ul>
      <div className={styles.foot}>
        <Menu
          label={t('nav.theme')}
          trigger={<IconButton label={t('nav.theme')} icon={themeIcons[theme]} />}
          placement="right top"
          selected={theme}
          entries={(['system', 'light', 'dark'] as const).map((id) => ({ id, label: t(`theme.${id}`) }))}
          onAction={(id) => void change({ theme: id })}
        />
        <Menu
          label={t('nav.language')}
          trigger={
            <IconButton
              label={t('nav.language')}
              icon={<Languages aria-hidden />}
              isDisabled={isLanguageManaged}
            />
          }
          placement="right top"
          selected={languages.find(({ id }) => id === i18n.language)?.id}
          entries={languages.map(({ id, name }) => ({ id, label: name }))}
          onAction={(id) => void change({ language: id })}
        />
        <IconButton
          label={sidebarCollapsed ? t('nav.expand') : t('nav.collapse')}
          icon={<PanelLeft aria-hidden />}
          aria-expanded={!sidebarCollapsed}
          onPress={() => void change({ sidebarCollapsed: !sidebarCollapsed })}
        />
      </div>
    </nav>
  );
}

interface ItemProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly badge?: ReactNode;
}

function Item({ to, icon, label, badge }: ItemProps) {
  return (
    <li>
      <NavLink to={to} className={({ isActive }) => cx(styles.link, isActive && styles.active)} title={label}>
        {icon}
        <span className={styles.label}>{label}</span>
        {badge !== undefined && badge !== false && <span className={styles.badge}>{badge}</span>}
      </NavLink>
    </li>
  );
}
