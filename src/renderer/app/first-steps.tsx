import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import type { ScreenName } from '../../shared/screens.ts';
import { askFor } from '../data/asked.ts';
import { itemsQuery } from '../data/items.ts';
import { useChangePreferences } from '../data/preferences.ts';
import { wizardPath } from '../data/wizard-path.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo, rollForwardPath, screenOf } from '../routes.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, Note, Row, Stack } from '../ui/layout.tsx';
import styles from './first-steps.module.css';

/** What the acts are about, in the firm of the demonstration. */
export const demonstrated = {
  group: '2026-VH-GRP',
  component: '2026-VH-GRP-1200',
  groupToRoll: 'HL/FY26/group',
} as const;

/** Three acts of the demonstration: where each is done, and the screen that shows what it did. */
const acts = {
  outOfScope: {
    at: pathTo('auditComponents', { auditId: demonstrated.group }),
    result: 'auditComponents',
  },
  component: { at: wizardPath({ couple: [demonstrated.component] }), result: 'auditCreated' },
  rollForward: { at: rollForwardPath([demonstrated.groupToRoll]), result: 'plan' },
} as const satisfies Record<string, { at: string; result: ScreenName }>;
type Act = keyof typeof acts;
const actNames = ['outOfScope', 'component', 'rollForward'] as const satisfies readonly Act[];

/**
 * Stands in the sidebar, above its foot, until a person dismisses it: in the demonstration three acts that can be done and undone, elsewhere
 * the offer of the tour. It takes no focus and covers nothing.
 */
export function FirstSteps({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('tour');
  const change = useChangePreferences();
  const isDemonstration = connection.secret === 'built-in';
  return (
    <Card as="section" gap="2" className={styles.card} aria-label={t('first.title')}>
      <Row apart isLine>
        <h2>{t('first.title')}</h2>
        <IconButton
          label={t('first.dismiss')}
          icon={<X aria-hidden />}
          onPress={() => void change({ tourSeen: true })}
        />
      </Row>
      {isDemonstration ? (
        <Acts connection={connection.id} />
      ) : (
        <Button onPress={() => askFor('tour')}>{t('first.take')}</Button>
      )}
    </Card>
  );
}

function Acts({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('tour');
  const navigate = useNavigate();
  const [current, setCurrent] = useState<Act | null>(null);
  const done = useDone(connection, current);
  return (
    <Stack as="ul" gap="1">
      {actNames.map((act) => (
        <li key={act}>
          <button
            type="button"
            className={styles.act}
            aria-current={act === current ? 'step' : undefined}
            onClick={() => {
              setCurrent(act);
              void navigate(acts[act].at);
            }}
          >
            {done.has(act) ? (
              <CircleCheck role="img" aria-label={t('parts:state.done')} />
            ) : (
              <Circle aria-hidden />
            )}
            {t(`first.act.${act}.title`)}
          </button>
          {act === current && (
            <Note role="status">{t(done.has(act) ? `first.act.${act}.undo` : `first.act.${act}.how`)}</Note>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** The acts whose result the window has shown. */
function useDone(connection: string, current: Act | null): ReadonlySet<Act> {
  const { pathname } = useLocation();
  const { data: drafts = [] } = useQuery(itemsQuery('drafts', connection));
  const [seen, setSeen] = useState<ReadonlySet<Act>>(new Set());
  const isStaged = drafts.some(
    ({ kind, content }) => kind === 'components' && content['group'] === demonstrated.group,
  );
  const isShown =
    current !== null && screenOf(pathname) === acts[current].result && (current !== 'outOfScope' || isStaged);
  if (isShown && !seen.has(current)) setSeen(new Set([...seen, current]));
  return seen;
}
