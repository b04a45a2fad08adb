import { Bookmark, Building2, FileText, ListChecks, Package, Plug, Terminal } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type CommandId,
  commandIds,
  commands as commandRows,
  type Reason,
} from '../../../shared/commands.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { canBeId, linkTo, readLink } from '../../../shared/rules/texts/deep-link.ts';
import { askFor } from '../../data/asked.ts';
import { useAuditSearch } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import type { WholeList } from '../../data/collection.ts';
import { useActiveConnection, useConnections } from '../../data/connections.ts';
import { usePlansFound } from '../../data/plan-list.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useSavedViews } from '../../data/saved-views.ts';
import { isMac, useShortcuts } from '../../data/shortcuts.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useCommandTitles } from '../../messages/command-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import { usePlanName } from '../../messages/plan-words.ts';
import { useLoaded } from '../../parts/collection-state.tsx';
import { useOpenWindow } from '../../parts/open-window.ts';
import { pathTo, viewPath } from '../../routes.ts';
import { CommandList } from '../../ui/command-list.tsx';
import { act, actionStill, type InHand, inHand } from '../../ui/in-hand.ts';
import { announce } from '../../ui/live-region.tsx';
import { tell } from '../../ui/toast.ts';
import { useUiWords } from '../../ui/words.tsx';
import { groupRows, type PaletteEntry, shownGroups, withLast } from './groups.ts';

interface Props {
  readonly reasonAgainst: (id: CommandId) => Reason | null;
  /** Closes it, and does what was chosen once it is closed. */
  readonly onClose: (then: (() => void) | null) => void;
}

const firstDrawn = 12; // entries of a group: what is in sight when it opens, drawn before the rest
const quiet = 500; // milliseconds without typing before a screen reader is told how many there are

export function Palette({ reasonAgainst, onClose }: Props) {
  const { t } = useTranslation('commands');
  const { t: own } = useTranslation('palette');
  const noResults = useNoResults();
  const words = useUiWords();
  const navigate = useNavigate();
  const openWindow = useOpenWindow();
  const connection = useActiveConnection()?.id ?? null;
  const [typed, setTyped] = useState('');
  const isOpen = useDeferredValue(true, false);
  const { recentAudits: audits, recentChoices: chosen } = usePreferences();
  const change = useChangePreferences();
  const sources = useSources({ connection, typed, reasonAgainst });
  const opened = audits.filter((audit) => audit.connection === connection).map(({ id }) => `audit ${id}`);
  const recent = [...new Set([...opened.slice(0, 3), ...chosen, ...opened])];
  const groups = shownGroups(typed, sources, recent);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const counted = own('parts:count.results', { count });

  useEffect(() => {
    const timer = setTimeout(() => announce(counted), quiet);
    return () => clearTimeout(timer);
  }, [counted]);

  const choose = (key: string, aside: boolean) => {
    const found = groups.flatMap(({ entries }) => entries).find((entry) => entry.key === key);
    if (found === undefined) return;
    if (found.reason !== undefined) return announce(found.reason);
    const { leads } = found;
    if ('action' in leads)
      return onClose(() => {
        const action = actionStill(leads.of, leads.action);
        if (action === undefined) tell(words.rowsGone);
        else act(action);
      });
    void change({ recentChoices: withLast(chosen, key) });
    if ('command' in leads) return onClose(() => askFor(leads.command));
    onClose(null);
    if (aside) openWindow(leads.address);
    else void navigate(leads.address, leads.state === undefined ? undefined : { state: leads.state });
  };

  return (
    <CommandList
      label={t('titles.palette')}
      placeholder={t('titles.palette')}
      typed={typed}
      onType={setTyped}
      onClose={() => onClose(null)}
      groups={groups.map(({ id, entries, count: all }) => ({
        id,
        title:
          all > entries.length
            ? own('more', { group: own(groupRows[id].title), shown: entries.length, all })
            : own(groupRows[id].title),
        entries: isOpen ? entries : entries.slice(0, firstDrawn),
      }))}
      empty={own('none', { noResults: noResults(sources.searched) })}
      foot={
        <>
          <span>{counted}</span>
          {sources.loaded !== null && <span>{sources.loaded}</span>}
          <span>{own('keys', { key: isMac ? '⌘' : 'Ctrl+' })}</span>
        </>
      }
      onChoose={choose}
    />
  );
}

interface Found extends PaletteEntry {
  readonly icon: ReactNode;
  readonly leads:
    | { readonly command: CommandId }
    | { readonly address: string; readonly state?: object }
    | { readonly action: string; readonly of: InHand };
}

interface Needs {
  readonly connection: string | null;
  readonly typed: string;
  readonly reasonAgainst: (id: CommandId) => Reason | null;
}

