import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Bullets } from '../../ui/panel.tsx';

export const secondField = 'second';

const mostNamed = 5; // the tree marks each of them

interface Second {
  /** What stands in the way; undefined where nothing does. */
  readonly fault: string | undefined;
  readonly question: ReactNode;
}

/** Asks whether legal entities that are in a component already get another one. The yes holds for those that it was said of. */
export function useSecond(names: ReadonlyMap<string, string>): Second {
  const { t } = useTranslation('component-tree');
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [name = ''] = names.values();
  const count = names.size;
  const isAccepted = [...names.keys()].every((id) => accepted.has(id));
  return {
    fault: isAccepted ? undefined : t('add.second.fault'),
    question: count > 0 && (
      <Banner tone="warning" role="status" title={t('add.second.title', { count, name })}>
        {count > 1 && (
          <Bullets>
            {[...names].slice(0, mostNamed).map(([id, each]) => (
              <li key={id}>{each}</li>
            ))}
            {count > mostNamed && <li>{t('parts:count.more', { count: count - mostNamed })}</li>}
          </Bullets>
        )}
        <Checkbox
          name={secondField}
          label={t('add.second.choose')}
          isSelected={isAccepted}
          onChange={(yes) => setAccepted(new Set(yes ? names.keys() : []))}
        />
      </Banner>
    ),
  };
}
