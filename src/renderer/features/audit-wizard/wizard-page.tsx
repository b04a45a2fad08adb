import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { codePoints, longestAuditName } from '../../../shared/rules/service/audit.ts';
import { freeId } from '../../../shared/rules/texts/free-id.ts';
import type { Autosave, SaveState } from '../../data/autosave.ts';
import { fieldTitles } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useListRefusal } from '../../parts/collection-state.tsx';
import { TemplateChoice, TemplateLosses } from '../../parts/templates/template-choice.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ClientStep } from './client-step.tsx';
import { ContentNotes, Doubts } from './content-notes.tsx';
import { CouplingStep } from './coupling-step.tsx';
import { coupledIds } from './creation.ts';
import { MethodologyStep } from './methodology-step.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { PeriodStep } from './period-step.tsx';
import { useProblemWords } from './problem-words.ts';
import type { Problem } from './problems.ts';
import { idsOf } from './proposal.ts';
import { ReviewStep } from './review-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { SoFar } from './so-far.tsx';
import { useHelp } from './source.ts';
import {
  fieldNames,
  firstStep,
  isBefore,
  isReachable,
  type Step,
  stepOf,
  stepState,
  steps,
  stepTitles,
} from './steps.ts';
import { SubmissionNotice, useSubmission } from './submission.tsx';
import styles from './wizard.module.css';
import { useField, useShownProblems, useWizard, useWizardContext } from './wizard-context.ts';

const forms: Readonly<Record<Step, () => React.ReactNode>> = {
  client: ClientStep,
  methodology: MethodologyStep,
  period: PeriodStep,
  settings: SettingsStep,
  coupling: CouplingStep,
  naming: NamingStep,
  review: ReviewStep,
};

interface WizardPageProps {
  readonly draftId: string;
  /** Null as long as there was nothing to save. */
  readonly saveState: SaveState | null;
  readonly autosave: Pick<Autosave<never>, 'flush' | 'stop'>;
}

export function WizardPage({ draftId, saveState, autosave }: WizardPageProps) {
  const { t } = useTranslation('audit-wizard');
  const description = useDescription();
  const { t: parts } = useTranslation('parts');
  const navigate = useNavigate();
  const { problems, doubts } = useWizardContext();
  const step = useWizard(({ content }) => content.step);
  const returning = useWizard((state) => state.returning);
  const back = useWizard((state) => state.back);
  const open = useWizard((state) => state.open);
  const advance = useWizard((state) => state.advance);
  const isWide = useWizard(
    ({ content }) => content.step === 'coupling' && content.coupling.decision === 'couple',
  );
  const { summary } = useShownProblems();
  const submission = useSubmission(draftId, autosave);
  const form = useRef<HTMLFormElement>(null);
  const Form = forms[step];
  // Messages about fields show with the problems, all else beside the button.
  const isRefused = submission.failure?.error.code === 'validation';
  const belongsHere =
    step === 'review' || (step === 'naming' && submission.failure?.error.code === 'differs');
  const refusal = useRefusal();
  const goOn = () => {
    if (step !== 'review') return advance(problems);
    if (refusal === undefined) submission.submit();
  };
  const leave = async () => {
    if (await autosave.flush()) await navigate(pathTo('audits'));
  };
  const goOnByKeys = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // React passes on the keys of a dialog, which is not inside this page.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.stopPropagation(); // else a list or tree takes the key
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <Page onKeyDownCapture={goOnByKeys}>
      <PageHeader
        focusKey={step}
        title={t(`heading.${step}`)}
        description={description}
        hasErrors={summary.length > 0}
        actions={
          <>
            <DraftState state={saveState} />
            <Button variant="quiet" onPress={() => void leave()}>
              {t('actions.leave')}
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <StepList />
        <form
          ref={form}
          noValidate
          className={isWide ? styles.wide : undefined}
          aria-label={t(`heading.${step}`)}
          onSubmit={(event) => {
            event.preventDefault();
            goOn();
          }}
        >
          <Stack gap="6">
            <PageTop key={step} />
            <ProblemSummary />
            {isRefused && <SubmissionNotice submission={submission} />}
            {saveState === 'failed' && (
              <Banner
                tone="warning"
                role="alert"
                title={t('draft.failed')}
                actions={<Button onPress={() => void autosave.flush()}>{t('parts:word.retry')}</Button>}
              >
                {t('draft.failedText')}
              </Banner>
            )}
            <NoticeBanner />
            {step === firstStep && <StartFromTemplate />}
            <ContentNotes step={step} />
            <Doubts step={step} />
            <Form />
            {!isRefused && belongsHere && <SubmissionNotice submission={submission} />}
            <Row className={styles.actions}>
              {step !== firstStep && <Button onPress={back}>{t('commands:titles.back')}</Button>}
              {step === 'review' ? (
                <Button variant="primary" type="submit" reason={refusal} isPending={submission.isSending}>
                  {doubts.length > 0 ? parts('doubt.send') : t('parts:word.createAudit')}
                </Button>
              ) : (
                <Button variant="primary" type="submit">
                  {t(returning ? 'actions.toReview' : 'actions.continue')}
                </Button>
              )}
              {problems.length === 0 && !returning && isBefore(step, 'naming') && (
                <Button onPress={() => open('review')}>{t('actions.review')}</Button>
              )}
            </Row>
          </Stack>
        </form>
        {/* The picker needs the width, and shows what it fills; the review has all that it says. */}
        {!isWide && step !== 'review' && <SoFar />}
      </div>
      <LeaveGuard isDirty={saveState === 'failed'} />
    </Page>
  );
}

