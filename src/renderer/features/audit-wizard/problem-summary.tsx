import { useTranslation } from 'react-i18next';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { fieldNames } from './content.ts';
import { useProblemWords } from './problem-words.ts';
import { stepOf } from './steps.ts';
import { useRoom, useShownProblems, useWizard } from './wizard-context.ts';

/** All problems that are said, worded as at their fields, each leading there on whatever step it is (ux W2, W3). */
export function ProblemSummary() {
  const { t } = useTranslation('audit-wizard');
  const { workPackage } = useRoom();
  const { summary } = useShownProblems();
  const attempt = useWizard((state) => state.summaryCalls);
  const open = useWizard((state) => state.open);
  const current = useWizard(({ content }) => content.step);
  const words = useProblemWords();
  const nameOf = (field: string): string => {
    const known = fieldNames.find((name) => name === field);
    const setting = workPackage?.settings.find(({ id }) => `settings.${id}` === field);
    return known === undefined ? (setting?.name ?? field) : t(`field.${known}`);
  };
  return (
    <ErrorSummary
      title={t('problem')}
      attempt={attempt}
      errors={summary.map((problem) => {
        const text = words(problem);
        // Our own sentences name their field; the service's and those of settings do not.
        const isNamed = problem.by === 'rule' && problem.step !== 'settings';
        return {
          text: isNamed ? text : t('problemOf', { field: nameOf(problem.field), message: text }),
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
