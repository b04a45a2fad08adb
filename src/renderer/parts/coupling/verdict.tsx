import { ChevronDown, CircleCheck, CircleHelp, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type {
  CouplingRule,
  CouplingVerdict,
  CouplingViolation,
  RuleVerdict,
} from '../../../shared/rules/service/coupling.ts';
import {
  type ComparedField,
  type CouplingComponent,
  comparedFields,
  valuesOf,
} from '../../../shared/rules/service/coupling-component.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card, Columns, Note, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './coupling.module.css';
import { useCouplingWords } from './coupling-words.ts';
import { useFilledWords } from './filled-words.ts';

interface VerdictProps {
  readonly connection: string;
  readonly candidates: CouplingCandidates;
  readonly verdict: CouplingVerdict;
  readonly ids: readonly string[];
  /** The service's answer to this choice. */
  readonly refusal: readonly Refusal[];
  /** Rises when the first failing rule takes the focus (ux P8). */
  readonly attempt: number;
  readonly onGo: (id: string) => void;
}

export function Verdict(props: VerdictProps) {
  return (
    <Stack gap="4">
      <RulesPanel {...props} />
      <InitialisingPanel {...props} />
    </Stack>
  );
}

function nameIn({ network }: CouplingCandidates, id: string): string {
  return network.candidate(id)?.component.name ?? id;
}

type State = RuleVerdict['answer'] | 'refused' | 'not-judged';

const looks = {
  holds: { Icon: CircleCheck, style: { '--tone': 'var(--success)' } },
  broken: { Icon: OctagonAlert, style: { '--tone': 'var(--danger)' } },
  refused: { Icon: OctagonAlert, style: { '--tone': 'var(--danger)' } },
  doubtful: { Icon: TriangleAlert, style: { '--tone': 'var(--info)' } },
  unknown: { Icon: CircleHelp, style: { '--tone': 'var(--info)' } },
  'not-judged': { Icon: CircleHelp, style: { '--tone': 'var(--info)' } },
} as const;
const quietBeforeSummary = 500; // milliseconds (ux P3)

/** The seven rules. Each holds, is broken, or is left to the service (ux P2, P5). */
function RulesPanel(props: VerdictProps) {
  const { verdict, refusal, attempt } = props;
  const isEmpty = props.ids.length === 0;
  const { t } = useTranslation('coupling');
  const details = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isFailing = refusal.length > 0 || verdict.rules.some(({ answer }) => answer === 'broken');
  const look = lookOf(verdict, isFailing);
  const isUnfolded = wanted ?? (isFailing || look === 'doubtful');
  const { Icon, style } = looks[look];
  const summary = useSummary(props);
  const seen = useRef(attempt);
  useEffect(() => {
    if (attempt === seen.current) return;
    seen.current = attempt;
    if (details.current !== null) details.current.open = true; // what is folded takes no focus
    details.current?.querySelector<HTMLElement>('[data-failing]')?.focus();
  }, [attempt]);
  const said = useRef('');
  useEffect(() => {
    if (said.current === '' && isEmpty) return; // nothing was chosen from the start
    const timer = setTimeout(() => {
      if (said.current === summary) return;
      said.current = summary;
      announce(summary);
    }, quietBeforeSummary);
    return () => clearTimeout(timer);
  }, [summary, isEmpty]);
  return (
    <Card as="section" aria-label={t('rules.title')}>
      {refusal.length > 0 && (
        <Banner tone="danger" title={t('rules.refused')}>
          {saidOf(refusal, null).map((message) => (
            <p key={message}>{message}</p>
          ))}
          <p>{t('rules.refusedText')}</p>
        </Banner>
      )}
      {isEmpty ? (
        <strong>{summary}</strong>
      ) : (
        <details ref={details} open={isUnfolded}>
          <summary
            className={styles.summary}
            onClick={(event) => {
              event.preventDefault();
              setWanted(!isUnfolded);
            }}
          >
            <Row as="span" isLine className={styles.judged} style={style}>
              <Icon aria-hidden />
              <span>{summary}</span>
              <ChevronDown aria-hidden className={styles.fold} />
            </Row>
          </summary>
          <Columns as="ol" min={320} gap="3">
            {verdict.rules.map((rule) => (
              <Rule key={rule.rule} {...props} {...rule} />
            ))}
          </Columns>
        </details>
      )}
    </Card>
  );
}

/** How the seven rules stand together. */
function lookOf({ rules }: CouplingVerdict, isFailing: boolean): State {
  if (isFailing) return 'broken';
  if (rules.every(({ answer }) => answer === 'holds')) return 'holds';
  return rules.some(({ answer }) => answer === 'doubtful') ? 'doubtful' : 'unknown';
}

function Rule({ rule, answer, violations, ...props }: VerdictProps & RuleVerdict) {
  const { candidates, refusal, onGo } = props;
  const { notCompared } = props.verdict;
  const said = saidOf(refusal, rule);
  const { t } = useTranslation('coupling');
  const words = useCouplingWords();
  const isNotJudged = rule === 7 && answer === 'unknown' && notCompared.length > 0;
  const state: State = said.length > 0 ? 'refused' : isNotJudged ? 'not-judged' : answer;
  const { Icon, style } = looks[state];
  const isFailing = state === 'broken' || state === 'refused';
  return (
    <Row
      as="li"
      isLine
      align="start"
      className={styles.judged}
      style={style}
      {...(isFailing ? { tabIndex: -1, 'data-failing': '' } : {})}
      aria-label={t('rules.name', { rule, state: t(`rules.state.${state}`), text: t(`rule.${rule}`) })}
    >
      <Icon aria-hidden />
      <div>
        <p>
          <Note as="span" size="body">
            {rule}
          </Note>{' '}
          {t(`rule.${rule}`)}
        </p>
        <p className={styles.state}>{t(`rules.state.${state}`)}</p>
        {state === 'unknown' && (
          <Note>
            {candidates.complete !== null
              ? t(`unknown.${rule === 3 ? 'network' : rule === 7 ? 'tree' : 'other'}`)
              : t('unknown.reading')}
          </Note>
        )}
        {state === 'not-judged' && (
          <Note>{t('unknown.values', { fields: notCompared.map(words.field).join(', ') })}</Note>
        )}
        {said.map((message) => (
          <p key={message}>{t('parts:word.serviceSays', { detail: message })}</p>
        ))}
        {answer === 'doubtful' && <Note>{t('parts:doubt.text')}</Note>}
        {violations.length > 0 && (
          <Violations
            connection={props.connection}
            violations={violations}
            candidates={candidates}
            onGo={onGo}
          />
        )}
      </div>
    </Row>
  );
}

function Violations({
  connection,
  violations,
  candidates,
  onGo,
}: Pick<VerdictProps, 'connection' | 'candidates' | 'onGo'> & Pick<RuleVerdict, 'violations'>) {
  const nameOf = (id: string) => nameIn(candidates, id);
  const words = useCouplingWords();
  const { network } = candidates;
  const clientOf = (id: string): string => network.component(id)?.engagement.client_organisation_id ?? '';
  const readable = useFilledWords(connection, clientOf(violations[0]?.ids[0] ?? ''));
  const remedies = [...new Set(violations.map((violation) => words.remedy(violation)))];
  return (
    <>
      {violations.map((violation) => (
        <div key={`${violation.code} ${violation.field} ${JSON.stringify(violation)}`}>
          <p>{words.violation(violation, readable)}</p>
          <Row as="ul" gap="3">
            {violation.ids.map((id) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => onGo(id)}>
                  {nameOf(id) === id ? id : `${nameOf(id)} (${id})`}
                </button>
                <ComparedValue violation={violation} component={network.component(id)} words={readable} />
              </li>
            ))}
          </Row>
        </div>
      ))}
      {remedies.map((remedy) => (
        <Note key={remedy}>{remedy}</Note>
      ))}
    </>
  );
}

