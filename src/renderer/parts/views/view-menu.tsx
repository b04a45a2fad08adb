import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { saveItems } from '../../data/items.ts';
import { removeViewLater } from '../../data/saved-views.ts';
import { useTranslation } from '../../messages/language.ts';
import { viewPath } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSend } from '../use-send.tsx';
import type { ViewState } from './open-view.tsx';

const NameDialog = later(async () => (await import('./view-dialogs.tsx')).NameDialog);
const ViewsDialog = later(async () => (await import('./view-dialogs.tsx')).ViewsDialog);

interface Props {
  readonly connection: string;
  readonly open: ViewState;
  /** Views that are there from the start, by the words for them. */
  readonly builtIn?: Readonly<Record<string, string>>;
}

/** What can be done with the list as it is set up: saved under a name, and found again. */
export function ViewMenu({ connection, open, builtIn = {} }: Props) {
  const { t } = useTranslation('audits');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { save, notice } = useSaveChanges(open);
  const isAskedByAddress = useSearchParams()[0].get('views') === 'all';
  const [chosen, setAsked] = useState<'new' | 'rename' | 'all' | null>(null);
  const asked = chosen ?? (isAskedByAddress ? 'all' : null);
  const go = (view: string | null, replace = false) => void navigate(viewPath(open.list, view), { replace });
  const close = () => {
    setAsked(null);
    if (isAskedByAddress) go(open.id, true);
  };
  const { saved, views } = open;
  const entries = [
    ...(saved !== null && open.isChanged ? (['save', 'revert'] as const) : []),
    'new' as const,
    ...(saved === null ? [] : (['rename', 'delete'] as const)),
    ...(views.length > 0 ? (['all'] as const) : []),
  ];
  return (
    <>
      {notice}
      <Menu
        label={t('parts:word.views')}
        placement="bottom end"
        trigger={
          <Button variant="quiet" icon={<Bookmark aria-hidden />} after={<ChevronDown aria-hidden />}>
            {t('parts:word.views')}
          </Button>
        }
        entries={[
          ...entries.map((id) => ({ id, label: t(`views.action.${id}`) })),
          ...Object.entries(builtIn)
            .filter(([id]) => id !== open.id)
            .map(([id, label]) => ({ id, label })),
        ]}
        onAction={(id) => {
          if (id === 'new' || id === 'rename' || id === 'all') setAsked(id);
          else if (Object.hasOwn(builtIn, id)) go(id);
          else if (id === 'revert') open.revert();
          else if (id === 'save') save();
          else if (saved !== null) {
            removeViewLater(client, saved);
            go(null, true);
          }
        }}
      />
      {asked === 'all' && <ViewsDialog views={views} onClose={close} />}
      {asked !== null && asked !== 'all' && (
        <NameDialog
          connection={connection}
          open={open}
          renamed={asked === 'rename' ? saved : null}
          onClose={close}
          onSaved={(id) => {
            setAsked(null);
            if (id !== open.id) go(id);
          }}
        />
      )}
    </>
  );
}

/** Saves what was changed of the open view. */
function useSaveChanges({ saved, content, revert }: ViewState) {
  const { t } = useTranslation('audits');
  const client = useQueryClient();
  const { send, notice } = useSend();
  const save = () => {
    if (saved === null) return;
    void send(
      () => saveItems(client, saved.connection, { views: [{ ...saved, ...content }] }),
      () => {
        revert();
        announce(t('parts:word.savedNamed', { name: saved.name }));
      },
    );
  };
  return { save, notice };
}

/** Says that a saved view was changed, with the way to keep that and the way back. */
export function ChangedView({ open }: { readonly open: ViewState }) {
  const { t } = useTranslation('audits');
  const { save, notice } = useSaveChanges(open);
  if (!open.isChanged) return notice;
  return (
    <>
      <Tag word={t('parts:word.changed')} />
      <Button variant="quiet" onPress={save}>
        {t('parts:word.saveView')}
      </Button>
      <Button variant="quiet" onPress={open.revert}>
        {t('views.revert')}
      </Button>
      {notice}
    </>
  );
}

/** Says that the view of the address was deleted. */
export function GoneView({ list }: Pick<ViewState, 'list'>) {
  const { t } = useTranslation('audits');
  const navigate = useNavigate();
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('views.gone.title')}
      actions={
        <Button onPress={() => void navigate(viewPath(list, null), { replace: true })}>
          {t('parts:word.showAll')}
        </Button>
      }
    >
      {t('views.gone.text')}
    </Banner>
  );
}