/** Why the audit cannot be created yet: the connection is read-only, or something is not read, be it what could be coupled with it, the package of its settings or the entities of its components. */
function useRefusal(): string | undefined {
  const readOnly = useWriteRefusal();
  const { t } = useTranslation('coupling');
  const { candidates, clients, packages, legalEntities, workPackage } = useWizardContext();
  // Without the work package the settings would be sent as typed.
  const notRead = useListRefusal({ packages });
  const hasSettings = useWizard(({ content }) => Object.keys(content.settings).length > 0);
  const takesComponents = useWizard(
    ({ content }) => content.template?.components != null && content.fields.audit_type === 'consolidated',
  );
  const entitiesUnread = useListRefusal({ entities: legalEntities });
  // Name and id of a draft are proposed once these are read.
  const areComing = [clients, legalEntities].some((list) => list.complete === null && list.isReading);
  const isNamed = useWizard(({ content: { fields } }) => fields.name !== '' && fields.id !== '');
  const isCoupled = useWizard(({ content }) => coupledIds(content).length > 0);
  return (
    readOnly ??
    (isCoupled && candidates.complete === null && candidates.isReading ? t('many.reading') : undefined) ??
    (workPackage === null && hasSettings ? notRead : undefined) ??
    (takesComponents ? entitiesUnread : undefined) ??
    (!isNamed && areComing ? t('common:list.reading') : undefined)
  );
}

/** What is created: of a duplicate that it is one. */
function useDescription(): string {
  const { t } = useTranslation('audit-wizard');
  const like = useWizard(({ content }) => content.like);
  const isConsolidated = useWizard(({ content }) => content.fields.audit_type === 'consolidated');
  if (like !== null) return t('like.title', { name: like.name });
  return t(isConsolidated ? 'title.consolidated' : 'title.single');
}

