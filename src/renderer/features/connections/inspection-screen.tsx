import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { mostRequests } from '../../../shared/inspection.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useConnectionId, useConnections } from '../../data/connections.ts';
import { inspectionQuery, useInspectionProgress } from '../../data/inspection.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { tell } from '../../ui/toast.ts';
import { InspectionResult } from './inspection-result.tsx';

/** What the service of the connection in use does, or of the one that the address names; one that is gone leads back to the list. */
export function InspectionScreen() {
  const [search] = useSearchParams();
  const active = useConnectionId();
  const id = search.get('of') ?? active;
  const connection = useConnections().find((one) => one.id === id);
  if (connection === undefined) return <Navigate to={pathTo('connections')} replace />;
  return <Inspector key={id} connection={connection} />;
}

function Inspector({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation('inspection');
  const { t: commands } = useTranslation('commands');
  const { id, name } = connection;
  const last = useQuery(inspectionQuery(id));
  const inspect = useMutation({
    mutationFn: () => unwrap(call('connections.inspect', { id })),
    onMutate: () => announce(t('running')),
    onSuccess: () => announce(t('done')),
  });
  const save = useMutation({
    mutationFn: (format: 'text' | 'json') => unwrap(call('connections.saveInspection', { id, format })),
    onSuccess: ({ saved }) => saved && tell(t('parts:word.fileSaved')),
  });
  const progress = useInspectionProgress(id);
  const isRunning = inspect.isPending || progress !== null;
  const found = last.data ?? null;
  return (
    <Page>
      <PageHeader
        title={<Name text={t('title', { name })} />}
        windowTitle={t('title', { name })}
        back={<Link to={pathTo('connections')}>{commands('screens.connections')}</Link>}
        description={t('description', { most: mostRequests })}
        actions={
          <>
            {found !== null && (
              <Menu
                label={t('parts:word.export')}
                placement="bottom end"
                trigger={
                  <Button isPending={save.isPending} after={<ChevronDown aria-hidden />}>
                    {t('parts:word.export')}
                  </Button>
                }
                entries={(['text', 'json'] as const).map((format) => ({
                  id: format,
                  label: t(`exportAs.${format}`),
                }))}
                onAction={(format) => save.mutate(format)}
              />
            )}
            <Button variant="primary" isPending={isRunning} onPress={() => inspect.mutate()}>
              {t(found === null ? 'parts:word.inspect' : 'again')}
            </Button>
          </>
        }
      />
      {isRunning && <Running id={id} done={progress?.done ?? 0} />}
      {!isRunning && (
        <Outcome error={inspect.error} ended={inspect.data?.ended ?? null} hasLast={found !== null} />
      )}
      <FailureNotice role="status" error={save.error ?? last.error} />
      {last.isPending && <SkeletonRows count={4} widths={['40%', '60%']} label={t('running')} />}
      {last.isSuccess && found === null && !isRunning && (
        <EmptyState title={t('none.title')} picture="list">
          {t('none.text')}
        </EmptyState>
      )}
      {found !== null && <InspectionResult inspection={found} connection={connection} />}
    </Page>
  );
}

function Running({ id, done }: { readonly id: string; readonly done: number }) {
  const { t } = useTranslation('inspection');
  const { t: common } = useTranslation();
  return (
    <Row gap="3">
      <progress aria-label={t('running')} value={done} max={mostRequests} />
      <span>{t('progress', { done, most: mostRequests })}</span>
      <Button variant="quiet" onPress={() => void call('connections.act', { id, act: 'stopInspection' })}>
        {common('ui.cancel')}
      </Button>
    </Row>
  );
}

interface OutcomeProps {
  readonly error: Error | null;
  readonly ended: Parameters<ReturnType<typeof useErrorWords>>[0] | null;
  readonly hasLast: boolean;
}

/** Why the last attempt did not reach its end. */
function Outcome({ error, ended, hasLast }: OutcomeProps) {
  const { t } = useTranslation('inspection');
  const describe = useErrorWords();
  const failure = error === null ? ended : errorOf(error);
  if (failure === null) return null;
  if (failure.code === 'cancelled') return <Banner tone="info" role="status" title={t('cancelled')} />;
  return (
    <>
      <ErrorNotice role="status" {...describe(failure)} />
      {hasLast && <p>{t('last')}</p>}
    </>
  );
}
