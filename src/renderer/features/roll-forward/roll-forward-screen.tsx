import { CheckCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { type RolledEntry, unchangedScopes } from '../../../shared/rules/roll-forward.ts';
import { periodRemarks } from '../../../shared/rules/roll-forward-period.ts';
import { packageName, scopingLabels, workPackageLines } from '../../../shared/rules/work-package.ts';
import { useAudit } from '../../data/audits.ts';
import { call } from '../../data/call.ts';
import { useConnectionId } from '../../data/connections.ts';
import { submitPlan } from '../../data/plans.ts';
import { useTranslation } from '../../messages/language.ts';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { useAsideActions } from '../../parts/row-actions.ts';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DateField } from '../../ui/date-field.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { Page, PageHeader, Panel, Row } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { EntryPanel } from './entry-panel.tsx';
import styles from './roll-forward.module.css';
import { type RollState, rememberedEntries, useRollState } from './roll-state.ts';
import {
  firstNames,
  openCounts,
  type RollRow,
  rollCosts,
  rollNodes,
  scopeOf,
  settingChangesOf,
} from './rows.ts';

/** Rolls a group with its whole network forward to the next period: proposed, decided row by row, and applied as one plan. */
export function RollForwardScreen() {
  const { audit } = useAudit(useConnectionId(), useRouteId('auditId'));
  return audit === null ? null : <RollForwardPage key={audit.id} audit={audit} />;
}

function RollForwardPage({ audit }: { readonly audit: Audit }) {
  const { t } = useTranslation('roll-forward');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const state = useRollState(connection, audit);
  const { send, isSending, notice } = useSend();
  const [isSent, setSent] = useState(false);
  const refusal = useWriteRefusal();
  const { proposal, plan, isRead, team } = state;
  const { scopes, others } = openCounts(proposal.open);
  const reason =
    (state.successor === null ? undefined : t('reason.rolled')) ??
    (state.isUnderway ? t('reason.underway') : undefined) ??
    refusal ??
    (isRead && team.isRead ? undefined : t('reason.reading')) ??
    (scopes > 0 ? t('reason.scopes', { count: scopes }) : undefined) ??
    (others > 0 ? t('reason.others', { count: others }) : undefined) ??
    (plan === null ? t('reason.nothing') : undefined);
  const apply = () => {
    if (plan === null) return;
    void send(
      async () => {
        const entries = rememberedEntries(connection, proposal, state.seasonEntries);
        const kept = await call('season.save', entries);
        return kept.ok ? submitPlan(plan) : kept;
      },
      () => {
        setSent(true);
        void navigate(pathTo('plan', { planId: plan.id }));
      },
    );
  };
  return (
    <Page layout="fill">
      <LeaveGuard isDirty={state.isTouched && !isSent && !isSending} />
      <PageHeader
        back={<Link to={pathTo('audit', { auditId: audit.id })}>{t('back')}</Link>}
        title={t('title', { name: audit.name })}
        description={t('description')}
        actions={
          <Button variant="primary" reason={reason} isPending={isSending} onPress={apply}>
            {t('apply', { count: proposal.entries.filter((entry) => entry.isRolled).length })}
          </Button>
        }
      />
      <CandidateProgress connection={connection} reading={state.reading} />
      {notice}
      {!isRead && <SkeletonRows count={8} widths={['30%', '50%', '40%']} label={t('reading')} />}
      {isRead && <RolledAlready state={state} />}
      {isRead && state.successor === null && (
        <>
          <BasisPanel audit={audit} state={state} />
          <Preview state={state} />
          <Network state={state} name={audit.name} />
        </>
      )}
    </Page>
  );
}

/** That the network has a successor, and in what that differs. */
function RolledAlready({ state }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const { successor, differencesNow } = state;
  if (successor === null || differencesNow === null) return null;
  return (
    <Banner tone="info" title={t('rolled.title')}>
      <p>
        <Link to={pathTo('audit', { auditId: successor.id })}>{successor.name}</Link>
      </p>
      <Differences differences={differencesNow} />
    </Banner>
  );
}

