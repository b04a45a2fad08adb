import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isStrange } from '../../../shared/failures.ts';
import type { ConnectionLayer } from '../../../shared/model/connection.ts';
import type { ConnectionReport } from '../../../shared/operations/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Card, Note, Row, Stack } from '../../ui/layout.tsx';
import { tell } from '../../ui/toast.ts';
import styles from './connections.module.css';

/** A difference that a person should know of: tokens and times start to look wrong. */
const notableSkewSeconds = 60;

const icons = {
  ok: CircleCheck,
  failed: CircleX,
  notReached: CircleMinus,
  notShown: CircleMinus,
  notUsed: CircleMinus,
} as const;

/** What a test of a connection found: every layer, and a sentence for the one that fails. */
export function ReportView({ report }: { readonly report: ConnectionReport }) {
  const { t } = useTranslation('connections');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const { failed, clockSkewSeconds: skew, scope } = report;
  const box = useRef<HTMLDivElement>(null);
  const tellPassed = useEffectEvent(() => {
    if (failed === null) tell(t('report.passed'));
  });
  useEffect(() => {
    // A block: Chromium answers a promise here, and what an effect answers is called when it ends.
    box.current?.scrollIntoView({ block: 'nearest' });
    tellPassed();
  }, []);
  return (
    <Stack width="form" ref={box}>
      <Card as="ol" isLow divided aria-label={t('report.layers')}>
        {layerStates(report).map(({ layer, state }) => {
          const Icon = icons[state];
          return (
            <Row as="li" key={layer} isLine className={styles[state]}>
              <Icon aria-hidden />
              <span className={styles.layerName}>{t(`layer.${layer}.name`)}</span>
              <Note as="span">{t(`report.${state}`)}</Note>
            </Row>
          );
        })}
      </Card>
      {failed !== null && (
        <ErrorNotice
          role="status"
          {...describe(failed.error, isStrange(failed.error) ? t('report.strange') : undefined)}
        />
      )}
      {scope !== null && <p>{scope === '' ? t('report.noScope') : t('report.scope', { scope })}</p>}
      {skew !== null && Math.abs(skew) > notableSkewSeconds && (
        <Banner tone="warning">
          {t('report.skew', {
            time: formatDuration(Math.abs(skew) * 1_000, common),
          })}
        </Banner>
      )}
    </Stack>
  );
}

// A record, so that a layer that is added to the contract has to be added here.
const order: Readonly<Record<ConnectionLayer, number>> = {
  address: 0,
  network: 1,
  tls: 2,
  api: 3,
  credentials: 4,
  quota: 5,
  permission: 6,
};
const layers = (Object.keys(order) as readonly ConnectionLayer[]) // keys of a literal: exactly these
  .toSorted((a, b) => order[a] - order[b]);

export type LayerState = 'ok' | 'failed' | 'notReached' | 'notShown' | 'notUsed';

/** Each layer with the result of a test; `notShown` where the test went on without proving this one, `notUsed` where
 * the address has none. */
export function layerStates(
  report: Pick<ConnectionReport, 'passed' | 'failed'>,
): readonly { readonly layer: ConnectionLayer; readonly state: LayerState }[] {
  const end = report.failed === null ? layers.length : layers.indexOf(report.failed.layer);
  return layers.map((layer, place) => ({ layer, state: stateOf(layer, place) }));

  function stateOf(layer: ConnectionLayer, place: number): LayerState {
    if (layer === report.failed?.layer) return 'failed';
    if (report.passed.includes(layer)) return 'ok';
    if (place > end) return 'notReached';
    return layer === 'tls' ? 'notUsed' : 'notShown';
  }
}
