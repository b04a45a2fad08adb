import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const HelpArticle = lazy(async () => ({
  default: (await import('../features/help/help-article.tsx')).HelpArticle,
}));

interface Props {
  /** Null while no help is asked for. */
  readonly topic: string | null;
  readonly onClose: () => void;
}

/** The help for the screen that is open, over it: nothing that was entered there is left. */
export function HelpDialog({ topic, onClose }: Props) {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen={topic !== null}
      onClose={onClose}
      title={t('title')}
      actions={
        <Button
          onPress={() => {
            onClose();
            void navigate(pathTo('help'));
          }}
        >
          {t('all')}
        </Button>
      }
    >
      <Suspense fallback={null}>{topic !== null && <HelpArticle topic={topic} />}</Suspense>
    </Dialog>
  );
}
