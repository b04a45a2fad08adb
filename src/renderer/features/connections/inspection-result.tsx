import { Fragment, type ReactNode } from 'react';
import {
  type FindingName,
  type FindingState,
  findingSources,
  termNames,
  variantNames,
} from '../../../shared/inspection.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { tiers } from '../../../shared/model/tiers.ts';
import type { Finding, Inspection } from '../../../shared/operations/inspection.ts';
import {
  consequenceOf,
  type DifferenceWords,
  findingParts,
  priceTerms,
  sentenceOf,
} from '../../../shared/rules/service/inspection.ts';
import { formatDay, formatDuration, formatMoment, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { unseenWords } from '../../parts/inspected-notice.tsx';
import { WindowsTable } from '../../parts/windows-table.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Columns, Note, Stack } from '../../ui/layout.tsx';
import { Bullets, Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

interface Props {
  readonly inspection: Inspection;
  readonly connection: Connection;
}

/** What an inspection has found: first what is wrong, then what is unknown, then all else. */
export function InspectionResult({ inspection, connection }: Props) {
  const { t, i18n } = useTranslation('inspection');
  const { findings, at, requests, gaps, unseen } = inspection;
  const of = (state: FindingState) => findings.filter((finding) => finding.state === state);
  const [differs, unknown, same] = [of('differs'), of('unknown'), of('as-decided')];
  return (
    <Stack gap="4" width="page">
      <Note>
        {t('summary', { differs: differs.length, unknown: unknown.length, same: same.length })}
        <br />
        {t('when', { time: formatMoment(at, i18n.language), requests })}
        {gaps.map((reason) => (
          <Fragment key={reason}>
            <br />
            {t(`gaps.${reason}`)}
          </Fragment>
        ))}
      </Note>
      {unseen.length > 0 && (
        <Panel title={t('parts.unseen')}>
          <Lines lines={unseen.map((name) => unseenWords(name, t))} />
        </Panel>
      )}
      <Panel title={t('parts.differs')}>
        {differs.length === 0 ? <p>{t('nothingDiffers')}</p> : <Differences findings={differs} />}
      </Panel>
      {unknown.length > 0 && (
        <Panel title={t('parts.unknown')}>
          <Lines lines={unknown.map(({ name }) => findingWords(name, t))} />
        </Panel>
      )}
      <Columns min={360}>
        <ServicePanel inspection={inspection} connection={connection} />
        <AccountPanel inspection={inspection} />
      </Columns>
      <LimitsPanel inspection={inspection} />
      <SeenPanel inspection={inspection} />
      <Panel title={t('parts.variants')}>
        <DefinitionList
          items={variantNames.map((name) => ({
            term: t(`variants.${name}`),
            value: t(`variantStates.${inspection.variants[name]}`),
          }))}
        />
      </Panel>
      <Panel title={t('parts.cannot')}>
        <p>{t('cannot')}</p>
        {same.length > 0 && (
          <details>
            <summary>
              {t('parts.same')} ({formatNumber(same.length, i18n.language)})
            </summary>
            <Lines lines={same.map(({ name }) => findingWords(name, t))} />
          </details>
        )}
      </Panel>
    </Stack>
  );
}

function findingWords(name: FindingName, t: Translate<'inspection'>): string {
  const { sentence, of } = findingParts(name);
  return t(`findings.${sentence}`, of === null ? {} : { of: t(`areas.${of}`) });
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Bullets>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Bullets>
  );
}

function Differences({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('inspection');
  const words: DifferenceWords = {
    difference: (kind, values) => t(`differences.${kind}`, values),
    type: (type) => t(`types.${type}`),
  };
  return (
    <Stack as="ul" divided>
      {findings.map(({ name, evidence }) => (
        <Stack as="li" key={name} gap="1">
          <h3>{findingWords(name, t)}</h3>
          <Source name={name} />
          <p>{t('evidence')}</p>
          <Lines lines={evidence.map((one) => sentenceOf(one, words))} />
          <p>
            <strong>{t('app')}: </strong>
            {t(`consequences.${consequenceOf(name)}`)}
          </p>
        </Stack>
      ))}
    </Stack>
  );
}

/** Where it is laid down what a service does: a section of decisions.md, or a chapter of the specification. */
function Source({ name }: { readonly name: FindingName }) {
  const { t } = useTranslation('inspection');
  const source = findingSources[name];
  return <Note>{t(source.startsWith('§') ? 'decision' : 'chapter', { source })}</Note>;
}

function ServicePanel({ inspection, connection }: Props) {
  const { t, i18n } = useTranslation('inspection');
  const { t: common } = useTranslation();
  const { t: errors } = useTranslation('errors');
  const { baseUrl, clockSkewSeconds: skew, certificate, token } = inspection;
  const duration = (seconds: number) => formatDuration(Math.abs(seconds) * 1_000, common);
  const clock: ReactNode =
    skew === null
      ? t('facts.unknown')
      : t(skew === 0 ? 'clock.same' : skew > 0 ? 'clock.ahead' : 'clock.behind', { time: duration(skew) });
  const seconds = token?.seconds ?? null;
  return (
    <Panel title={t('parts.service')}>
      <DefinitionList
        items={[
          { term: t('facts.address'), value: <Id value={baseUrl} /> },
          { term: t('facts.access'), value: t(`access.${connection.access}`) },
          { term: t('facts.clock'), value: clock },
          {
            term: t('facts.certificate'),
            value:
              certificate.state === 'trusted'
                ? t('certificate.trusted', { day: formatDay(certificate.until.slice(0, 10), i18n.language) })
                : certificate.state === 'refused' && certificate.reason !== null
                  ? errors(`reasons.${certificate.reason}`)
                  : t(`certificate.${certificate.state}`),
          },
          { term: t('facts.token'), value: seconds === null ? t('facts.unknown') : duration(seconds) },
          {
            term: t('facts.scope'),
            value:
              token === null ? (
                t('facts.unknown')
              ) : token.scopes.length + token.untold === 0 ? (
                t('facts.noScope')
              ) : (
                <>
                  <code>{token.scopes.join(' ')}</code>{' '}
                  {token.untold > 0 && t('facts.untoldScopes', { number: token.untold })}
                </>
              ),
          },
        ]}
      />
    </Panel>
  );
}

const looks = { read: 'good', refused: 'ending', failed: 'several', unknown: 'unknown' } as const;

function AccountPanel({ inspection: { areas } }: Pick<Props, 'inspection'>) {
  const { t } = useTranslation('inspection');
  return (
    <Panel title={t('parts.account')}>
      <DefinitionList
        items={areas.map(({ name, state, status }) => ({
          term: t(`areas.${name}`),
          value: (
            <StatusMark
              look={looks[state]}
              word={
                state === 'read' || status === null
                  ? t(`reads.${state}`)
                  : t('status', { words: t(`reads.${state}`), status })
              }
            />
          ),
        }))}
      />
    </Panel>
  );
}

function SeenPanel({ inspection: { seen } }: Pick<Props, 'inspection'>) {
  const { t } = useTranslation('inspection');
  const told = (found: readonly string[]): ReactNode =>
    found.length === 0 ? t('seen.none') : <code>{found.join(', ')}</code>;
  return (
    <Panel title={t('parts.seen')}>
      <DefinitionList
        items={[
          ...termNames.map((name) => ({ term: t(`seen.${name}`), value: told(seen.terms[name]) })),
          { term: t('seen.prices'), value: told(seen.prices.map(priceTerms)) },
        ]}
      />
    </Panel>
  );
}

function LimitsPanel({ inspection: { limits, areas } }: Pick<Props, 'inspection'>) {
  const { t, i18n } = useTranslation('inspection');
  const isRead = areas.some(({ name, state }) => name === 'rateLimits' && state === 'read');
  if (limits === null)
    return <Panel title={t('parts.limits')}>{t(isRead ? 'noLimits' : 'facts.unknown')}</Panel>;
  const told = (limit: number | null | undefined): string => {
    if (limit === undefined) return t('window.unread');
    return limit === null ? t('window.none') : formatNumber(limit, i18n.language);
  };
  return (
    <Panel title={t('parts.limits')}>
      <WindowsTable
        label={t('window.table')}
        rows={tiers.map((tier) => ({ tier }))}
        renderCell={({ tier }, window) => told(limits[tier]?.[window])}
      />
    </Panel>
  );
}
