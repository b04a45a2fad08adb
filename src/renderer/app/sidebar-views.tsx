import { Bookmark, Clock, Star } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import type { ViewedList } from '../../shared/model/list-setup.ts';
import { usePreferences } from '../data/preferences.ts';
import { useSavedViews } from '../data/saved-views.ts';
import { useTranslation } from '../messages/language.ts';
import { viewPath } from '../routes.ts';
import { cx } from '../ui/class-names.ts';
import { Cut, Stack } from '../ui/layout.tsx';
import styles from './sidebar.module.css';

const mostShown = 7; // the others are in the menu of views, and found in the palette

interface Props {
  readonly connection: string;
  readonly list: ViewedList;
}

/** The views of a list that a person has saved; before those of audits the starred and the recent ones, as far as there are any. */
export function SidebarViews({ connection, list }: Props) {
  const { t } = useTranslation('audits');
  const { starredAudits, recentAudits } = usePreferences();
  const views = useSavedViews(connection, list) ?? [];
  const isOfIt = (audit: { readonly connection: string }) =>
    list === 'audits' && audit.connection === connection;
  const links = [
    ...(starredAudits.some(isOfIt) ? [{ id: 'starred', name: t('parts:word.starred'), icon: Star }] : []),
    ...(recentAudits.some(isOfIt) ? [{ id: 'recent', name: t('parts:word.recent'), icon: Clock }] : []),
    ...views.slice(0, mostShown).map(({ id, name }) => ({ id, name, icon: Bookmark })),
  ];
  const { pathname, search } = useLocation();
  const open = `${pathname}${search}`;
  if (links.length === 0) return null;
  return (
    <li>
      <Stack as="ul" gap="half" className={styles.views} aria-label={t(`views.label.${list}`)}>
        {links.map(({ id, name, icon: Icon }) => {
          const to = viewPath(list, id);
          return (
            <li key={id}>
              <Link
                to={to}
                className={cx(styles.link, open === to && styles.active)}
                aria-current={open === to ? 'page' : undefined}
                title={name}
              >
                <Icon aria-hidden />
                <Cut grow dir="auto">
                  {name}
                </Cut>
              </Link>
            </li>
          );
        })}
        {views.length > mostShown && (
          <li>
            <Link to={`${viewPath(list, null)}?views=all`} className={styles.link}>
              <Cut grow>{t('views.more', { count: views.length })}</Cut>
            </Link>
          </li>
        )}
      </Stack>
    </li>
  );
}