interface ComparedValueProps {
  readonly violation: CouplingViolation;
  readonly component: CouplingComponent | undefined | null;
  readonly words: (field: ComparedField, value: string) => string;
}

/** What a component has in the field in which it differs from others. */
function ComparedValue({ violation, component, words }: ComparedValueProps) {
  const field = comparedFields.find((name) => name === violation.facts?.field);
  if (field === undefined || !component) return null;
  return <>: {words(field, valuesOf(component)[field]) || '–'}</>;
}

function useSummary({ verdict, ids, refusal, candidates }: VerdictProps): string {
  const { t } = useTranslation('coupling');
  const words = useCouplingWords();
  if (ids.length === 0) return t('summary.empty');
  if (refusal.length > 0) return t('rules.refused');
  const broken = verdict.rules.filter(({ answer }) => answer === 'broken');
  const doubtful = verdict.rules.filter(({ answer }) => answer === 'doubtful');
  const [first] = [...broken, ...doubtful];
  const violation = first?.violations[0];
  if (first !== undefined && violation !== undefined)
    return t(broken.length > 0 ? 'summary.broken' : 'summary.doubtful', {
      count: broken.length || doubtful.length,
      rule: first.rule,
      text: words.violation(violation),
    });
  const isNotJudged = verdict.notCompared.length > 0;
  const open = verdict.rules.filter(
    ({ rule, answer }) => answer === 'unknown' && !(rule === 7 && isNotJudged),
  );
  const judged =
    open.length === 0
      ? t(isNotJudged ? 'summary.sixHold' : 'summary.holds')
      : candidates.complete !== null
        ? t('summary.open', { count: open.length })
        : t('summary.reading', { count: open.length });
  return isNotJudged ? `${judged} ${t('summary.notJudged')}` : judged;
}

