import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { AuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { type TreeT } from './words.ts';

/** A line of the scope report. */
export interface ReportRow {
  readonly component: ComponentAudit;
  /** Names, the primary one first. */
  readonly entities: readonly string[];
}

/** The components of a group for its scope report: those out of scope first, each part by name. */
export function reportRows(
  components: readonly ComponentAudit[],
  entities: readonly LegalEntity[],
  compare: AuditWords['compare'],
): readonly ReportRow[] {
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return components
    .map((component) => ({
      component,
      entities: component.legal_entity_ids.map((id) => names.get(id) ?? id),
    }))
    .toSorted(
      (one, other) =>
        Number(isIn(one.component)) - Number(isIn(other.component)) ||
        compare(one.component.name, other.component.name),
    );
}

function isIn(component: ComponentAudit): boolean {
  return component.in_scope !== false;
}

/** How many components are in scope, out of it, and without the service telling. */
export function scopeCounts(components: readonly ComponentAudit[]) {
  const count = (scope: boolean | null) => components.filter((one) => one.in_scope === scope).length;
  return { in: count(true), out: count(false), unknown: count(null) };
}

/** The report as a table of texts, the titles first; several legal entities stand in one cell, a line each. */
export function reportTable(
  rows: readonly ReportRow[],
  t: TreeT,
  words: Pick<AuditWords, 'status'>,
): readonly (readonly string[])[] {
  const titles = [
    t('report.name'),
    t('detail.id'),
    t('report.entities'),
    t('column.relation'),
    t('column.scope'),
    t('detail.explanation'),
    t('column.status'),
    t('column.coupled'),
  ];
  return [
    titles,
    ...rows.map(({ component, entities }) => [
      component.name,
      component.id,
      entities.join('\n'),
      relationWord(t, component.auditor_relation),
      scopeWord(t, component),
      component.out_of_scope_explanation,
      words.status(component.status),
      component.coupled_entity_audit_id ?? '',
    ]),
  ];
}
