import { ChevronDown, ChevronUp, FoldVertical, ListTree, UnfoldVertical, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../data/shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './network.module.css';
import type { NetworkState } from './network-state.ts';

interface ToolbarProps {
  readonly state: NetworkState;
  readonly view: 'picture' | 'list';
  readonly onView: (view: 'picture' | 'list') => void;
}

/** How a network is looked at: as what, searched, opened and closed. */
export function Toolbar({ state, view, onView }: ToolbarProps) {
  const { t } = useTranslation('network');
  const shortcutOf = useShortcuts();
  const { search, setSearch, found, isSearched, active, jumpTo, onExpand, rows } = state;
  const place = active === null ? -1 : found.indexOf(active.id);
  const step = (by: 1 | -1) => {
    const from = place < 0 && by < 0 ? 0 : place;
    const next = found[(from + by + found.length) % found.length];
    if (next !== undefined) jumpTo(next);
  };
  const show = (kind: typeof view) => {
    onView(kind);
    if (active !== null && kind !== view) jumpTo(active.id); // both show the same place
  };
  const isSearching = search.trim() !== '';
  return (
    <div className={styles.toolbar} role="group" aria-label={t('toolbar')}>
      <IconButton
        label={t('view.picture')}
        icon={<Waypoints aria-hidden />}
        isPressed={view === 'picture'}
        onPress={() => show('picture')}
      />
      <IconButton
        label={t('view.list')}
        icon={<ListTree aria-hidden />}
        isPressed={view === 'list'}
        onPress={() => show('list')}
      />
      <div className={styles.search}>
        <SearchField
          label={t('search.label')}
          placeholder={t('search.label')}
          value={search}
          onChange={setSearch}
          onSubmit={() => step(1)}
          shortcut={shortcutOf('filter')?.aria}
        />
      </div>
      <span className={styles.count} role="status">
        {isSearching &&
          isSearched &&
          (found.length === 0
            ? t('search.none')
            : t('search.place', { place: place + 1, count: found.length }))}
      </span>
      {isSearching && found.length > 0 && (
        <>
          <IconButton
            label={t('search.previous')}
            icon={<ChevronUp aria-hidden />}
            onPress={() => step(-1)}
          />
          <IconButton label={t('search.next')} icon={<ChevronDown aria-hidden />} onPress={() => step(1)} />
        </>
      )}
      <span className={styles.space} />
      <Button
        variant="quiet"
        icon={<UnfoldVertical aria-hidden />}
        onPress={() => onExpand(new Set(rows.keys()))}
      >
        {t('expandAll')}
      </Button>
      <Button variant="quiet" icon={<FoldVertical aria-hidden />} onPress={() => onExpand(new Set())}>
        {t('collapseAll')}
      </Button>
    </div>
  );
}