/** The steps; those that are filled can be opened at once (ux W6). */
function StepList() {
  const { t } = useTranslation('audit-wizard');
  const { problems } = useWizardContext();
  const { summary } = useShownProblems();
  const current = useWizard(({ content }) => content.step);
  const reached = useWizard(({ content }) => content.reached);
  const isCouplingOpen = useWizard(({ content }) => content.coupling.decision === 'open');
  const isFromTemplate = useWizard(({ content }) => content.template !== null);
  const open = useWizard((state) => state.open);
  const wrong = stepsOf(summary);
  const unfinished = stepsOf(problems);
  // After a template all steps can be opened: only those without a problem are done.
  const undecided: ReadonlySet<Step> = new Set([
    ...(isCouplingOpen ? (['coupling'] as const) : []),
    ...(isFromTemplate ? unfinished : []),
  ]);
  return (
    <div className={styles.steps}>
      <Steps
        label={t('parts:field.steps')}
        current={current}
        steps={steps.map((id) => ({
          id,
          title: t(stepTitles[id]),
          state: stepState(id, { current, reached, wrong, open: undecided }),
          isReachable: isReachable(id, reached, unfinished),
        }))}
        onGo={open}
      />
    </div>
  );
}

function stepsOf(problems: readonly Problem[]): ReadonlySet<Step> {
  return new Set(problems.flatMap(({ step }) => step ?? []));
}

/** The template that the audit begins with; not for one that follows or replaces another audit. */
function StartFromTemplate() {
  const { t } = useTranslation('templates');
  const { connection } = useWizardContext();
  const template = useWizard(({ content }) => content.template);
  const isOfAudit = useWizard(({ content }) => content.replaces !== null || content.like !== null);
  const apply = useWizard((state) => state.applyTemplate);
  if (isOfAudit) return null;
  return (
    <>
      <TemplateChoice
        connection={connection}
        help={t('choice.wizard')}
        chosen={template?.id ?? null}
        onChoose={apply}
      />
      {template !== null && <TemplateLosses {...template} />}
    </>
  );
}

function DraftState({ state }: { readonly state: SaveState | null }) {
  const { t } = useTranslation('audit-wizard');
  return state !== null && <Note as="span">{t(`draft.${state}`)}</Note>;
}

/** Scrolls to the heading when a step opens. */
function PageTop() {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    mark.current?.scrollIntoView({ block: 'start' });
  }, []);
  return <div ref={mark} className={styles.top} />;
}

function NamingStep() {
  const { t } = useTranslation('audit-wizard');
  const { known } = useWizardContext();
  const name = useField('name');
  const id = useField('id');
  const taken = idsOf(known.audits);
  const help = useHelp();
  const room = longestAuditName - codePoints(name.value);
  return (
    <Stack gap="6">
      <TextField
        {...name}
        help={help('name', room >= 0 ? t('naming.nameLeft', { count: room }) : undefined)}
      />
      <Stack gap="2">
        <TextField {...id} isCode help={help('id', t('naming.idHelp'))} />
        {taken.has(id.value) && (
          <Banner
            tone="warning"
            role="status"
            actions={
              <Button onPress={() => id.onChange(freeId(id.value, taken))}>
                {t('parts:word.useNamed', { name: freeId(id.value, taken) })}
              </Button>
            }
          >
            {t('naming.taken')}
          </Banner>
        )}
      </Stack>
    </Stack>
  );
}

/** All shown problems, with links to their fields on any step (ux W2, W3). */
function ProblemSummary() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useWizardContext();
  const { summary } = useShownProblems();
  const attempt = useWizard((state) => state.summaryCalls);
  const open = useWizard((state) => state.open);
  const current = useWizard(({ content }) => content.step);
  const words = useProblemWords();
  const nameOf = (field: string): string => {
    const known = fieldNames.find((name) => name === field);
    const setting = workPackage?.settings.find(({ id }) => `settings.${id}` === field);
    return known === undefined ? (setting?.name ?? field) : t(fieldTitles[known]);
  };
  return (
    <ErrorSummary
      title={t('common:problem')}
      attempt={attempt}
      errors={summary.map((problem) => {
        const text = words(problem);
        // Our own sentences name their field; the service's and those of settings do not.
        const isNamed = problem.by === 'rule' && problem.step !== 'settings';
        return {
          text: isNamed ? text : `${nameOf(problem.field)}: ${text}`,
          field: problem.step === null ? undefined : problem.field,
        };
      })}
      onGo={(field) => {
        const step = stepOf(field);
        if (step !== null && step !== current) open(step);
      }}
    />
  );
}
