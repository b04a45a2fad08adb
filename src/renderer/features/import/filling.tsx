import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import type { ImportKind } from '../../../shared/rules/tables/columns.ts';
import { useTranslation } from '../../messages/language.ts';
import { TemplateChoice, TemplateLosses, useTemplates } from '../../parts/templates/template-choice.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { changeImport, type Import } from './import-store.ts';

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
  const found = isWanted ? templates?.find(({ id }) => id === templateId) : undefined;
  const template = found === undefined || apply === null ? null : apply(found);
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
        <TemplateLosses name={template.template.name} losses={lossesOf(template, current.assignsTeam)} />
      )}
    </>
  );
}

/** What a template names and is not there; of its team only where that is assigned. */
function lossesOf({ losses }: AppliedTemplate, assignsTeam: boolean): AppliedTemplate['losses'] {
  return losses.filter(
    ({ code }) => assignsTeam || (code !== 'team-gone' && code !== 'role-gone' && code !== 'no-address'),
  );
}