/** The initialising component with the reason, and the six fields that it fills (ux P4). */
function InitialisingPanel({ connection, candidates, verdict, ids }: VerdictProps) {
  const { t } = useTranslation('coupling');
  const { field } = useCouplingWords();
  const { values, initialising } = verdict;
  const words = useFilledWords(connection, values?.client_organisation_id ?? '');
  if (values === null) return null;
  const { network } = candidates;
  const groupEntityOf = (id: string): string => {
    const group = network.candidate(id)?.group;
    const entity = group?.legal_entity_ids[0] ?? '';
    // Only this client's legal entities were read.
    return group?.client_organisation_id === values.client_organisation_id
      ? words('legal_entity_id', entity)
      : entity;
  };
  const isOnly = new Set(ids.filter((id) => network.candidate(id) !== undefined)).size === 1;
  const reason =
    initialising === null
      ? t('initialising.alike')
      : isOnly
        ? t('initialising.only')
        : t('initialising.highest', { entity: groupEntityOf(initialising.id) });
  const name = initialising === null ? null : nameIn(candidates, initialising.id);
  return (
    <Panel title={t('parts:word.initialisingComponent')} description={reason}>
      {initialising !== null && (
        <p>
          <strong>{name}</strong>
          {name !== initialising.id && (
            <>
              {' '}
              <code>{initialising.id}</code>
            </>
          )}
        </p>
      )}
      <Note>{t('initialising.fields')}</Note>
      <Columns min={200} gap="3">
        {comparedFields.map((one) => (
          <TextField
            key={one}
            isReadOnly
            label={field(one)}
            value={words(one, values[one])}
            onChange={() => {}}
          />
        ))}
      </Columns>
    </Panel>
  );
}

/** A sentence of the service about a coupling, with the rule that it names; null where none is recognised (ux P5). */
export interface Refusal {
  readonly rule: CouplingRule | null;
  readonly message: string;
}

function saidOf(refusal: readonly Refusal[], rule: CouplingRule | null): readonly string[] {
  return refusal.filter((one) => one.rule === rule).map(({ message }) => message);
}

// Words of the specification's sentence for one rule; the first match counts. The service may word its messages otherwise
// (decisions.md §2): a message without a match belongs to no rule.
const signs: readonly (readonly [CouplingRule, RegExp])[] = [
  [7, /initiali[sz]ing|ambiguous|highest/i],
  [2, /duplicate|more than once|twice|unique/i],
  [4, /archived|deleting|already (been )?coupled/i],
  [3, /network/i],
  [6, /exactly one|one legal entity|single legal entity/i],
  [5, /share|same (work|scoping|period|legal)|differ/i],
  [1, /component|does not (exist|refer)/i],
];

/** Finds the rules in the messages of a `400`. A message about a field that the coupling has filled belongs to rule 7. */
export function refusalOf(fields: Readonly<Record<string, readonly string[]>>): readonly Refusal[] {
  const messages = fields.coupled_component_audit_ids ?? [];
  return [
    ...messages.map((message) => ({
      rule: signs.find(([, sign]) => sign.test(message))?.[0] ?? null,
      message,
    })),
    ...comparedFields.flatMap((field) =>
      (fields[field] ?? []).map((message) => ({ rule: 7 as const, message: `${field}: ${message}` })),
    ),
  ];
}