function Differences({ differences }: { readonly differences: RollState['differences'] }) {
  const { t } = useTranslation('roll-forward');
  const names = (side: 'before' | 'after') =>
    differences.filter((one) => one.side === side).map(({ id, name }) => (name === '' ? id : name));
  const [gone, added] = [names('before'), names('after')];
  return (
    <>
      <p>
        {differences.length === 0
          ? t('difference.none')
          : t('difference.count', { count: differences.length })}
      </p>
      {gone.length > 0 && <p>{t('difference.before', { names: firstNames(gone) })}</p>}
      {added.length > 0 && <p>{t('difference.after', { names: firstNames(added) })}</p>}
    </>
  );
}

interface BasisProps {
  readonly audit: Audit;
  readonly state: RollState;
}

/** What all audits of the network have in common: period, work package, label, and how they are named. */
function BasisPanel({ audit, state }: BasisProps) {
  const { t } = useTranslation('roll-forward');
  const { decisions, change, packages, proposal, team } = state;
  const { period } = decisions;
  const { before, after } = proposal.packages;
  const line = workPackageLines(packages.entries).find(({ name }) => name === (before ?? after)?.name);
  const offered = line === undefined ? packages.entries : [line.newest, ...line.older];
  const isOpen = (code: string) => proposal.open.some((point) => point.code === code);
  const labels = after === null ? [] : [...new Set(scopingLabels(after, ''))];
  const remarks = isOpen('period')
    ? []
    : periodRemarks({ start: audit.period_start, end: audit.period_end }, period);
  const settings = settingChangesOf(proposal.packages);
  const facts = [
    ...remarks.map((remark) => t(`period.${remark}`)),
    ...(['added', 'gone', 'changed'] as const).flatMap((kind) =>
      settings[kind].length === 0 ? [] : [t(`settings.${kind}`, { names: firstNames(settings[kind]) })],
    ),
    ...(proposal.newEntities.length === 0
      ? []
      : [
          t('newEntities', {
            count: proposal.newEntities.length,
            names: firstNames(proposal.newEntities.map(({ name }) => name)),
          }),
        ]),
    ...(team.error === null ? [] : [t('team.failed')]),
  ];
  return (
    <Panel title={t('basis')}>
      <div className={styles.basis}>
        <DateField
          label={t('field.start')}
          value={period.start}
          error={isOpen('period') ? t('open.period') : undefined}
          onChange={(start) => change({ period: { ...period, start } })}
        />
        <DateField
          label={t('field.end')}
          value={period.end}
          onChange={(end) => change({ period: { ...period, end } })}
        />
        <Select
          label={t('field.package')}
          options={offered.map((one) => ({ id: one.id, label: packageName(one) }))}
          value={after?.id ?? null}
          error={isOpen('package') ? t('open.package') : undefined}
          onChange={(workPackage) => change({ workPackage })}
        />
        <Select
          label={t('field.label')}
          options={labels.map((label) => ({ id: label, label }))}
          value={decisions.label ?? audit.scoping_package_id}
          error={isOpen('label') ? t('open.label') : undefined}
          onChange={(label) => change({ label })}
        />
        <TextField
          label={t('field.namePattern')}
          help={t('field.patternHelp')}
          isOptional
          value={decisions.namePattern}
          error={isOpen('name-pattern') ? t('open.name-pattern') : undefined}
          onChange={(namePattern) => change({ namePattern })}
        />
        <TextField
          label={t('field.idPattern')}
          help={t('field.patternHelp')}
          isCode
          isOptional
          value={decisions.idPattern}
          error={isOpen('id-pattern') ? t('open.id-pattern') : undefined}
          onChange={(idPattern) => change({ idPattern })}
        />
        <Checkbox
          label={t('team.label')}
          help={t('team.help')}
          isSelected={team.isWanted}
          onChange={team.want}
        />
      </div>
      {facts.length > 0 && (
        <div className={styles.facts}>
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** What is open, what the plan needs, and in what the new network differs; the scopes that stay as they were are affirmed at once. */
function Preview({ state }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const { proposal, plan, change, decisions, differences } = state;
  const unchanged = unchangedScopes(proposal);
  const { scopes, others } = openCounts(proposal.open);
  const { credits, unpriced } = rollCosts(proposal);
  return (
    <>
      <Row>
        <p role="status">
          {[
            t('openScopes', { count: scopes }),
            ...(others > 0 ? [t('openOthers', { count: others })] : []),
          ].join(' · ')}
        </p>
        {unchanged.size > 0 && (
          <Button
            icon={<CheckCheck aria-hidden />}
            onPress={() => change({ scopes: new Map([...decisions.scopes, ...unchanged]) })}
          >
            {t('affirm', { count: unchanged.size })}
          </Button>
        )}
      </Row>
      {plan !== null && (
        <div className={styles.facts}>
          <PlanEstimate plan={plan} isFree={false} />
          <p>
            {t('credits', { count: credits })} {unpriced > 0 && t('unpriced', { count: unpriced })}
          </p>
          <Differences differences={differences} />
        </div>
      )}
    </>
  );
}

function Network({ state, name }: { readonly state: RollState; readonly name: string }) {
  const { t } = useTranslation('roll-forward');
  const rowOf = useRowOf(state);
  const { proposal } = state;
  const nodes = rollNodes(proposal, rowOf);
  const ids = useMemo(() => new Set(proposal.graph.places.keys()), [proposal.graph]);
  const { expanded, onExpand } = useOpenNodes(ids);
  const [active, setActive] = useState<string | null>(null);
  const aside = useAsideActions();
  const entry = proposal.entries.find(({ before }) => before.id === active);
  return (
    <div className={styles.work}>
      <TreeGrid
        id="roll-forward"
        label={t('grid', { name })}
        columns={useColumns()}
        nodes={nodes}
        expanded={expanded}
        onExpand={onExpand}
        textOf={({ entry: { name: text } }) => text}
        labelOf={useLabelOf()}
        onActive={setActive}
        actionsOf={({ entry: { before } }) => aside(pathTo('audit', { auditId: before.id }), before.id)}
      />
      {entry !== undefined && <EntryPanel key={entry.before.id} state={state} entry={entry} />}
    </div>
  );
}

function useLabelOf(): (row: RollRow) => string {
  const { t } = useTranslation('roll-forward');
  return ({ entry, entity, scope, remarks }) =>
    [entry.name, entity, scope === null ? '' : t(`scope.${scope}`), remarks]
      .filter((part) => part !== '')
      .join(', ');
}

function useRowOf({ entities }: RollState): (entry: RolledEntry) => RollRow {
  const { t } = useTranslation('roll-forward');
  const names = new Map(entities.entries.map(({ id, name }) => [id, name]));
  return (entry) => {
    const open = entry.isRolled ? entry.open.filter(({ code }) => code !== 'scope') : [];
    const remarks = [
      ...open.map(({ code, subject = '' }) => t(`open.${code}`, { subject })),
      ...entry.remarks.map(({ code, subject }) => t(`remark.${code}`, { subject })),
    ];
    return {
      id: entry.before.id,
      entry,
      entity: entry.entities.map((id) => names.get(id) ?? id).join(' & '),
      scope: entry.isRolled || entry.kind === 'component' ? scopeOf(entry) : null,
      remarks: remarks.join(' · '),
    };
  };
}

function useColumns(): readonly Column<RollRow>[] {
  const { t } = useTranslation('roll-forward');
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        min: 240,
        wants: 400,
        share: 4,
        render: ({ entry }) => entry.name,
      },
      {
        id: 'id',
        title: t('column.id'),
        min: 100,
        share: 1,
        render: ({ entry }) => (entry.kind === 'audit' ? entry.creation.id : ''),
      },
      {
        id: 'entity',
        title: t('column.entity'),
        min: 120,
        share: 2,
        isName: true,
        render: ({ entity }) => entity,
      },
      {
        id: 'scope',
        title: t('column.scope'),
        texts: Object.values(t('scope', { returnObjects: true })),
        render: ({ scope }) => (scope === null ? '' : t(`scope.${scope}`)),
      },
      { id: 'remarks', title: t('column.remarks'), min: 120, share: 2, render: ({ remarks }) => remarks },
    ],
    [t],
  );
}
