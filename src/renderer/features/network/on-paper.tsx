import { useTranslation } from 'react-i18next';
import type { GroupReading } from '../../data/group-reading.ts';
import { formatMomentAndZone } from '../../messages/format.ts';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { PrintTable } from '../../parts/printout/print-table.tsx';
import type { NetworkState } from './network-state.ts';
import { PaperPicture } from './paper-picture.tsx';
import { networkTable } from './table.ts';

interface OnPaperProps {
  /** The client's. */
  readonly name: string;
  readonly state: NetworkState;
  readonly reading: Pick<GroupReading, 'audits'>;
}

/** Prints a network: the picture as it is shown, where a page has room for it, and the list of every place. */
export function OnPaper({ name, state, reading }: OnPaperProps) {
  const { t, i18n } = useTranslation('network');
  return (
    <PrintMenu
      title={t('paper.title', { name })}
      facts={[{ term: t('paper.read'), value: formatMomentAndZone(reading.audits.readAt, i18n.language) }]}
      isWide
    >
      <PaperPicture state={state} />
      <ListOnPaper state={state} />
    </PrintMenu>
  );
}

function ListOnPaper({ state }: Pick<OnPaperProps, 'state'>) {
  const { t } = useTranslation('network');
  return <PrintTable caption={t('paper.list')} rows={networkTable(state, t)} />;
}
