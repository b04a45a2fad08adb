import {
  AppWindow,
  CalendarSync,
  Copy,
  CopyPlus,
  FileText,
  Layers,
  Link2,
  Network,
  Star,
  Trash2,
  User,
  Users,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../shared/model/audit.ts';
import { type AskedOfAudits, useAskedOfAudits } from '../data/asked.ts';
import { useConnectionId } from '../data/connections.ts';
import { useShortcuts } from '../data/shortcuts.ts';
import { mostAudits } from '../data/users.ts';
import { wizardPath } from '../data/wizard-path.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo, rollForwardPath, templatePath } from '../routes.ts';
import { type ActionsOf, ofOne, type RowAction } from '../ui/grid/actions.ts';
import { useCopyAction } from './actions.tsx';
import { useOpenWindow } from './open-window.ts';
import { useStars } from './stars.ts';
import { useWriteRefusal } from './write-refusal.ts';

const windowsUnasked = 4;
const mostRolled = 200; // audits: their ids stand in the address
const mostWindows = 20; // main opens no more
const nothing = () => {};

/** What can be done with audits, wherever they are listed or open. `onDone` is called once they are being deleted. */
export function useAuditActions(onDone: () => void = nothing): ActionsOf<Audit> {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation();
  const { t: words } = useTranslation('audits');
  const navigate = useNavigate();
  const openWindow = useOpenWindow();
  const shortcutOf = useShortcuts();
  const copy = useCopyAction();
  const readOnly = useWriteRefusal();
  const refusalOf = useDeletionRefusal();
  const connection = useConnectionId();
  const { starred, toggle } = useStars(connection);
  const addressOf = ({ id }: Audit, route: 'audit' | 'auditComponents' | 'auditUsers' = 'audit') =>
    pathTo(route, { auditId: id });
  const go = (id: string, label: string, icon: RowAction['icon'], to: string): RowAction => ({
    id,
    label,
    icon,
    onAction: () => void navigate(to),
  });
  const components = t('parts:field.components');
  return (audits) => {
    const count = audits.length;
    const ids = audits.map(({ id }) => id);
    const owned = audits.filter(({ audit_type: type }) => type !== 'component');
    const refusals = audits.map((audit) => refusalOf(audit));
    const ask = (what: AskedOfAudits['what']) =>
      useAskedOfAudits.setState({ asked: { connection, what, audits, onDone } });
    return [
      ...ofOne(audits, (audit) => [
        go('open', common('row.open'), <FileText aria-hidden />, addressOf(audit)),
      ]),
      {
        id: 'windows',
        label: count === 1 ? common('row.openAside') : t('windows'),
        icon: <AppWindow aria-hidden />,
        reason: count > mostWindows ? t('tooMany', { most: mostWindows }) : undefined,
        onAction: () => {
          if (count > windowsUnasked) ask('windows');
          else for (const audit of audits) openWindow(addressOf(audit));
        },
      },
      { ...copy(...ids), icon: <Copy aria-hidden /> },
      ...ofOne(audits, (audit) => [
        {
          id: 'star-audit',
          label: words(starred.has(audit.id) ? 'star.remove' : 'star.add'),
          icon: <Star aria-hidden fill={starred.has(audit.id) ? 'currentColor' : 'none'} />,
          shortcut: shortcutOf('star-audit')?.text,
          onAction: () => toggle(audit.id),
        },
        ...(audit.audit_type === 'consolidated'
          ? [go('components', components, <Network aria-hidden />, addressOf(audit, 'auditComponents'))]
          : []),
        go('users', t('commands:screens.users'), <User aria-hidden />, addressOf(audit, 'auditUsers')),
      ]),
      {
        id: 'team',
        label: t('team.action'),
        icon: <Users aria-hidden />,
        reason: readOnly ?? (count > mostAudits ? t('tooMany', { most: mostAudits }) : undefined),
        onAction: () => ask('team'),
      },
      ...(owned.length === 0
        ? []
        : [
            {
              ...go(
                'roll-forward',
                t('commands:titles.roll-forward'),
                <CalendarSync aria-hidden />,
                rollForwardPath(ids),
              ),
              reason: readOnly ?? (count > mostRolled ? t('tooMany', { most: mostRolled }) : undefined),
            },
          ]),
      ...ofOne(audits, (audit) =>
        owned.length === 0
          ? []
          : [
              {
                ...go(
                  'duplicate',
                  words('new.like'),
                  <CopyPlus aria-hidden />,
                  wizardPath({ like: audit.id }),
                ),
                reason: readOnly,
              },
              ...(audit.coupled_component_audit_ids.length > 0
                ? []
                : [
                    {
                      id: 'again',
                      label: words('again.action'),
                      icon: <Link2 aria-hidden />,
                      reason: refusals[0],
                      onAction: () => ask('again'),
                    },
                  ]),
              go(
                'template',
                words('parts:word.saveTemplate'),
                <Layers aria-hidden />,
                templatePath(audit.id),
              ),
            ],
      ),
      {
        id: 'delete-audit',
        label: t('deleteAudits', { count }),
        icon: <Trash2 aria-hidden />,
        reason: refusals.includes(undefined) ? undefined : refusals[0],
        isDestructive: true,
        onAction: () => ask('delete'),
      },
    ];
  };
}

function useDeletionRefusal(): (audit: Audit) => string | undefined {
  const { t } = useTranslation('audits');
  const readOnly = useWriteRefusal();
  return ({ audit_type: type, status }) => {
    if (readOnly !== undefined) return readOnly;
    if (type === 'component') return t('delete.obstacle.component');
    return status === 'deleting' ? t('delete.obstacle.deleting') : undefined;
  };
}
