import { useTranslation } from 'react-i18next';
import { useNavigate, useRouteError } from 'react-router';
import { CallFailure } from '../data/call.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** What shows instead of a screen that failed; `isWhole` where the frame itself did. */
export function CrashScreen({ isWhole = false }: { readonly isWhole?: boolean }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  const navigate = useNavigate();
  const cause = useRouteError();
  const words =
    cause instanceof CallFailure
      ? describe(cause.error)
      : {
          happened: t('crash.title'),
          meaning: t('crash.meaning'),
          remedy: t('crash.remedy'),
          details: cause instanceof Error ? [{ name: cause.name, value: cause.message }] : [],
        };
  return (
    <Page>
      <PageHeader title={t('crash.title')} hasErrors />
      <ErrorNotice
        {...words}
        role="alert"
        action={
          <>
            <Button variant="primary" onPress={() => location.reload()}>
              {t('crash.reopen')}
            </Button>
            {!isWhole && (
              <Button onPress={() => void navigate(pathTo('audits'))}>{t('crash.goAudits')}</Button>
            )}
          </>
        }
      />
    </Page>
  );
}

/** An address that leads to no screen. */
export function NowhereScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader
        title={t('crash.nowhere')}
        description={t('crash.nowhereMeaning')}
        actions={
          <Button variant="primary" onPress={() => void navigate(pathTo('audits'))}>
            {t('crash.goAudits')}
          </Button>
        }
      />
    </Page>
  );
}