/** Everything that the palette can find: commands, what was read of audits, clients and work packages, and an id as it is typed. */
function useSources({ connection, typed, reasonAgainst }: Needs) {
  const { t } = useTranslation('commands');
  const { t: own } = useTranslation('palette');
  const titleOf = useCommandTitles();
  const shortcutOf = useShortcuts();
  const { t: bulk } = useTranslation('bulk');
  const known = useKnownRecords(connection, typed);
  const [held] = useState(() => inHand()); // of the screen that it opened over
  const actions = held.flatMap((of, part) =>
    of.actions.map(
      (action): Found => ({
        key: `action ${part} ${action.id}`,
        label: action.label,
        detail: of.name ?? bulk('parts:count.selected', { count: of.count }),
        terms: [],
        icon: action.icon ?? <Terminal aria-hidden />,
        shortcut: action.shortcut,
        reason: action.reason,
        leads: { action: action.id, of },
      }),
    ),
  );
  const acts = new Set<string>(held.flatMap((one) => one.actions.map(({ id }) => id)));
  const commands = commandIds
    .filter((id) => id !== 'palette' && !acts.has(id)) // it is open; those stand among what is in hand
    .map((id): Found => {
      const reason = reasonAgainst(id);
      return {
        key: `command ${id}`,
        label: titleOf(id),
        terms: [t(`groups.${commandRows[id].group}`)],
        icon: <Terminal aria-hidden />,
        shortcut: shortcutOf(id)?.text,
        reason: reason === null ? undefined : t(`reason.${reason}`),
        leads: { command: id },
      };
    });
  const saved = useSavedViews(connection);
  const { t: words } = useTranslation('audits');
  const views = [
    { list: 'audits' as const, id: 'starred', name: words('parts:word.starred') },
    { list: 'audits' as const, id: 'recent', name: words('parts:word.recent') },
    ...(saved ?? []),
  ].map(
    ({ list, id, name }): Found => ({
      key: `view ${id}`,
      label: name,
      terms: [],
      icon: <Bookmark aria-hidden />,
      leads: { address: viewPath(list, id) },
    }),
  );
  const records = (() => {
    const names = new Map(known.clients.map(({ id, name }) => [id, name]));
    return {
      audits: known.audits.map((audit) => foundAudit(audit, names.get(audit.client_organisation_id))),
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
  })();
  const kept = useOwnRecords(connection, typed);
  const open = idTyped(typed, connection, own('open', { id: typed.trim() }));
  return {
    inHand: actions,
    open,
    commands,
    views,
    searched: known.searched,
    loaded: known.loaded,
    ...records,
    ...kept,
  };
}

/** What this app keeps itself: connections, to switch to, and plans. */
function useOwnRecords(connection: string | null, typed: string) {
  const { t } = useTranslation();
  const planName = usePlanName();
  const isWanted = typed.trim() !== '';
  const all = useConnections();
  const plans = usePlansFound(isWanted);
  return {
    connections: all
      .filter(({ id }) => id !== connection)
      .map(
        ({ id, name, kind, clientId }): Found => ({
          key: `connection ${id}`,
          label: name,
          detail: `${t('frame.switchConnection')} · ${t(`kind.${kind}`)}`,
          terms: [clientId],
          icon: <Plug aria-hidden />,
          leads: { address: pathTo('audits'), state: { switchTo: id } },
        }),
      ),
    plans: plans.map(
      (plan): Found => ({
        key: `plan ${plan.id}`,
        label: planName(plan),
        detail: all.find(({ id }) => id === plan.connection)?.name,
        terms: [plan.id],
        icon: <ListChecks aria-hidden />,
        leads: { address: pathTo('plan', { planId: plan.id }) },
      }),
    ),
  };
}

const foundAudits = new WeakMap<Audit, Found>();

/** An audit as an entry: the same as long as it and the name of its client are, since there may be thousands. */
function foundAudit(audit: Audit, client: string | undefined): Found {
  const detail = [client, audit.id].filter((part) => part !== undefined).join(' · ');
  const known = foundAudits.get(audit);
  if (known?.detail === detail) return known;
  const made: Found = {
    key: `audit ${audit.id}`,
    label: audit.name,
    detail,
    terms: [audit.id, ...(client === undefined ? [] : [client])],
    icon: <FileText aria-hidden />,
    leads: { address: pathTo('audit', { auditId: audit.id }) },
  };
  foundAudits.set(audit, made);
  return made;
}

/** What is typed, as the id of an audit that nobody has read here or as a link; it is looked up when it is chosen. */
function idTyped(typed: string, connection: string | null, label: string): readonly Found[] {
  const text = typed.trim();
  const link = readLink(text) === null ? linkTo({ kind: 'audit', id: text }) : text;
  if (connection === null || !(canBeId(text) || readLink(text) !== null)) return [];
  const address = `${pathTo('link')}?${new URLSearchParams({ to: link }).toString()}`;
  return [{ key: 'open', label, terms: [], icon: <FileText aria-hidden />, leads: { address } }];
}

interface KnownRecords {
  readonly audits: readonly Audit[];
  readonly clients: readonly ClientOrganisation[];
  readonly packages: readonly WorkPackage[];
  /** The lists that are searched and may be long. */
  readonly searched: readonly WholeList<unknown>[];
  /** The same as a person reads it, with the time that the rest takes; null once all of it is there. */
  readonly loaded: string | null;
}

/** What was read of the lists of a connection. Once something is typed they are read to their end. */
function useKnownRecords(connection: string | null, typed: string): KnownRecords {
  const isWanted = connection !== null && typed.trim() !== '';
  const place = connection ?? '';
  const audits = useAuditSearch(place, typed, isWanted);
  const clients = useClients(place, isWanted);
  const packages = useWorkPackages(place, isWanted);
  const loaded = useLoaded(audits);
  return {
    audits: audits.entries,
    clients: clients.entries,
    packages: packages.entries,
    searched: [audits, clients],
    loaded: isWanted ? loaded : null,
  };
}
