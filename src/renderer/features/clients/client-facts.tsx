import { useTranslation } from 'react-i18next';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './clients.module.css';

/** Everything that the service tells about a client organisation itself. */
export function ClientFacts({ client }: { readonly client: ClientOrganisation }) {
  const { t } = useTranslation('clients');
  const countries = useCountryWords();
  const none = <span className={styles.none}>{t('detail.none')}</span>;
  const { country, domains, allow_password_login: login } = client;
  return (
    <Panel title={t('detail.facts')}>
      <DefinitionList
        items={[
          { term: t('detail.field.id'), value: <Id value={client.id} isCopyable /> },
          {
            term: t('detail.field.country'),
            value:
              country === null ? none : t('detail.country', { name: countries.name(country), code: country }),
          },
          { term: t('detail.field.domains'), value: domains.length === 0 ? none : domains.join(', ') },
          {
            term: t('detail.field.login'),
            value: login === null ? none : t(login ? 'detail.loginAllowed' : 'detail.loginRefused'),
          },
          {
            term: t('detail.field.test'),
            value: t(client.is_test_organisation ? 'detail.isTest' : 'detail.isNoTest'),
          },
        ]}
      />
    </Panel>
  );
}
