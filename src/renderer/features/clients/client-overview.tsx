import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { CollectionState } from '../../parts/collection-state.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Card, Note, Row } from '../../ui/layout.tsx';
import { useShownClient } from './client-frame.tsx';
import { auditUsage, UsageExport, UsageTable } from './usage-table.tsx';

/** The facts of a client and its audits. */
export function ClientOverview() {
  const { t } = useTranslation('clients');
  const { t: commands } = useTranslation('commands');
  const navigate = useNavigate();
  const reason = useWriteRefusal();
  const { client, audits, auditsOfFirm: list } = useShownClient();
  const rows = audits.map(auditUsage);
  const usage = {
    label: t('audits.label', { client: client.name }),
    rows,
    withGroup: false,
    file: { list },
  };
  const isCounted = rows.length > 0 && list.complete !== null;
  return (
    <>
      <ClientFacts client={client} />
      <Row apart>
        <Row align="baseline">
          <h2>{t('audits.title')}</h2>
          {isCounted && <Note as="span">{t('parts:count.audits', { count: rows.length })}</Note>}
        </Row>
        <Row>
          {rows.length > 0 && <UsageExport {...usage} />}
          <Button
            icon={<Plus aria-hidden />}
            reason={reason}
            onPress={() => void navigate(wizardPath({ type: 'single', client: client.id }))}
          >
            {commands('titles.new-audit')}
          </Button>
        </Row>
      </Row>
      <CollectionState
        list={list}
        shown={rows.length}
        skeleton={[4, ['60%', '40%', '40%'], t('common:list.reading')]}
        none={<Note size="body">{t('audits.none')}</Note>}
      >
        <UsageTable {...usage} />
      </CollectionState>
    </>
  );
}

function ClientFacts({ client }: { readonly client: ClientOrganisation }) {
  const { t } = useTranslation('clients');
  const countries = useCountryWords();
  const unseen = useUnseenWords();
  const none = (field: keyof ClientOrganisation) => (
    <Note as="span" size="body">
      {isUnseen(client, field) ? unseen.long : t('parts:word.notProvided')}
    </Note>
  );
  const { country, domains, allow_password_login: login } = client;
  return (
    <Card as="section" isLow aria-label={t('parts:word.clientOrganisation')}>
      <DefinitionList
        isLow
        items={[
          { term: t('parts:word.id'), value: <Id value={client.id} isCopyable /> },
          {
            term: t('parts:field.country'),
            value:
              country === null
                ? none('country')
                : t('detail.country', { name: countries.name(country), code: country }),
          },
          {
            term: t('parts:word.eMailDomains'),
            value: domains.length === 0 ? none('domains') : domains.join(', '),
          },
          {
            term: t('detail.field.login'),
            value:
              login === null
                ? none('allow_password_login')
                : t(login ? 'detail.loginAllowed' : 'detail.loginRefused'),
          },
          {
            term: t('parts:field.credits'),
            value: isUnseen(client, 'is_test_organisation')
              ? t('detail.testUnseen')
              : t(client.is_test_organisation ? 'detail.isTest' : 'detail.isNoTest'),
          },
        ]}
      />
    </Card>
  );
}
