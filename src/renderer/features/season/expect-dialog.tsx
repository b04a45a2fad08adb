import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { successorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { legalEntitiesOptions } from '../../data/clients.ts';
import { useCollections } from '../../data/collections.ts';
import { itemsQuery } from '../../data/items.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { saveEntries } from '../../data/season.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { DeadlineRules } from './deadline-rules.tsx';
import { useNetworks } from './networks.ts';
import { endedGroups, entryAfter, type Term, termOf } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface ExpectDialogProps {
  readonly connection: string;
  readonly season: Season;
  readonly onClose: () => void;
}

const months = Array.from({ length: 25 }, (_, count) => count);
const days = Array.from({ length: 31 }, (_, count) => count);

/** Adds last year's groups to the season, with deadlines by the firm's rule. Those that somebody has rolled forward stand there as such. */
export function ExpectDialog({ connection, season, onClose }: ExpectDialogProps) {
  const { t } = useTranslation('season');
  const client = useQueryClient();
  const describe = useErrorWords();
  const { deadlineMonths, deadlineDays } = usePreferences();
  const change = useChangePreferences();
  const { send, isSending, notice } = useSend();
  const { audits, entries, clientName } = season;
  const termFor = useTerms(connection, season.clients.entries);
  const day = season.forecast.today;
  const kept = entries.data;
  const { found, longAgo } = useMemo(() => {
    const known = new Set(kept?.map(({ predecessor }) => predecessor));
    const { lastYears, longAgo: before } = endedGroups(audits.entries, day);
    return {
      longAgo: before.length,
      found: lastYears.map((audit) => ({
        audit,
        isKnown: known.has(audit.id),
        successor: successorOf(audit, audits.entries, null)?.audit.id ?? null,
      })),
    };
  }, [audits.entries, kept, day]);
  const added = found.filter(({ isKnown }) => !isKnown);
  const components = useNetworks(connection, added, audits.entries, 'anew');
  const entities = useEntities(connection, added);
  const error = components.error ?? entities.error;
  const { read, groups } = components;
  const rolled = added.filter(({ successor }) => successor !== null).length;
  const reason =
    audits.complete === null
      ? t('expect.auditsUnread')
      : added.length === 0
        ? t('expect.none')
        : read < groups
          ? t('expect.unread', { read, count: groups })
          : entities.complete !== null
            ? undefined
            : t('expect.entitiesUnread');
  const readAgain = () => {
    components.resume();
    entities.resume();
  };
  const save = () => {
    if (reason !== undefined) return;
    const known = { audits: audits.entries, componentsOf: components.lists };
    const made = added.flatMap(
      ({ audit, successor }) =>
        entryAfter(connection, audit, {
          known,
          successor,
          rule: termFor(audit.client_organisation_id),
          entries: kept,
          names: [clientName(audit.client_organisation_id), ...entities.namesOf(audit)],
        }) ?? [],
    );
    void send(
      () => saveEntries(client, connection, made),
      () => {
        announce(t('expect.added', { count: made.length }));
        onClose();
      },
    );
  };
  const numbers = (of: readonly number[], unit: 'months' | 'days') =>
    of.map((count) => ({ id: String(count), label: t(`parts:count.${unit}`, { count }) }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={false}
      title={t('expect.action')}
      onSubmit={save}
      actions={
        <FormActions
          submit={t('expect.confirm', { count: added.length })}
          isPending={isSending}
          reason={reason}
        />
      }
    >
      <Stack gap="4">
        {notice}
        <p>{t('expect.text')}</p>
        <p role="status">
          {t('expect.found', { count: added.length - rolled })}{' '}
          {rolled > 0 && t('expect.rolled', { count: rolled })}{' '}
          {found.length > added.length && t('expect.known', { count: found.length - added.length })}{' '}
          {longAgo > 0 && t('expect.longAgo', { count: longAgo })}
        </p>
        {reason !== undefined && <Banner tone="info">{reason}</Banner>}
        {error !== null && (
          <ErrorNotice
            {...describe(error)}
            role="status"
            action={<Button onPress={readAgain}>{t('parts:word.retry')}</Button>}
          />
        )}
        <Select
          name="months"
          label={t('expect.ruleMonths')}
          help={t('expect.ruleHelp')}
          options={numbers(months, 'months')}
          value={String(deadlineMonths)}
          onChange={(count) => void change({ deadlineMonths: Number(count) })}
        />
        <Select
          name="days"
          label={t('expect.ruleDays')}
          options={numbers(days, 'days')}
          value={String(deadlineDays)}
          onChange={(count) => void change({ deadlineDays: Number(count) })}
        />
        <DeadlineRules connection={connection} season={season} />
      </Stack>
    </Dialog>
  );
}

/** The rule for the deadlines of each client. */
function useTerms(connection: string, clients: Season['clients']['entries']): (client: string) => Term {
  const { deadlineMonths, deadlineDays } = usePreferences();
  const { data: rules = [] } = useQuery(itemsQuery('deadlineRules', connection));
  const countries = new Map(clients.map(({ id, country }) => [id, country]));
  const firms = { months: deadlineMonths, days: deadlineDays };
  return (client) => termOf(rules, firms, client, countries.get(client) ?? null);
}

/** The legal entities of the clients of groups: their names stay in those of the next audits. */
function useEntities(connection: string, groups: readonly { readonly audit: Audit }[]) {
  const clients = [...new Set(groups.map(({ audit }) => audit.client_organisation_id))];
  const { lists, ...reading } = useCollections(connection, legalEntitiesOptions, clients, { age: 'anew' });
  return {
    ...reading,
    namesOf: ({ client_organisation_id: client, legal_entity_ids: ids }: Audit): readonly string[] =>
      (lists.get(client) ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name),
  };
}
