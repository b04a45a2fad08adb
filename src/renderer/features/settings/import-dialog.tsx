import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportEntry, OpenedSettings } from '../../../shared/operations/settings.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { useEntryWords } from './use-entry-words.ts';

interface Props {
  readonly id: string;
  readonly opened: OpenedSettings;
  readonly onClose: () => void;
}

/** What a file of settings would change here, entry by entry; what is chosen is taken over. */
export function ImportDialog({ id, opened, onClose }: Props) {
  const { t, i18n } = useTranslation('settings');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const client = useQueryClient();
  const { nameOf, changeWords, verdictWords } = useEntryWords();
  const { entries, savedAt } = opened;
  const offered = entries.filter(hasEffect);
  const [chosen, setChosen] = useState<readonly string[]>(offered.map(({ key }) => key));
  const take = useMutation({
    mutationFn: () => unwrap(call('settings.import', { id, keys: [...chosen] })),
    onSuccess: async ({ entries: outcomes }) => {
      announce(t('exchange.taken', { count: outcomes.filter(hasEffect).length }));
      await client.invalidateQueries();
    },
  });
  const rest = entries.filter((entry) => !hasEffect(entry));
  return (
    <Dialog
      isOpen
      size="large"
      title={t('exchange.title')}
      onClose={onClose}
      actions={
        take.data !== undefined || offered.length === 0 ? (
          <Button variant="primary" onPress={onClose}>
            {t('exchange.close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{common('action.cancel')}</Button>
            <Button
              variant="primary"
              isPending={take.isPending}
              reason={chosen.length === 0 ? t('exchange.nothingChosen') : undefined}
              onPress={() => take.mutate()}
            >
              {t('exchange.take', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      {savedAt !== null && <p>{t('exchange.from', { when: formatMoment(savedAt, i18n.language) })}</p>}
      {take.error !== null && <ErrorNotice role="status" {...describe(errorOf(take.error))} />}
      {take.data !== undefined ? (
        <ImportOutcome entries={take.data.entries} />
      ) : (
        <>
          <p>{offered.length === 0 ? t('exchange.noEffect') : t('exchange.secrets')}</p>
          {(['preference', 'connection', 'team'] as const).map((kind) => {
            const those = offered.filter((entry) => entry.kind === kind);
            if (those.length === 0) return null;
            const keys = those.map(({ key }) => key);
            return (
              <CheckboxGroup
                key={kind}
                label={t(`exchange.kind.${kind}`)}
                value={chosen.filter((key) => keys.includes(key))}
                onChange={(value) => setChosen([...chosen.filter((key) => !keys.includes(key)), ...value])}
                choices={those.map((entry) => ({
                  id: entry.key,
                  label: `${nameOf(entry)}: ${verdictWords(entry)}`,
                  help: changeWords(entry),
                }))}
              />
            );
          })}
          {rest.length > 0 && <ImportOutcome entries={rest} />}
        </>
      )}
    </Dialog>
  );
}

function hasEffect({ verdict }: ImportEntry): boolean {
  return verdict === 'new' || verdict === 'change';
}
