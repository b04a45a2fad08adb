import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Audit, AuditCreation } from '../../../shared/model/audit.ts';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { CouplingViolation } from '../../../shared/rules/service/coupling.ts';
import { type SharedAudit, sharedAudits } from '../../../shared/rules/service/shared-audits.ts';
import { priceOf } from '../../../shared/rules/service/work-package.ts';
import { freeId } from '../../../shared/rules/texts/free-id.ts';
import { auditPlan, useAudit } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { type CouplingCandidates, useCouplingCandidates } from '../../data/coupling-candidates.ts';
import { estimateQuery, needsOf } from '../../data/plan-steps.ts';
import { submitPlan } from '../../data/plans.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { formatDuration } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { useListRefusal } from '../../parts/collection-state.tsx';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import { useOpenWindow } from '../../parts/open-window.ts';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { Note } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { fromApart } from '../../ui/name-parts.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { emptyContent, type WizardContent } from './content.ts';
import { creationOf } from './creation.ts';
import { useProblemWords } from './problem-words.ts';
import { isDoubtful, type Problem, ruleProblems } from './problems.ts';
import { chosenPackage, idsOf, type Known, withProposals } from './proposal.ts';

/** Creates the audits of all free components of a group: shown first, and then carried out as one plan. */
export function GroupAudits() {
  const { audit } = useAudit(useConnectionId(), useRouteId('auditId'));
  return audit === null ? null : <GroupPage key={audit.id} group={audit} />;
}

function GroupPage({ group }: { readonly group: Audit }) {
  const { t } = useTranslation('coupling');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const { rows, candidates, packages, isRead } = useRows(connection, group);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [planId] = useState(() => crypto.randomUUID());
  const { send, isSending, notice } = useSend();
  const readOnly = useWriteRefusal();
  const unread = useListRefusal({ packages });
  const chosen = rows.filter(isPossible).filter(({ id, isUsual }) => selected?.has(id) ?? isUsual);
  const plan = planOf({ id: planId, connection, title: group.name, group }, chosen);
  const reason =
    readOnly ??
    unread ??
    (isRead ? undefined : t('many.reading')) ??
    (chosen.length === 0 ? t('parts:word.nothingSelected') : undefined);
  const create = () =>
    send(
      () => submitPlan(plan),
      () => {},
      () => void navigate(pathTo('plan', { planId })),
    );
  return (
    <Page layout="fill">
      <PageHeader
        back={
          <Link to={pathTo('auditComponents', { auditId: group.id })}>{t('parts:word.componentTree')}</Link>
        }
        title={<Name text={t('many.title', { name: group.name })} />}
        windowTitle={t('many.title', { name: group.name })}
        description={t('many.description')}
        actions={
          <Button variant="primary" reason={reason} isPending={isSending} onPress={() => void create()}>
            {t('many.create', { count: chosen.length })}
          </Button>
        }
      />
      <CandidateProgress connection={connection} reading={candidates} />
      {notice}
      {(isRead || chosen.length > 0) && (
        <Summary chosen={chosen} packages={packages.entries} plan={chosen.length === 0 ? null : plan} />
      )}
      <AuditTable
        group={group}
        rows={rows}
        selected={new Set(chosen.map(({ id }) => id))}
        candidates={candidates}
        isBusy={!isRead}
        onChange={setSelected}
      />
    </Page>
  );
}

/** An audit that can be created, or a component that none can be coupled to. */
export type GroupRow =
  | {
      readonly kind: 'audit';
      /** That of the first component. */
      readonly id: string;
      readonly ids: readonly string[];
      readonly creation: AuditCreation;
      readonly problems: readonly Problem[];
      /** Whether it is ticked unless a person decides: a group has not set all its components out of scope. */
      readonly isUsual: boolean;
    }
  | {
      readonly kind: 'left';
      readonly id: string;
      readonly ids: readonly string[];
      readonly obstacle: CouplingViolation;
      readonly isUsual: false;
    };
type AuditRow = Extract<GroupRow, { readonly kind: 'audit' }>;

function isPossible(row: GroupRow): row is AuditRow {
  return row.kind === 'audit' && row.problems.every(isDoubtful);
}

