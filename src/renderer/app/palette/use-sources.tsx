import { Building2, FileText, Package, Terminal } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandId, commandIds, placeOf } from '../../../shared/commands.ts';
import { linkTo, readLink } from '../../../shared/rules/deep-link.ts';
import { useKnownRecords } from '../../data/known-records.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { pathTo } from '../../routes.ts';
import type { Reason } from '../command-reasons.ts';
import type { PaletteEntry } from './groups.ts';

export interface Found extends PaletteEntry {
  readonly icon: ReactNode;
  readonly leads: { readonly command: CommandId } | { readonly address: string };
}

interface Needs {
  readonly connection: string | null;
  readonly typed: string;
  readonly reasonAgainst: (id: CommandId) => Reason | null;
}

/** Everything that the palette can find: commands, what was read of audits, clients and work packages, and an id as it is typed. */
export function useSources({ connection, typed, reasonAgainst }: Needs) {
  const { t } = useTranslation('commands');
  const shortcutOf = useShortcuts();
  const known = useKnownRecords(connection);
  const commands = useMemo(
    () =>
      commandIds
        .filter((id) => id !== 'palette') // it is open
        .map((id): Found => {
          const reason = reasonAgainst(id);
          return {
            key: `command ${id}`,
            label: t(`titles.${id}`),
            terms: [t(`groups.${placeOf(id).group}`)],
            icon: <Terminal aria-hidden />,
            shortcut: shortcutOf(id)?.text,
            reason: reason === null ? undefined : t(`reason.${reason}`),
            leads: { command: id },
          };
        }),
    [t, shortcutOf, reasonAgainst],
  );
  const records = useMemo(() => {
    const names = new Map(known.clients.map(({ id, name }) => [id, name]));
    return {
      audits: known.audits.map((audit): Found => {
        const client = names.get(audit.client_organisation_id);
        return {
          key: `audit ${audit.id}`,
          label: audit.name,
          detail: [client, audit.id].filter((part) => part !== undefined).join(' · '),
          terms: [audit.id, ...(client === undefined ? [] : [client])],
          icon: <FileText aria-hidden />,
          leads: { address: pathTo('audit', { auditId: audit.id }) },
        };
      }),
      clients: known.clients.map(
        (client): Found => ({
          key: `client ${client.id}`,
          label: client.name,
          detail: client.id,
          terms: [client.id],
          icon: <Building2 aria-hidden />,
          leads: { address: pathTo('client', { clientId: client.id }) },
        }),
      ),
      packages: known.packages.map(
        (one): Found => ({
          key: `package ${one.id}`,
          label: one.name,
          detail: one.id,
          terms: [one.id],
          icon: <Package aria-hidden />,
          leads: { address: pathTo('workPackage', { workPackageId: one.id }) },
        }),
      ),
    };
  }, [known]);
  const open = useMemo(
    () => opened(typed, connection, t('palette.open', { id: typed.trim() })),
    [typed, connection, t],
  );
  return { open, commands, ...records };
}

/** What is typed as the id of an audit that nobody here has read, or as a link: it is looked up when it is chosen. */
function opened(typed: string, connection: string | null, label: string): readonly Found[] {
  const text = typed.trim();
  const link = readLink(text) === null ? linkTo({ kind: 'audit', id: text }) : text;
  const isId = text.length > 1 && !/\s/.test(text) && readLink(link) !== null;
  if (!isId || connection === null) return [];
  const address = `${pathTo('link')}?${new URLSearchParams({ to: link }).toString()}`;
  return [{ key: 'open', label, terms: [], icon: <FileText aria-hidden />, leads: { address } }];
}
