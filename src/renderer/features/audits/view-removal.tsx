import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { create } from 'zustand';
import type { Reply } from '../../../shared/error.ts';
import type { SavedView } from '../../../shared/model/list-setup.ts';
import { removeView, saveViews } from '../../data/saved-views.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { auditsPath } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** The view that was deleted last in this window, until that is dismissed. */
const useDeletedView = create<{ readonly view: SavedView | null }>()(() => ({ view: null }));

/** Deletes a view; the notice of that brings it back. Who looks at it goes to the whole list. */
export function useRemoval(): (view: SavedView) => Promise<Reply<null>> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useSearchParams()[0].get('view');
  return async (view) => {
    const reply = await removeView(client, view);
    if (!reply.ok) return reply;
    useDeletedView.setState({ view });
    if (open === view.id) void navigate(auditsPath(null), { replace: true });
    return reply;
  };
}

/** Says which view was deleted, and undoes that. */
export function DeletedView({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('audits');
  const client = useQueryClient();
  const { send, notice } = useSend();
  const { view } = useDeletedView();
  if (view === null || view.connection !== connection) return notice;
  const dismiss = () => useDeletedView.setState({ view: null });
  return (
    <Banner
      isLine
      tone="info"
      role="status"
      title={t('views.deleted', { name: view.name })}
      actions={
        <>
          <Button
            icon={<Undo2 aria-hidden />}
            onPress={() => void send(() => saveViews(client, [view]), dismiss)}
          >
            {t('views.undo')}
          </Button>
          <Button variant="quiet" onPress={dismiss}>
            {t('deletion.dismiss')}
          </Button>
        </>
      }
    >
      {notice}
    </Banner>
  );
}