function useRows(connection: string, group: Audit) {
  const clients = useClients(connection);
  const packages = useWorkPackages(connection);
  const legalEntities = useLegalEntities(connection, group.client_organisation_id);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const candidates = useCouplingCandidates(connection, {
    isWanted: true,
    selected: wanted,
    client: group.client_organisation_id,
  });
  const own = candidates.componentsOf.get(group.id);
  // The legal entities are read of the clients of what is selected.
  if (own !== undefined && own.length !== wanted.length) setWanted(own.map(({ id }) => id));
  const { network, audits } = candidates;
  const rows = groupRows(group, network, {
    clients: clients.entries,
    legalEntities: legalEntities.entries,
    packages: packages.entries,
    audits: audits.entries,
  });
  const isRead = [candidates, legalEntities, packages].every(({ complete }) => complete !== null);
  return { rows, candidates, packages, isRead };
}

interface Sources {
  readonly clients: Known['clients'];
  readonly legalEntities: readonly LegalEntity[];
  readonly packages: readonly WorkPackage[];
  readonly audits: readonly Audit[];
}

/** The rows of a group: its audits to be, each with an id that is free, and what is left out. */
export function groupRows(
  group: Audit,
  network: CouplingCandidates['network'],
  sources: Sources,
): readonly GroupRow[] {
  const own = network.candidates.filter((one) => one.group.id === group.id);
  const idOf = ({ component }: (typeof own)[number]) => component.id;
  const { audits, leftOut } = sharedAudits(own.map(idOf), network);
  const known: Known = {
    ...sources,
    audits: [], // the ids are freed of all that is taken, which are not audits alone
    legalEntitiesOf: group.client_organisation_id,
    areAuditsWhole: true,
    group,
    network: null,
  };
  const taken = new Set([...idsOf(sources.audits), ...network.candidates.map(idOf)]);
  const made = audits.map((shared): GroupRow => {
    const content = contentOf(shared, known, taken);
    taken.add(content.fields.id);
    const workPackage = chosenPackage(content, sources.packages);
    const context = {
      ...sources,
      workPackage,
      legalEntityIds: null,
      isComponent: (id: string) => network.candidate(id) !== undefined,
    };
    return {
      kind: 'audit',
      id: shared.ids[0] ?? '',
      ids: shared.ids,
      creation: creationOf(content, workPackage),
      problems: ruleProblems(content, context),
      isUsual: shared.ids.some((id) => network.candidate(id)?.component.in_scope !== false),
    };
  });
  return [
    ...made,
    ...leftOut.map(
      ({ id, obstacle }): GroupRow => ({ kind: 'left', id, ids: [id], obstacle, isUsual: false }),
    ),
  ];
}

/** An audit with the values that its coupling asks for; the rest is proposed as in the wizard. */
function contentOf({ ids, values }: SharedAudit, known: Known, taken: ReadonlySet<string>): WizardContent {
  const empty = emptyContent('single');
  const content = withProposals(
    {
      ...empty,
      fields: { ...empty.fields, ...values },
      coupling: { decision: 'couple', ids, isFilled: true, before: null },
      own: [...empty.own, 'work_package_id', 'scoping_package_id'],
    },
    known,
  );
  return { ...content, fields: { ...content.fields, id: freeId(content.fields.id, taken) } };
}

interface Planned extends Pick<Plan, 'id' | 'connection' | 'title'> {
  readonly group: Pick<Audit, 'id'>;
}

/** One plan for all, which shows at the group too. */
export function planOf({ group, ...plan }: Planned, rows: readonly AuditRow[]): Plan {
  const steps = rows.flatMap(({ creation }, place) =>
    auditPlan(plan.connection, '', creation).steps.map((step) => ({
      ...step,
      key: `${step.key}-${place}`,
      task:
        step.task.kind === 'awaitOpen' ? { ...step.task, audit: { fromStep: `audit-${place}` } } : step.task,
    })),
  );
  return { ...plan, about: { kind: 'components', audit: group.id }, steps };
}

interface SummaryProps {
  readonly chosen: readonly AuditRow[];
  readonly packages: readonly WorkPackage[];
  readonly plan: Plan | null;
}

/** How many audits, how long that takes within the quota, and what the price list says. */
function Summary({ chosen, packages, plan }: SummaryProps) {
  const { t } = useTranslation('coupling');
  const { t: common } = useTranslation();
  const needs = needsOf(plan?.steps ?? []);
  const { data: seconds } = useQuery(estimateQuery(plan ?? noPlan, needs));
  const quotes = chosen.map(({ creation }) => {
    const workPackage = packages.find(({ id }) => id === creation.work_package_id);
    return workPackage === undefined ? null : priceOf(workPackage.prices, 'single', true);
  });
  const credits = quotes.reduce((sum, quote) => sum + (quote?.kind === 'named' ? quote.credits : 0), 0);
  const components = chosen.reduce((sum, { ids }) => sum + ids.length, 0);
  const parts = [
    t('many.summary', {
      audits: t('parts:count.audits', { count: chosen.length }),
      components: t('parts:count.components', { count: components }),
    }),
    plan === null || seconds === undefined
      ? ''
      : seconds === null
        ? t('parts:word.limitsNone')
        : t('many.time', { time: formatDuration(Math.max(1, seconds) * 1_000, common) }),
    credits === 0 ? '' : t('many.credits', { count: credits }),
  ];
  return <Note role="status">{parts.filter((part) => part !== '').join(' · ')}</Note>;
}

