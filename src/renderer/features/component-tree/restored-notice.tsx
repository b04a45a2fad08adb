import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../messages/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import type { Misfit } from './staged-draft.ts';
import type { Change } from './staging.ts';
import type { Restored } from './use-staging.ts';
import { refusalWord, type TreeT } from './words.ts';

interface RestoredNoticeProps {
  readonly restored: Restored;
  readonly unfit: readonly { readonly change: Change; readonly reason: Misfit }[];
  /** Keys of what is staged now. */
  readonly staged: ReadonlySet<string>;
  readonly onTakeBack: (keys: readonly string[]) => void;
  readonly onPutAway: () => void;
}

/** Says that staged changes are back from before, and which of them no longer fit what the service lists. */
export function RestoredNotice({ restored, unfit, staged, onTakeBack, onPutAway }: RestoredNoticeProps) {
  const { t, i18n } = useTranslation('component-tree');
  const doubtful = unfit.flatMap(({ change, reason }) =>
    reason !== 'gone' && staged.has(change.key) ? [change.key] : [],
  );
  return (
    <Banner
      tone={unfit.length > 0 ? 'warning' : 'info'}
      role="status"
      title={t('restored.title', { count: restored.changes.length })}
      actions={
        <Row>
          {doubtful.length > 0 && (
            <Button onPress={() => onTakeBack(doubtful)}>
              {t('restored.takeBack', { count: doubtful.length })}
            </Button>
          )}
          <Button onPress={onPutAway}>{t('outcome.putAway')}</Button>
        </Row>
      }
    >
      <p>{t('restored.text', { time: formatMoment(restored.savedAt, i18n.language) })}</p>
      {unfit.length > 0 && (
        <>
          <p>{t('restored.unfit')}</p>
          <ul>
            {unfit.map(({ change: { key, kind, name }, reason }) => (
              <li key={key}>
                {t(`staging.change.${kind}`, { name })} – {misfitWord(t, reason)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}

function misfitWord(t: TreeT, reason: Misfit): string {
  return reason === 'gone' || reason === 'made-meanwhile' || reason === 'no-entity'
    ? t(`restored.misfit.${reason}`)
    : refusalWord(t, reason);
}
