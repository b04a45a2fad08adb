import { Wand } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ImportKind } from '../../../shared/rules/import-columns.ts';
import { namedRows, unnamedIn } from '../../../shared/rules/import-patterns.ts';
import type { ImportKnown, ImportSetup } from '../../../shared/rules/import-rows.ts';
import type { AppliedTemplate } from '../../../shared/rules/template.ts';
import { useTranslation } from '../../messages/language.ts';
import { TemplateChoice, TemplateGaps, useTemplates } from '../../parts/templates/template-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { addColumn, changeImport, type Import, useImports } from './import-store.ts';
import { useColumnTitles } from './import-words.ts';
import { inSlices, slice } from './slices.ts';

/** Whether a template fills the empty cells of such a table. */
export function takesTemplate(kind: ImportKind): boolean {
  return kind === 'audits' || kind === 'components';
}

/** The template that fills the empty cells of audits and components, as it holds today; pending until all is read that it names. */
export function useFilling(
  connection: string,
  { kind, templateId }: Import,
): { readonly template: AppliedTemplate | null; readonly isPending: boolean } {
  const isWanted = takesTemplate(kind) && templateId !== null;
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

/** The template whose values the empty cells of audits and components take, and whether its team is assigned to new audits. */
export function FillingTemplate({ connection, current, template }: FillingProps) {
  const { t } = useTranslation('import');
  const makesAudits = current.kind === 'audits';
  const team = makesAudits ? (template?.template.team ?? null) : null;
  return (
    <>
      <TemplateChoice
        connection={connection}
        help={t(makesAudits ? 'template.help' : 'template.helpComponents')}
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
      {template !== null && makesAudits && (
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
  const { count, columns } = useMemo(() => unnamedIn(current.rows, setup), [current.rows, setup]);
  const [isFilling, setFilling] = useState(false);
  if (count === 0) return null;
  const hasIds = columns.includes('audit_id');
  const fill = async () => {
    for (const column of columns)
      if (current.mapping[column] === undefined) addColumn(connection, column, titleOf(column));
    const before = useImports.getState()[connection];
    setFilling(true);
    const rows = await inSlices(
      namedRows(current.rows, { ...setup, mapping: before?.mapping ?? {} }, known, slice),
      { isWanted: () => useImports.getState()[connection] === before }, // not if a person changes the table meanwhile
    );
    setFilling(false);
    if (rows === null) return;
    changeImport(connection, { rows, isCorrected: true });
    const changed = rows.filter((row, place) => row !== current.rows[place]).length;
    announce(t(hasIds ? 'template.named' : 'template.onlyNamed', { count: changed }));
  };
  return (
    <Button
      icon={<Wand aria-hidden />}
      reason={isWhole ? undefined : t('reason.unread')}
      isPending={isFilling}
      onPress={() => void fill()}
    >
      {t(hasIds ? 'template.name' : 'template.onlyName', { count })}
    </Button>
  );
}
