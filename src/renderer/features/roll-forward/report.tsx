import type { Difference, StepProgress } from '../../../shared/plan.ts';
import {
  type ReportedPlace,
  type ReportRow,
  structureReport,
} from '../../../shared/rules/roll-forward/difference.ts';
import type { RollForwardProposal, ScopeDecision } from '../../../shared/rules/roll-forward/model.ts';
import { scopesDecided } from '../../../shared/rules/roll-forward/open.ts';
import type { RolledNetwork } from '../../../shared/rules/roll-forward/rolls.ts';
import { useConnectionId } from '../../data/connections.ts';
import { differencesIn } from '../../data/differing.ts';
import { useDifferenceWords } from '../../messages/difference-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileField } from '../../ui/grid/columns.ts';

export interface Compared extends Pick<RolledNetwork, 'before' | 'after'> {
  /** Of a network that is not there yet. */
  readonly proposal?: RollForwardProposal | undefined;
}

interface ReportActionProps {
  readonly name: string;
  readonly networks: readonly Compared[];
}

interface ToldRow extends ReportRow {
  /** How its scope was decided; null where nobody decides it here. */
  readonly decided: ScopeDecision | null;
  /** The steps that have made it otherwise than they were sent. */
  readonly told: readonly StepProgress[];
}

/** Saves new networks against the old by structure: every place, what became of it, and in what the service shows it otherwise than it was sent. */
export function ReportAction({ name, networks }: ReportActionProps) {
  const { t } = useTranslation('roll-forward');
  const connection = useConnectionId();
  const differenceWords = useDifferenceWords();
  const side = (
    end: 'before' | 'after',
    valueOf: (place: ReportedPlace) => string | readonly string[] | null,
  ) => ({
    value: (row: ToldRow) => {
      const place = row[end];
      return place === null ? null : valueOf(place);
    },
  });
  const scope = ({ inScope }: ReportedPlace) => (inScope === null ? null : inScope ? 'in' : 'out');
  const scopeWords = (end: 'before' | 'after') => (row: ToldRow) => {
    const as = row[end] === null ? null : scope(row[end]);
    return as === null ? '' : t(`parts:scope.${as}`);
  };
  const decidedWords = (how: ReturnType<typeof howDecided>) => (how === null ? '' : t(`report.${how}`));
  const columns: readonly FileField<ToldRow>[] = [
    {
      key: 'outcome',
      value: ({ outcome }) => outcome,
      words: ({ outcome }) => t(`report.outcome.${outcome}`),
    },
    {
      key: 'kind',
      value: ({ kind }) => kind,
      words: ({ kind }) => t(kind === 'audit' ? 'parts:field.audit_name' : 'parts:field.component_name'),
    },
    { key: 'id_before', ...side('before', ({ id }) => id) },
    { key: 'id_after', ...side('after', ({ id }) => id) },
    { key: 'name_before', ...side('before', ({ name: text }) => text) },
    { key: 'name_after', ...side('after', ({ name: text }) => text) },
    { key: 'entities_before', ...side('before', ({ entities }) => entities) },
    { key: 'entities_after', ...side('after', ({ entities }) => entities) },
    { key: 'relation_before', ...side('before', ({ relation }) => relation) },
    { key: 'relation_after', ...side('after', ({ relation }) => relation) },
    { key: 'scope_before', ...side('before', scope), words: scopeWords('before') },
    { key: 'scope_after', ...side('after', scope), words: scopeWords('after') },
    { key: 'explanation_before', ...side('before', ({ explanation }) => explanation) },
    { key: 'explanation_after', ...side('after', ({ explanation }) => explanation) },
    { key: 'scope_decided', value: howDecided, words: (row) => decidedWords(howDecided(row)) },
    { key: 'scope_sentence', value: ({ decided }) => decided?.together || null },
    {
      key: 'differences',
      value: ({ told }) => saidOf(told, ({ field, sent, there }) => `${field}: ${sent} → ${there}`),
      words: ({ told }) => saidOf(told, differenceWords).join(' '),
    },
  ];
  const rows = networks.flatMap(({ before, after, proposal }) => {
    const decided = proposal === undefined ? null : scopesDecided(proposal);
    return structureReport(before, after, proposal === undefined ? null : newIdsOf(proposal)).map((row) => ({
      ...row,
      decided: decided?.get(row.before?.id ?? '') ?? null,
    }));
  });
  const made = networks.flatMap(({ after, proposal }) =>
    proposal === undefined ? after.audits.map(({ id }) => id) : [],
  );
  const read = async () => {
    const differing = await differencesIn(connection, made);
    return rows.map((row) => ({ ...row, told: differing.get(row.after?.id ?? '') ?? [] }));
  };
  const table = {
    name: t('report.title', { name }),
    columns,
    rows: [],
    readAll: { count: rows.length, read },
  };
  return <ExportAction table={table} />;
}

function howDecided({ decided }: ToldRow): 'singly' | 'together' | null {
  if (decided === null) return null;
  return decided.together === undefined ? 'singly' : 'together';
}

/** Each difference in some words; of a user with who it is. */
function saidOf(told: readonly StepProgress[], words: (difference: Difference) => string): readonly string[] {
  return told.flatMap(({ task, subject, differences }) =>
    differences.map((one) => ('assignment' in task ? `${subject} – ${words(one)}` : words(one))),
  );
}

function newIdsOf({ entries }: RollForwardProposal): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === 'audit' && entry.isRolled ? [[entry.before.id, entry.creation.id]] : [],
    ),
  );
}
