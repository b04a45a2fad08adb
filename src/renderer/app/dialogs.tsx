import { useNavigate } from 'react-router';
import { commandGroups, commandIds, commands } from '../../shared/commands.ts';
import { useAskedOfAudits } from '../data/asked.ts';
import { useActiveConnection } from '../data/connections.ts';
import { useOfflineQuestion } from '../data/plans.ts';
import { useShortcuts } from '../data/shortcuts.ts';
import { useCommandTitles } from '../messages/command-words.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { AlertDialog, Dialog } from '../ui/dialog.tsx';
import { later } from '../ui/later.tsx';
import { Note } from '../ui/layout.tsx';

const HelpArticle = later(async () => (await import('../features/help/help-article.tsx')).HelpArticle);

const AuditDialog = later(async () => (await import('../features/audits/audit-dialogs.tsx')).AuditDialog);

interface Props {
  readonly helpTopic: string | null;
  readonly onHideHelp: () => void;
  readonly showsShortcuts: boolean;
  readonly onHideShortcuts: () => void;
}

export function Dialogs({ helpTopic, onHideHelp, showsShortcuts, onHideShortcuts }: Props) {
  const connection = useActiveConnection()?.id;
  const asked = useAskedOfAudits((state) => state.asked);
  return (
    <>
      {asked !== null && asked.connection === connection && <AuditDialog asked={asked} />}
      <HelpDialog topic={helpTopic} onClose={onHideHelp} />
      <OfflineDialog />
      <ShortcutsDialog isOpen={showsShortcuts} onClose={onHideShortcuts} />
    </>
  );
}

interface HelpProps {
  readonly topic: string | null;
  readonly onClose: () => void;
}

/** Help for the open screen, in a dialog over it, so that nothing that was entered there is lost. */
function HelpDialog({ topic, onClose }: HelpProps) {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen={topic !== null}
      onClose={onClose}
      title={t('commands:screens.help')}
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
      {topic !== null && <HelpArticle topic={topic} onLeave={onClose} />}
    </Dialog>
  );
}

/** Asks about a change while the service cannot be reached: queue it, or keep it where it is. */
function OfflineDialog() {
  const { t } = useTranslation('offline');
  const question = useOfflineQuestion((state) => state.question);
  if (question === null) return null;
  const { title, keeps, answer } = question;
  return (
    <AlertDialog
      isOpen
      title={t('title')}
      confirm={t('write.queue')}
      cancel={t(`write.keep.${keeps}`)}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>{t('write.text', { title })}</p>
      <p>{t('write.queueText')}</p>
      <p>{t(`write.keepText.${keeps}`)}</p>
    </AlertDialog>
  );
}

function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('commands');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('sheet.title')} size="small">
      {commandGroups.map((group) => (
        <Keys key={group} group={group} />
      ))}
      <Note>{t('sheet.lists')}</Note>
    </Dialog>
  );
}

function Keys({ group }: { readonly group: (typeof commandGroups)[number] }) {
  const { t } = useTranslation('commands');
  const titleOf = useCommandTitles();
  const shortcutOf = useShortcuts();
  const items = commandIds.flatMap((id) => {
    const shortcut = commands[id].group === group ? shortcutOf(id) : null;
    return shortcut === null ? [] : [{ term: titleOf(id), value: shortcut.text }];
  });
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{t(`groups.${group}`)}</h3>
      <DefinitionList items={items.map(({ term, value }) => ({ term, value: <kbd>{value}</kbd> }))} />
    </section>
  );
}
