import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import { type AuditorRelation, auditorRelations } from '../../shared/model/terms.ts';
import type { Translate } from './translate.ts';

type ComponentT = Translate<'component-tree'>;

/** The words for who audits a component; a relation that nobody knows stays as the service spells it. */
export function relationWord(t: ComponentT, spelled: string): string {
  const known: AuditorRelation | undefined = auditorRelations.find((relation) => relation === spelled);
  return known === undefined ? spelled : t(`relation.${known}`);
}

/** Whether a component is in scope, in words; empty where the service does not tell. */
export function scopeWord(t: ComponentT, component: Pick<ComponentAudit, 'in_scope'> | null): string {
  if (component === null) return t('parts:scope.in'); // as the service makes it (decisions.md §8.5)
  return component.in_scope === null ? '' : t(component.in_scope ? 'parts:scope.in' : 'parts:scope.out');
}
