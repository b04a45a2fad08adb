import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { SaveState } from '../../data/autosave.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { ClientStep } from './client-step.tsx';
import { CouplingStep } from './coupling-step.tsx';
import { MethodologyStep } from './methodology-step.tsx';
import { NamingStep } from './naming-step.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { PeriodStep } from './period-step.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { ReviewStep } from './review-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { SoFar } from './so-far.tsx';
import { type Step, stepState, steps } from './steps.ts';
import { useSubmission } from './submission.ts';
import { SubmissionNotice } from './submission-notice.tsx';
import type { DraftAutosave } from './use-autosave.ts';
import styles from './wizard.module.css';
import { useRoom, useShownProblems, useWizard } from './wizard-context.ts';

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
  readonly saveState: SaveState;
  readonly autosave: DraftAutosave;
}

/** The page of the wizard: steps, the form of the one in work, and what the audit is so far. */
export function WizardPage({ draftId, saveState, autosave }: WizardPageProps) {
  const { t } = useTranslation('audit-wizard');
  const navigate = useNavigate();
  const room = useRoom();
  const step = useWizard(({ content }) => content.step);
  const reached = useWizard(({ content }) => content.reached);
  const isConsolidated = useWizard(({ content }) => content.fields.audit_type === 'consolidated');
  const returning = useWizard((state) => state.returning);
  const back = useWizard((state) => state.back);
  const open = useWizard((state) => state.open);
  const advance = useWizard((state) => state.advance);
  const isWide = useWizard(({ content }) => content.step === 'coupling' && content.coupling.isWanted);
  const { summary } = useShownProblems();
  const submission = useSubmission({ ...room, draftId, flush: autosave.flush, finish: autosave.stop });
  const form = useRef<HTMLFormElement>(null);
  const wrong = new Set(summary.flatMap((problem) => problem.step ?? []));
  const Form = forms[step];
  // What the service said about fields stands with the problems, everything else with the button that was pressed.
  const isRefused = submission.failure?.error.code === 'validation';
  const belongsHere =
    step === 'review' || (step === 'naming' && submission.failure?.error.code === 'differs');
  const goOn = () => (step === 'review' ? submission.submit() : advance(room.problems));
  const leave = async () => {
    if (await autosave.flush()) await navigate(pathTo('audits'));
  };
  const goOnByKeys = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // A dialog is a child of this page in React alone: its keys are its own.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.stopPropagation(); // on its way in: a list or tree would take the key for its own
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <Page onKeyDownCapture={goOnByKeys}>
      <PageHeader
        focusKey={step}
        title={t(`heading.${step}`)}
        description={t(isConsolidated ? 'title.consolidated' : 'title.single')}
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
        <div className={styles.steps}>
          <Steps
            label={t('steps.label')}
            current={step}
            steps={steps.map((id) => ({
              id,
              title: t(`steps.${id}`),
              state: stepState(id, { current: step, reached, wrong }),
              isReachable: steps.indexOf(id) <= steps.indexOf(reached),
            }))}
            onGo={open}
          />
        </div>
        <form
          ref={form}
          noValidate
          className={cx(styles.form, isWide && styles.wide)}
          aria-label={t(`heading.${step}`)}
          onSubmit={(event) => {
            event.preventDefault();
            goOn();
          }}
        >
          <PageTop key={step} />
          <ProblemSummary />
          {isRefused && <SubmissionNotice submission={submission} />}
          {saveState === 'failed' && (
            <Banner
              tone="warning"
              role="alert"
              title={t('draft.failed')}
              actions={<Button onPress={() => void autosave.flush()}>{t('draft.retry')}</Button>}
            >
              {t('draft.failedText')}
            </Banner>
          )}
          <NoticeBanner />
          <Form />
          {!isRefused && belongsHere && <SubmissionNotice submission={submission} />}
          <div className={styles.actions}>
            {step !== 'client' && <Button onPress={back}>{t('actions.back')}</Button>}
            {step === 'review' ? (
              <Button variant="primary" type="submit" isPending={submission.isSending}>
                {t('actions.create')}
              </Button>
            ) : (
              <Button variant="primary" type="submit">
                {t(returning ? 'actions.toReview' : 'actions.continue')}
              </Button>
            )}
          </div>
        </form>
        {/* The picker needs the room; what it fills it shows itself. */}
        {!isWide && <SoFar />}
      </div>
      <LeaveGuard isDirty={saveState === 'failed'} />
    </Page>
  );
}

function DraftState({ state }: { readonly state: SaveState }) {
  const { t } = useTranslation('audit-wizard');
  const dirty = useWizard((wizard) => wizard.dirty);
  return dirty ? <span className={styles.draft}>{t(`draft.${state}`)}</span> : null;
}

/** Brings the top of the page into sight when it appears: a step begins at its heading. */
function PageTop() {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    mark.current?.scrollIntoView({ block: 'start' }); // its promise, which new Chromiums answer, is no clean-up
  }, []);
  return <div ref={mark} className={styles.top} />;
}
