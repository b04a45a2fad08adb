import { useQuery } from '@tanstack/react-query';
import { Contrast, Languages, Moon, PanelLeft, Sun } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import type { Collection } from '../../shared/rules/service/list-rows.ts';
import { screenRow } from '../../shared/screens.ts';
import { languages } from '../../words/languages.ts';
import { useRunningCount } from '../data/plans.ts';
import { useChangePreferences, useIsManaged, usePreferences } from '../data/preferences.ts';
import { formatNumber } from '../messages/format.ts';
import { useTranslation, withMessages } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { idle, later } from '../ui/later.tsx';
import { Cut, Note, Row, Stack } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import { pages, type SidebarScreen, sidebarScreens } from './screens.tsx';
import styles from './sidebar.module.css';

const SidebarViews = later(async () => (await withMessages(import('./sidebar-views.tsx'))).SidebarViews);
const FirstSteps = later(
  async () => (await withMessages(idle().then(() => import('./first-steps.tsx')))).FirstSteps,
);

const themeIcons = {
  system: <Contrast aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};

export function Sidebar({ connection }: { readonly connection: Connection | null }) {
  const { t, i18n } = useTranslation();
  const { sidebarCollapsed, theme, tourSeen } = usePreferences();
  const change = useChangePreferences();
  const isLanguageManaged = useIsManaged('language');
  const count = useKnownAuditCount(connection?.id ?? null);
  const running = useRunningCount();
  const badges: Readonly<Partial<Record<SidebarScreen, ReactNode>>> = {
    audits: count !== null && formatNumber(count, i18n.language),
    activity: running > 0 && (
      <span title={t('plans.running', { count: running })} className={styles.running}>
        {formatNumber(running, i18n.language)}
      </span>
    ),
  };
  const item = (name: SidebarScreen, place: number) => (
    <Fragment key={name}>
      {place > 0 && partOf(name) !== partOf(sidebarScreens[place - 1]) && (
        <li className={styles.line} aria-hidden />
      )}
      <Item name={name} badge={badges[name]} />
      {(name === 'audits' || name === 'clients') && connection !== null && (
        <SidebarViews connection={connection.id} list={name} />
      )}
    </Fragment>
  );
  return (
    <Stack
      as="nav"
      gap="0"
      className={cx(styles.sidebar, sidebarCollapsed && styles.collapsed)}
      aria-label={t('nav.label')}
      data-region="navigation"
      tabIndex={-1}
    >
      <Stack as="ul" gap="half">
        {sidebarScreens.map(item)}
      </Stack>
      {connection !== null && !tourSeen && <FirstSteps connection={connection} />}
      <Row gap="half" className={styles.foot}>
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
      </Row>
    </Stack>
  );
}

/** The part of the menu “Go” in which a screen stands; a line parts them in the sidebar too. */
function partOf(name: SidebarScreen | undefined): number | undefined {
  return name === undefined ? undefined : screenRow(name).go?.part;
}

interface ItemProps {
  readonly name: SidebarScreen;
  readonly badge: ReactNode;
}

function Item({ name, badge }: ItemProps) {
  const { t } = useTranslation('commands');
  const label = t(`screens.${name}`);
  const { icon: Icon } = pages[name];
  return (
    <li>
      <NavLink
        to={pathTo(name)}
        className={({ isActive }) => cx(styles.link, isActive && styles.active)}
        title={label}
      >
        <Icon aria-hidden />
        <Cut grow data-word>
          {label}
        </Cut>
        {badge !== undefined && badge !== false && (
          <Note as="span" data-word>
            {badge}
          </Note>
        )}
      </NavLink>
    </li>
  );
}

/** How many audits there are, as far as a list that was read tells; null before. It sends no request. */
function useKnownAuditCount(connection: string | null): number | null {
  const { data } = useQuery<Collection<unknown>>({
    queryKey: [connection, 'audits', 'list'],
    enabled: false,
  });
  return data === undefined ? null : knownCount(data);
}

/** The count of a list: what the service says, else what was read, if that is all; null where neither is known. */
export function knownCount({
  state,
  entries,
}: Pick<Collection<unknown>, 'entries'> & {
  readonly state: Pick<Collection<unknown>['state'], 'total' | 'isAtEnd'>;
}): number | null {
  return state.total ?? (state.isAtEnd ? entries.length : null);
}
