import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/call.ts';
import { trailCheckQuery } from '../../data/records.ts';
import { announce } from '../../ui/live-region.tsx';

/** Saves the trail, or the part of one connection, where the person says; the whole of it is looked through by that. */
export function useTrailExport(connection: string | null) {
  const { t } = useTranslation('activity');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') => {
      const saved = await call('trail.export', { format, ...(connection === null ? {} : { connection }) });
      if (saved.ok && saved.value.saved) announce(t('export.saved'));
      await client.invalidateQueries({ queryKey: trailCheckQuery.queryKey });
      return saved;
    },
  });
}
