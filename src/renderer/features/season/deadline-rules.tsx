import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { DeadlineRule } from '../../../shared/model/season.ts';
import { itemsQuery, removeItem, saveItems } from '../../data/items.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import type { Season } from './season-state.ts';

interface Props {
  readonly connection: string;
  readonly season: Season;
}

const months = Array.from({ length: 25 }, (_, count) => count);

/** The rules for deadlines of a country or a client, beside the firm's. */
export function DeadlineRules({ connection, season: { clients, clientName } }: Props) {
  const { t } = useTranslation('season');
  const countries = useCountryWords();
  const client = useQueryClient();
  const { send, isSending, notice } = useSend();
  const { data: rules = [] } = useQuery(itemsQuery('deadlineRules', connection));
  const [chosen, setChosen] = useState<string | null>(null);
  const [count, setCount] = useState(3);
  const options = [
    ...[...new Set(clients.entries.flatMap(({ country }) => country || []))].map((key) => ({
      id: `country ${key}`,
      label: countries.name(key),
      detail: t('parts:field.country'),
    })),
    ...clients.entries.map(({ id, name }) => ({ id: `client ${id}`, label: name, detail: id })),
  ];
  const nameOf = ({ of, key }: Pick<DeadlineRule, 'of' | 'key'>) =>
    of === 'country' ? countries.name(key) : clientName(key);
  const add = () => {
    if (chosen === null) return;
    const of = chosen.startsWith('country ') ? 'country' : 'client';
    const key = chosen.slice(of.length + 1);
    const rule = { id: `${connection} ${chosen}`, connection, of, key, months: count, days: 0 } as const;
    void send(
      () => saveItems(client, connection, { deadlineRules: [rule] }),
      () => setChosen(null),
    );
  };
  return (
    <Stack gap="2">
      {notice}
      {rules.length > 0 && (
        <Bullets aria-label={t('rules.title')}>
          {rules.map((rule) => (
            <li key={rule.id}>
              <Row gap="2">
                {nameOf(rule)}: {t('parts:count.months', { count: rule.months })}
                <IconButton
                  label={t('rules.remove', { name: nameOf(rule) })}
                  icon={<X aria-hidden />}
                  onPress={() =>
                    void send(
                      () => removeItem(client, 'deadlineRules', rule),
                      () => {},
                    )
                  }
                />
              </Row>
            </li>
          ))}
        </Bullets>
      )}
      <ChoiceBox name="rule" label={t('rules.of')} options={options} value={chosen} onChange={setChosen} />
      {chosen !== null && (
        <>
          <Select
            name="rule-months"
            label={t('expect.ruleMonths')}
            options={months.map((one) => ({
              id: String(one),
              label: t('parts:count.months', { count: one }),
            }))}
            value={String(count)}
            onChange={(one) => setCount(Number(one))}
          />
          <Button icon={<Plus aria-hidden />} isPending={isSending} onPress={add}>
            {t('rules.add')}
          </Button>
        </>
      )}
    </Stack>
  );
}
