import { CircleCheck, CircleHelp, OctagonAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouplingVerdict, CouplingViolation, RuleVerdict } from '../../../shared/rules/coupling.ts';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/class-names.ts';
import { announce } from '../../ui/live-region.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './coupling.module.css';
import { useCouplingWords } from './coupling-words.ts';
import type { Refusal } from './refusal.ts';

interface RulesPanelProps {
  readonly verdict: CouplingVerdict;
  /** Without anything chosen there is nothing to judge. */
  readonly isEmpty: boolean;
  /** Whether everything was read that the rules may ask for. */
  readonly isWhole: boolean;
  /** What the service answered to this selection; it is final. */
  readonly refusal: Refusal | null;
  /** Rises whenever the first failing rule shall take the focus (ux P8). */
  readonly attempt: number;
  /** The name of a component, where one is known. */
  readonly nameOf: (id: string) => string;
  readonly onGo: (id: string) => void;
}

type State = RuleVerdict['answer'] | 'refused';

const icons = {
  holds: CircleCheck,
  broken: OctagonAlert,
  refused: OctagonAlert,
  unknown: CircleHelp,
} as const;
const quietBeforeSummary = 500; // milliseconds (ux P3)

/** The seven rules: each holds, is broken (why, by which, what to do), or is left to the service (ux P2, P5). */
export function RulesPanel(props: RulesPanelProps) {
  const { verdict, isEmpty, refusal, attempt } = props;
  const { t } = useTranslation('coupling');
  const list = useRef<HTMLOListElement>(null);
  const summary = useSummary(props);
  const seen = useRef(attempt);
  useEffect(() => {
    if (attempt === seen.current) return;
    seen.current = attempt;
    list.current?.querySelector<HTMLElement>('[data-failing]')?.focus();
  }, [attempt]);
  const said = useRef('');
  useEffect(() => {
    if (said.current === '' && isEmpty) return; // an empty selection is news only to who had one
    const timer = setTimeout(() => {
      if (said.current === summary) return;
      said.current = summary;
      announce(summary);
    }, quietBeforeSummary);
    return () => clearTimeout(timer);
  }, [summary, isEmpty]);
  return (
    <Panel title={t('rules.title')}>
      <p className={styles.summary}>{summary}</p>
      {refusal !== null && (
        <Banner tone="danger" title={t('rules.refused')}>
          {refusal.others.map((message) => (
            <p key={message}>{message}</p>
          ))}
          <p>{t('rules.refusedText')}</p>
        </Banner>
      )}
      {!isEmpty && (
        <ol ref={list} className={styles.rules}>
          {verdict.rules.map((rule) => (
            <Rule key={rule.rule} {...props} rule={rule} said={refusal?.byRule.get(rule.rule) ?? []} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface RuleProps extends RulesPanelProps {
  readonly rule: RuleVerdict;
  readonly said: readonly string[];
}

function Rule({ rule: { rule, answer, violations }, said, isWhole, nameOf, onGo }: RuleProps) {
  const { t } = useTranslation('coupling');
  const state: State = said.length > 0 ? 'refused' : answer;
  const Icon = icons[state];
  const isFailing = state === 'broken' || state === 'refused';
  return (
    <li
      className={cx(styles.rule, styles[state])}
      {...(isFailing ? { tabIndex: -1, 'data-failing': '' } : {})}
      aria-label={t('rules.name', { rule, state: t(`rules.state.${state}`), text: t(`rule.${rule}`) })}
    >
      <Icon aria-hidden />
      <div>
        <p>
          <span className={styles.number}>{rule}</span> {t(`rule.${rule}`)}
        </p>
        <p className={styles.state}>{t(`rules.state.${state}`)}</p>
        {state === 'unknown' && (
          <p className={styles.quiet}>
            {isWhole
              ? t(`unknown.${rule === 3 ? 'network' : rule === 7 ? 'tree' : 'other'}`)
              : t('unknown.reading')}
          </p>
        )}
        {said.map((message) => (
          <p key={message}>{t('rules.serviceSays', { message })}</p>
        ))}
        {answer === 'broken' && <Violations violations={violations} nameOf={nameOf} onGo={onGo} />}
      </div>
    </li>
  );
}

function Violations({
  violations,
  nameOf,
  onGo,
}: Pick<RulesPanelProps, 'nameOf' | 'onGo'> & { readonly violations: readonly CouplingViolation[] }) {
  const words = useCouplingWords();
  const remedies = [...new Set(violations.map((violation) => words.remedy(violation)))];
  return (
    <>
      {violations.map((violation) => (
        <div key={`${violation.code} ${violation.field} ${JSON.stringify(violation)}`}>
          <p>{words.violation(violation)}</p>
          <ul className={styles.concerned}>
            {violation.ids.map((id) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => onGo(id)}>
                  {nameOf(id) === id ? id : `${nameOf(id)} (${id})`}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {remedies.map((remedy) => (
        <p key={remedy} className={styles.remedy}>
          {remedy}
        </p>
      ))}
    </>
  );
}

function useSummary({ verdict, isEmpty, refusal, isWhole }: RulesPanelProps): string {
  const { t } = useTranslation('coupling');
  const words = useCouplingWords();
  return useMemo(() => {
    if (isEmpty) return t('summary.empty');
    if (refusal !== null) return t('summary.refused');
    const broken = verdict.rules.filter(({ answer }) => answer === 'broken');
    const [first] = broken;
    const violation = first?.violations[0];
    if (first !== undefined && violation !== undefined)
      return t('summary.broken', {
        count: broken.length,
        rule: first.rule,
        text: words.violation(violation),
      });
    const open = verdict.rules.filter(({ answer }) => answer === 'unknown');
    if (open.length === 0) return t('summary.holds');
    return isWhole ? t('summary.open', { count: open.length }) : t('summary.reading', { count: open.length });
  }, [verdict, isEmpty, refusal, isWhole, t, words]);
}
