import { Wand } from 'lucide-react';
import { useMemo } from 'react';
import { countUnnamed, namedRows } from '../../../shared/rules/import-patterns.ts';
import type { ImportKnown, ImportSetup } from '../../../shared/rules/import-rows.ts';
import type { AppliedTemplate } from '../../../shared/rules/template.ts';
import { useTranslation } from '../../messages/language.ts';
import { TemplateChoice, TemplateGaps, useTemplates } from '../../parts/templates/template-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { addColumn, changeImport, type Import, useImports } from './import-store.ts';
import { useColumnTitles } from './import-words.ts';

/** The template that fills the empty cells of audits, as it holds today; pending until all is read that it names. */
export function useFilling(
  connection: string,
  { kind, templateId }: Import,
): { readonly template: AppliedTemplate | null; readonly isPending: boolean } {
  const isWanted = kind === 'audits' && templateId !== null;
  const { templates, apply, error } = useTemplates(connection, isWanted);
  const template = useMemo(() => {
    const found = isWanted ? templates?.find(({ id }) => id === templateId) : undefined;
    return found === undefined || apply === null ? null : apply(found);
  }, [isWanted, templates, templateId, apply]);
  const isGone = templates?.every(({ id }) => id !== templateId) === true;
  return { template, isPending: isWanted && template === null && !isGone && error === null };
}

interface FillingProps {
  readonly connection: string;
  readonly current: Import;
  readonly template: AppliedTemplate | null;
}

/** The template whose values the empty cells of audits take, and whether its team is assigned. */
export function FillingTemplate({ connection, current, template }: FillingProps) {
  const { t } = useTranslation('import');
  const team = template?.template.team ?? null;
  return (
    <>
      <TemplateChoice
        connection={connection}
        help={t('template.help')}
        chosen={template?.template.id ?? null}
        onChoose={(chosen) =>
          changeImport(connection, { templateId: chosen?.template.id ?? null, assignsTeam: false })
        }
      />
      {team !== null && (
        <Checkbox
          label={t('template.team', { name: team.name })}
          help={t('template.teamHelp')}
          isSelected={current.assignsTeam}
          onChange={(assignsTeam) => changeImport(connection, { assignsTeam })}
        />
      )}
      {template !== null && (
        <TemplateGaps name={template.template.name} gaps={gapsOf(template, current.assignsTeam)} />
      )}
    </>
  );
}

/** What a template names and is not there; of its team only where that is assigned. */
function gapsOf({ gaps }: AppliedTemplate, assignsTeam: boolean): AppliedTemplate['gaps'] {
  return gaps.filter(
    ({ code }) => assignsTeam || (code !== 'team-gone' && code !== 'role-gone' && code !== 'no-address'),
  );
}

interface PatternFillProps {
  readonly connection: string;
  readonly current: Import;
  readonly setup: ImportSetup;
  readonly known: ImportKnown;
  /** Whether all of it is read. */
  readonly isWhole: boolean;
}

/** Writes the ids and names that the template's patterns make into the empty cells, where a person sees and corrects them. */
export function PatternFill({ connection, current, setup, known, isWhole }: PatternFillProps) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const count = useMemo(() => countUnnamed(current.rows, setup), [current.rows, setup]);
  if (count === 0) return null;
  const fill = () => {
    for (const column of ['audit_id', 'audit_name'] as const)
      if (current.mapping[column] === undefined) addColumn(connection, column, titleOf(column));
    const mapping = useImports.getState()[connection]?.mapping ?? {};
    const rows = namedRows(current.rows, { ...setup, mapping }, known, mapping);
    changeImport(connection, { rows, isCorrected: true });
    const changed = rows.filter((row, place) => row !== current.rows[place]).length;
    announce(t('template.named', { count: changed }));
  };
  return (
    <Button
      variant="quiet"
      icon={<Wand aria-hidden />}
      reason={isWhole ? undefined : t('reason.unread')}
      onPress={fill}
    >
      {t('template.name', { count })}
    </Button>
  );
}
