import { useNavigate } from 'react-router';
import { useTranslation } from '../messages/language.ts';
import { writeClipboard } from '../ui/clipboard.ts';
import type { RowAction } from '../ui/grid/grid.tsx';
import { announce } from '../ui/live-region.tsx';
import { useOpenWindow } from './open-window.ts';

/** One that cannot be done now stays in the menu, and says why (ux T7). */
export function withReason({
  id,
  label,
  icon,
  reason,
  onAction,
}: RowAction & { readonly reason?: string | undefined }): RowAction {
  return {
    id,
    label,
    icon,
    detail: reason,
    onAction: reason === undefined ? onAction : () => announce(reason),
  };
}

/** Copies the id of what a row stands for. */
export function useCopyAction(): (id: string) => RowAction {
  const { t } = useTranslation();
  return (id) => ({
    id: 'copy-id',
    label: t('row.copyId'),
    onAction: () => {
      if (writeClipboard(id)) announce(t('ui.copied'));
    },
  });
}

/** What a row can do where opening it here would lose what is chosen: be opened in another window, and give its id away. */
export function useAsideActions(): (address: string, id: string) => readonly RowAction[] {
  const { t } = useTranslation();
  const openWindow = useOpenWindow();
  const copy = useCopyAction();
  return (address, id) => [
    { id: 'open-aside', label: t('row.openAside'), onAction: () => openWindow(address) },
    copy(id),
  ];
}

/** What every row that stands for something of its own can do: be opened, here or in another window, and give its id away. */
export function useRowActions(): (address: string, id: string) => readonly RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const aside = useAsideActions();
  return (address, id) => [
    { id: 'open', label: t('row.open'), onAction: () => void navigate(address) },
    ...aside(address, id),
  ];
}
