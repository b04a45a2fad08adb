import { useQuery } from '@tanstack/react-query';
import type { AppError } from '../../../shared/error.ts';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import type { Loss } from '../../../shared/rules/service/carry-over.ts';
import { type AppliedTemplate, appliedTemplate } from '../../../shared/rules/service/template.ts';
import { itemsQuery } from '../../data/items.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLossWords } from '../../messages/loss-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';

const none = ' '; // the id of no template

interface Templates {
  /** By name; undefined until they are read. */
  readonly templates: readonly AuditTemplate[] | undefined;
  /** What one is worth today; null until all is read that templates name. */
  readonly apply: ((template: AuditTemplate) => AppliedTemplate) | null;
  readonly error: AppError | null;
}

/** The templates of a connection, and what they are worth today. */
export function useTemplates(connection: string, isWanted = true): Templates {
  const { data: templates } = useQuery({ ...itemsQuery('templates', connection), enabled: isWanted });
  const { data: teams } = useQuery({ ...itemsQuery('teams', connection), enabled: isWanted });
  const packages = useWorkPackages(connection, isWanted);
  const roles = useAuditRoles(connection, isWanted);
  const { compare } = useAuditWords();
  const sorted = templates?.toSorted((a, b) => compare(a.name, b.name));
  const known =
    teams === undefined || packages.complete === null || roles.complete === null
      ? null
      : { packages: packages.complete, teams, roles: roles.complete.map(({ name }) => name) };
  const apply = known && ((template: AuditTemplate) => appliedTemplate(template, known));
  return { templates: sorted, apply, error: packages.error ?? roles.error };
}

interface TemplateChoiceProps {
  readonly connection: string;
  readonly help: string;
  /** The id of the template in use; null for none. */
  readonly chosen: string | null;
  /** Null where no template is to be used any more. */
  readonly onChoose: (applied: AppliedTemplate | null) => void;
}

/** Offers the templates of a connection; nothing where there are none, or not all is read that they name. */
export function TemplateChoice({ connection, help, chosen, onChoose }: TemplateChoiceProps) {
  const { t } = useTranslation('templates');
  const { templates = [], apply } = useTemplates(connection);
  if (templates.length === 0 || apply === null) return null;
  return (
    <Select
      name="template"
      label={t('parts:field.template')}
      help={help}
      options={[
        { id: none, label: t('choice.none') },
        ...templates.map(({ id, name }) => ({ id, label: name })),
      ]}
      value={templates.find(({ id }) => id === chosen)?.id ?? none}
      onChange={(id) => {
        const template = templates.find((one) => one.id === id);
        onChoose(template === undefined ? null : apply(template));
      }}
    />
  );
}

/** Everything that a template names and that is not used, each with its reason; nothing where there is none. */
export function TemplateLosses({
  name,
  losses,
}: {
  readonly name: string;
  readonly losses: readonly Loss[];
}) {
  const { t } = useTranslation('templates');
  const words = useLossWords();
  if (losses.length === 0) return null;
  return (
    <Banner tone="warning" role="status" title={t('losses', { count: losses.length, name })}>
      <Bullets>
        {losses.map((loss) => (
          <li key={`${loss.code} ${loss.subject}`}>{words(loss)}</li>
        ))}
      </Bullets>
    </Banner>
  );
}
