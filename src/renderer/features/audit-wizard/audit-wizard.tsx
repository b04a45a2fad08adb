import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { auditTypes } from '../../../shared/model/terms.ts';
import { useAudit } from '../../data/audits.ts';
import { useIsAllSaved } from '../../data/autosave.ts';
import { errorOf } from '../../data/call.ts';
import { hasEnded } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery } from '../../data/items.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useTemplates } from '../../parts/templates/template-choice.tsx';
import { pathTo } from '../../routes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { emptyContent, readContent, type WizardContent } from './content.ts';
import { contentFrom } from './from-template.ts';
import { contentAgain, contentCoupled, contentLike } from './offer.ts';
import { Wizard } from './wizard.tsx';

/** The wizard for a new audit. It starts empty, from another audit, or from a draft. */
export function AuditWizard() {
  const connection = useConnectionId();
  const [parameters] = useSearchParams();
  const [draft, like, again] = [parameters.get('draft'), parameters.get('like'), parameters.get('again')];
  const template = parameters.get('template');
  const coupled = parameters.getAll('couple');
  const key = parameters.toString();
  if (draft !== null) return <FromDraft key={key} connection={connection} draftId={draft} />;
  if (like !== null) return <FromAudit key={key} connection={connection} auditId={like} isAgain={false} />;
  if (again !== null) return <FromAudit key={key} connection={connection} auditId={again} isAgain />;
  if (template !== null) return <FromTemplate key={key} connection={connection} templateId={template} />;
  if (coupled.length > 0)
    return <New key={key} connection={connection} initial={contentCoupled(coupled)} goesAhead />;
  const type = auditTypes.find((one) => one === parameters.get('type')) ?? 'single';
  return (
    <New key={key} connection={connection} initial={emptyContent(type, parameters.get('client') ?? '')} />
  );
}

interface NewProps {
  readonly connection: string;
  readonly initial: WizardContent;
  readonly goesAhead?: boolean;
}

function New(props: NewProps) {
  const [draftId] = useState(() => crypto.randomUUID());
  return <Wizard {...props} draftId={draftId} />;
}

interface FromAuditProps {
  readonly connection: string;
  readonly auditId: string;
  /** Whether the new audit replaces this one, or follows it. */
  readonly isAgain: boolean;
}

function FromAudit({ connection, auditId, isAgain }: FromAuditProps) {
  const { audit, error } = useAudit(connection, auditId);
  const packages = useWorkPackages(connection);
  // Read once: the audit may be deleted while somebody works on its replacement.
  const [started, setStarted] = useState<WizardContent | null>(null);
  // Without its work package all settings would be lost, and nobody would hear of it.
  const isPackageKnown =
    packages.complete !== null || packages.entries.some(({ id }) => id === audit?.work_package_id);
  const isReady = isAgain ? isPackageKnown : hasEnded(packages);
  if (started === null && audit !== null && isReady)
    setStarted(
      isAgain
        ? contentAgain(audit, packages.entries)
        : contentLike(audit, packages.entries, packages.complete !== null),
    );
  if (started !== null) return <New connection={connection} initial={started} />;
  return <Opening error={error ?? packages.error} />;
}

interface FromTemplateProps {
  readonly connection: string;
  readonly templateId: string;
}

/** Begins with a template, once all is read that it names; empty where it is gone. */
function FromTemplate({ connection, templateId }: FromTemplateProps) {
  const { templates, apply, error } = useTemplates(connection);
  const [started, setStarted] = useState<WizardContent | null>(null);
  const template = templates?.find(({ id }) => id === templateId);
  if (started === null && templates !== undefined && apply !== null) {
    const empty = emptyContent('single');
    setStarted(template === undefined ? empty : contentFrom(empty, apply(template)));
  }
  if (started !== null) return <New connection={connection} initial={started} />;
  return <Opening error={error} />;
}

function FromDraft({ connection, draftId }: { readonly connection: string; readonly draftId: string }) {
  const { t } = useTranslation('audit-wizard');
  const { data: drafts, error } = useQuery(itemsQuery('drafts', connection));
  const isSaved = useIsAllSaved();
  // Read once: later versions of the draft are this wizard's own.
  const [opened, setOpened] = useState<WizardContent | null>(null);
  const draft = drafts?.find(({ id }) => id === draftId);
  if (opened === null && draft !== undefined && isSaved) setOpened(readContent(draft.content));
  if (opened !== null) return <Wizard connection={connection} initial={opened} draftId={draftId} />;
  if (drafts === undefined || !isSaved) return <Opening error={error === null ? null : errorOf(error)} />;
  return (
    <Page>
      <PageHeader title={t('draft.missing.title')} />
      <EmptyState
        title={t('draft.missing.title')}
        action={<Link to={pathTo('audits')}>{t('parts:word.allAudits')}</Link>}
      >
        {t('draft.missing.text')}
      </EmptyState>
    </Page>
  );
}

function Opening({ error }: { readonly error: ReturnType<typeof errorOf> | null }) {
  const { t } = useTranslation('audit-wizard');
  const words = useErrorWords();
  return (
    <Page>
      <PageHeader title={t('commands:titles.new-audit')} />
      {error === null ? (
        <SkeletonRows count={6} widths={['30%', '60%']} label={t('common:list.reading')} />
      ) : (
        <ErrorNotice
          {...words(error)}
          role="status"
          action={<Link to={pathTo('audits')}>{t('parts:word.allAudits')}</Link>}
        />
      )}
    </Page>
  );
}
