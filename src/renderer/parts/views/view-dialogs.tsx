import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SavedView } from '../../../shared/model/list-setup.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { type OwnNameFault, ownNameFault } from '../../../shared/rules/texts/own-name.ts';
import { atMost } from '../../../shared/settings.ts';
import { saveItems } from '../../data/items.ts';
import { removeViewLater, viewKeyStart } from '../../data/saved-views.ts';
import { useTranslation } from '../../messages/language.ts';
import { viewPath } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Name } from '../../ui/name.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UndoRemovals } from '../undo.tsx';
import { useSend } from '../use-send.tsx';
import type { ViewState } from './open-view.tsx';

interface NameProps {
  readonly connection: string;
  readonly open: Pick<ViewState, 'list' | 'views' | 'content'>;
  /** The view that gets another name; null where the list is saved as a new one. */
  readonly renamed: SavedView | null;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Asks for the name of a view. Where another has it, a person says whether that is replaced. */
export function NameDialog({ connection, open, renamed, onClose, onSaved }: NameProps) {
  const { list, views, content } = open;
  const { t } = useTranslation('audits');
  const client = useQueryClient();
  const { send, notice } = useSend();
  const [name, setName] = useState(renamed?.name ?? '');
  const [attempted, setAttempted] = useState(false);
  const fault = nameFault(name, views, renamed);
  const alike = namedAlike(name, views, renamed);
  const save = (replaced: SavedView | null) => {
    if (fault !== null) {
      setAttempted(true);
      return focusField('name');
    }
    const place = Math.max(0, ...views.map((view) => view.place)) + 1;
    const view: SavedView =
      renamed !== null
        ? { ...renamed, name: name.trim() }
        : { id: crypto.randomUUID(), connection, list, name: name.trim(), place, ...replaced, ...content };
    void send(
      () => saveItems(client, connection, { views: [view] }),
      () => {
        announce(t('parts:word.savedNamed', { name: view.name }));
        onSaved(view.id);
      },
    );
  };
  const isAsking = attempted && alike !== null && fault === null;
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={renamed === null ? t('views.new') : t('views.rename')}
      hasInput={name.trim() !== (renamed?.name ?? '')}
      onSubmit={() => {
        if (alike === null || fault !== null) return save(null);
        setAttempted(true); // which asks
      }}
      actions={
        <>
          <CancelButton />
          {isAsking ? (
            <>
              <Button onPress={() => save(null)}>{t('views.keepBoth')}</Button>
              {renamed === null && (
                <Button variant="primary" onPress={() => save(alike)}>
                  {t('views.replace')}
                </Button>
              )}
            </>
          ) : (
            <Button variant="primary" type="submit">
              {renamed === null ? t('parts:word.saveView') : t('views.saveName')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        {notice}
        {isAsking && <Banner tone="warning" role="alert" title={t('views.alike')} />}
        <TextField
          autoFocus
          name="name"
          label={t('parts:word.name')}
          help={renamed === null ? t('views.nameHelp') : undefined}
          value={name}
          onChange={(text) => {
            setName(text);
            setAttempted(false);
          }}
          error={
            attempted && fault !== null
              ? t(fault === 'full' ? 'views.full' : `parts:fault.name.${fault}`, { most: longestName })
              : undefined
          }
        />
      </Stack>
    </Dialog>
  );
}

const searchableFrom = 9; // fewer are seen at a glance
const mostShown = 100; // the others are found by the search

interface ViewsProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** All views: opened, put in another order, or deleted. */
export function ViewsDialog({ views, onClose }: ViewsProps) {
  const { t } = useTranslation('audits');
  const client = useQueryClient();
  const { send, notice } = useSend();
  const [search, setSearch] = useState('');
  const { finds } = wordSearch(search);
  const found = views.filter(({ name }) => finds(fold(name)));
  const move = (view: SavedView, by: -1 | 1) => {
    const moved = withMovedView(views, view.id, by);
    const place = views.indexOf(view) + 1 + (moved.length === 0 ? 0 : by); // at an end it stays where it is
    const tell = () => announce(t('views.moved', { place, count: views.length }));
    if (moved.length === 0) tell();
    else void send(() => saveItems(client, view.connection, { views: moved }), tell);
  };
  return (
    <Dialog isOpen size="large" hasInput={false} onClose={onClose} title={t('views.all')}>
      {notice}
      <UndoRemovals of={viewKeyStart} />
      {views.length >= searchableFrom && (
        <SearchField
          label={t('parts:word.searchList')}
          placeholder={t('parts:word.searchList')}
          value={search}
          onChange={setSearch}
        />
      )}
      {found.length > mostShown && (
        <p role="status">{t('parts:count.shown', { shown: mostShown, count: found.length })}</p>
      )}
      {views.length === 0 && <p>{t('views.none')}</p>}
      <Stack as="ul" gap="0">
        {found.slice(0, mostShown).map((view) => {
          const { name } = view;
          return (
            <Row as="li" key={view.id} isLine gap="1">
              <Row grow>
                <Link to={viewPath(view.list, view.id)} onClick={onClose}>
                  <Name text={name} />
                </Link>
              </Row>
              <IconButton
                label={t('parts:word.moveUp', { name })}
                icon={<ArrowUp aria-hidden />}
                onPress={() => move(view, -1)}
              />
              <IconButton
                label={t('parts:word.moveDown', { name })}
                icon={<ArrowDown aria-hidden />}
                onPress={() => move(view, 1)}
              />
              <IconButton
                label={t('parts:word.deleteNamed', { name })}
                icon={<Trash2 aria-hidden />}
                onPress={() => removeViewLater(client, view)}
              />
            </Row>
          );
        })}
      </Stack>
    </Dialog>
  );
}

const longestName = 200;

/** What is wrong with the name of a view, or with having one more; null where nothing is. */
export function nameFault(
  name: string,
  views: readonly SavedView[],
  renamed: SavedView | null,
): OwnNameFault | 'full' | null {
  const isFull = renamed === null && views.length >= atMost.views;
  return ownNameFault(name, { most: longestName, taken: [] }) ?? (isFull ? 'full' : null);
}

/** Another view with this name, whatever its case and accents; null where there is none. */
export function namedAlike(
  name: string,
  views: readonly SavedView[],
  renamed: SavedView | null,
): SavedView | null {
  return (
    views.find((view) => view.id !== renamed?.id && fold(view.name.trim()) === fold(name.trim())) ?? null
  );
}

/** The views that get another place when one of them moves up or down by one. */
export function withMovedView(views: readonly SavedView[], id: string, by: -1 | 1): readonly SavedView[] {
  const from = views.findIndex((view) => view.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= views.length) return [];
  const ordered = [...views];
  ordered.splice(to, 0, ...ordered.splice(from, 1));
  const places = new Map(views.map((view) => [view.id, view.place]));
  return ordered
    .map((view, place) => ({ ...view, place }))
    .filter((view) => places.get(view.id) !== view.place);
}