const noPlan: Plan = { id: '-', connection: '-', title: '', steps: [] };

interface AuditTableProps {
  readonly group: Pick<Audit, 'id'>;
  readonly rows: readonly GroupRow[];
  readonly selected: ReadonlySet<string>;
  readonly candidates: CouplingCandidates;
  readonly isBusy: boolean;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

function AuditTable({ group, rows, selected, candidates, isBusy, onChange }: AuditTableProps) {
  const { t } = useTranslation('coupling');
  const problemWords = useProblemWords();
  const { violation } = useCouplingWords();
  const { network } = candidates;
  const actionsOf = useActions(network);
  const possible = new Set(rows.filter(isPossible).map(({ id }) => id));
  const choose = (ids: ReadonlySet<string>) => onChange(ids.intersection(possible));
  const named = (id: string) => {
    const found = network.candidate(id);
    if (found === undefined) return id;
    const { name } = found.component;
    return found.group.id === group.id ? name : t('parts:word.inGroup', { name, group: found.group.name });
  };
  const groups = new Map(network.candidates.map(({ group: { id, name } }) => [id, name]));
  const names = [...new Set(groups.values())];
  const shortly = new Map([...groups].map(([id, name]) => [id, fromApart(name, names)]));
  // Components of one legal entity are mostly called alike: after the first, their groups tell them.
  const namedTogether = ([first = '', ...others]: readonly string[]) => {
    const known = network.candidate(first)?.component.name;
    const later = others.map((id) => {
      const found = network.candidate(id);
      return (found?.component.name === known ? shortly.get(found?.group.id ?? '') : undefined) ?? named(id);
    });
    return [named(first), ...later].join(' · ');
  };
  const why = (row: GroupRow) => {
    if (row.kind === 'left') return <Note as="span">{violation(row.obstacle)}</Note>;
    const [problem] = row.problems;
    if (problem !== undefined) return <StatusMark look="ending" word={problemWords(problem)} />;
    if (!row.isUsual) return t('candidates.outOfScope');
    return t('many.shared', { count: row.ids.length });
  };
  const columns: readonly Column<GroupRow>[] = [
    {
      id: 'name',
      title: t('parts:field.audit_name'),
      isRowHeader: true,
      width: { least: 240, grows: 2, wants: 320 },
      value: (row) => (row.kind === 'audit' ? row.creation.name : named(row.id)),
    },
    {
      id: 'id',
      title: t('parts:word.id'),
      width: { least: 120, grows: 1, givesWay: 1 },
      value: (row) => (row.kind === 'audit' ? row.creation.id : ''),
    },
    {
      id: 'components',
      title: t('parts:field.components'),
      isName: true,
      width: { least: 200, grows: 2, wants: 320 },
      value: ({ ids }) => namedTogether(ids),
    },
    { id: 'why', title: t('parts:word.coupling'), width: { least: 180, grows: 1.8, wants: 280 }, cell: why },
  ];
  return (
    <DataTable
      id="group-audits"
      label={t('commands:screens.audits')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      actionsOf={actionsOf}
      onOpen={({ id }) => choose(selected.symmetricDifference(new Set([id])))}
      selection={{ selected, onChange: choose, canSelect: isPossible }}
      isBusy={isBusy}
      empty={isBusy ? undefined : <EmptyState title={t('many.none')} />}
    />
  );
}

/** What can be done with a row besides selecting it: the groups of its components opened aside, and its id copied. */
function useActions(network: CouplingCandidates['network']): ActionsOf<GroupRow> {
  const { t } = useTranslation('coupling');
  const openWindow = useOpenWindow();
  const copy = useCopyAction();
  return ([row]) => {
    const groups = row.ids.flatMap((id) => network.candidate(id)?.group ?? []);
    return [
      ...[...new Map(groups.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
        id: `group ${id}`,
        label: t('many.openGroup', { name }),
        onAction: () => openWindow(pathTo('auditComponents', { auditId: id })),
      })),
      copy(row.kind === 'audit' ? row.creation.id : row.id),
    ];
  };
}
