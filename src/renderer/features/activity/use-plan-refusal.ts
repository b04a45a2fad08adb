import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useConnections } from '../../data/connections.ts';

/** Why a plan can send nothing now, for the button that would have it; undefined where it can (ux T7). */
export function usePlanRefusal({ connection }: PlanProgress): string | undefined {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const own = useConnections().find(({ id }) => id === connection);
  if (own === undefined) return t('connection.isRemoved');
  return own.access === 'read-only' ? common('refused.readOnly') : undefined;
}
