import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { FileAside } from '../../shared/record.ts';
import { hasOwnConnections } from '../../shared/rules/service/own-connections.ts';
import { call, errorOf, unwrap } from '../data/call.ts';
import { useConnections } from '../data/connections.ts';
import { filesAsideQuery } from '../data/preferences.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatMoment } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/code.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { FailureNotice } from './failure-notice.tsx';

/** Copies of connections, settings and drafts from before updates. */
const storeCopiesQuery = queryOptions({
  queryKey: ['records', 'copies'],
  queryFn: () => unwrap(call('files.copies', {})),
  staleTime: 0,
});

/** The secrets in the keychain that no connection has. */
const orphanedSecretsQuery = queryOptions({
  queryKey: ['records', 'orphans'],
  queryFn: () => unwrap(call('secrets.orphaned', {})),
  staleTime: 0,
  retry: false,
});

/** Tells which files of this app were damaged or lost, what is missing, and how to get it back. */
export function FilesAside({ only }: { readonly only?: FileAside['file'] }) {
  const { t, i18n } = useTranslation('welcome');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const { data = [], error, refetch, isFetching } = useQuery(filesAsideQuery);
  if (error !== null)
    return (
      <ErrorNotice
        {...describe(errorOf(error), t('aside.unread'))}
        role="status"
        action={
          <Button onPress={() => void refetch()} isPending={isFetching}>
            {common('list.refresh')}
          </Button>
        }
      />
    );
  const newestStore = data.find(({ file }) => file === 'audit-desk');
  return data
    .filter(({ file }) => only === undefined || file === only)
    .map(({ file, name, at, how }) => (
      <Banner key={name} tone="danger" title={t(`aside.title.${how}`, { file: t(`aside.file.${file}`) })}>
        <p>
          {t(how === 'older' ? 'aside.older.text' : `aside.text.${file}`, {
            time: formatMoment(at, i18n.language),
          })}{' '}
          {how === 'older' && file === 'journal' && t('aside.older.paused')}
        </p>
        {name === newestStore?.name && <WaysBack />}
        <p>
          {how === 'older' && t('aside.older.kept')} {t('aside.kept')}
        </p>
        <Id value={name} isCopyable />
      </Banner>
    ));
}

/** Copies of lost connections, and secrets without a connection. */
function WaysBack() {
  const { t, i18n } = useTranslation('welcome');
  const hasConnections = hasOwnConnections(useConnections());
  const { data: copies } = useQuery(storeCopiesQuery);
  const orphans = useQuery(orphanedSecretsQuery);
  const putBack = useMutation({ mutationFn: (name: string) => unwrap(call('files.putBack', { name })) });
  const declined = putBack.error !== null && errorOf(putBack.error).code === 'declined';
  return (
    <>
      {!hasConnections && copies?.length === 0 && <p>{t('aside.noCopies')}</p>}
      {!hasConnections && copies !== undefined && copies.length > 0 && (
        <>
          <p>{t('aside.copies')}</p>
          {copies.map(({ name, at }) => (
            <p key={name}>
              <Button isPending={putBack.isPending} onPress={() => putBack.mutate(name)}>
                {t('aside.putBack', { time: formatMoment(at, i18n.language) })}
              </Button>
            </p>
          ))}
        </>
      )}
      {putBack.error !== null && !declined && <FailureNotice role="status" error={putBack.error} />}
      {orphans.error !== null && <p>{t('aside.orphansUnread')}</p>}
      {orphans.data !== undefined && orphans.data.length > 0 && (
        <>
          <p>{t('aside.orphans', { count: orphans.data.length })}</p>
          <ul>
            {orphans.data.map(({ account, baseUrl, clientId }) => (
              <li key={account}>
                {baseUrl === null || clientId === null
                  ? t('aside.orphanUnknown', { account })
                  : t('aside.orphan', { account, address: baseUrl, clientId })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
