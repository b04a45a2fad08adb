import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import { templateOf } from '../../../shared/rules/service/template.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useAudit } from '../../data/audits.ts';
import { useConnectionId } from '../../data/connections.ts';
import { itemsQuery, removeItem } from '../../data/items.ts';
import { removeLater, useRemovals } from '../../data/removals.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { TemplateDialog } from '../../parts/templates/template-dialog.tsx';
import { UndoRemovals } from '../../parts/undo.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel, Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useListFile } from './list-file.ts';

const searchableFrom = 9; // fewer are seen at a glance
const mostShown = 100; // the others are found by the search

type Open = { readonly what: 'edit' | 'new'; readonly template: AuditTemplate } | null;

const keyStart = 'template ';
const keyOf = ({ id }: Pick<AuditTemplate, 'id'>) => `${keyStart}${id}`;

/** The templates of a connection: made, changed, duplicated, deleted, and exchanged as a file. */
export function TemplateList() {
  const { t } = useTranslation('templates');
  const connection = useConnectionId();
  const { data: templates, error } = useQuery(itemsQuery('templates', connection));
  const { compare } = useAuditWords();
  const shortcutOf = useShortcuts();
  const fileColumns = useListFile();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const [parameters, setParameters] = useSearchParams();
  const from = parameters.get('from');
  const pending = useRemovals((removals) => removals.pending);
  const sorted = (templates ?? [])
    .filter((template) => !Object.hasOwn(pending, keyOf(template)))
    .toSorted((a, b) => compare(a.name, b.name));
  const { finds } = wordSearch(search);
  const found = sorted.filter(({ name, work_package }) => finds(fold(`${name}\n${work_package}`)));
  const shown = found.slice(0, mostShown);
  return (
    <Page>
      <PageHeader
        back={<Link to={pathTo('audits')}>{t('parts:word.allAudits')}</Link>}
        title={t('commands:titles.templates')}
        actions={
          <>
            {sorted.length > 0 && (
              <ExportAction
                table={{ name: t('commands:titles.templates'), columns: fileColumns, rows: found }}
              />
            )}
            <Button
              variant="primary"
              icon={<Plus aria-hidden />}
              onPress={() => setOpen({ what: 'new', template: emptyTemplate(connection) })}
            >
              {t('new')}
            </Button>
          </>
        }
      />
      <FailureNotice role="status" error={error} />
      <UndoRemovals of={keyStart} />
      {templates === undefined && error === null && (
        <SkeletonRows count={4} widths={['40%', '60%']} label={t('common:list.reading')} />
      )}
      {templates !== undefined && sorted.length === 0 && (
        <EmptyState title={t('empty.title')} picture="list">
          {t('empty.text')}
        </EmptyState>
      )}
      {sorted.length >= searchableFrom && (
        <Toolbar>
          <ToolbarSearch
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={setSearch}
            shortcut={shortcutOf('filter')?.aria}
          />
          <span role="status">{t('parts:count.shown', { shown: shown.length, count: found.length })}</span>
        </Toolbar>
      )}
      {shown.map((template) => (
        <TemplatePanel
          key={template.id}
          template={template}
          names={sorted.map(({ name }) => name)}
          onOpen={setOpen}
        />
      ))}
      {from !== null && (
        <FromAudit
          key={from}
          connection={connection}
          auditId={from}
          onClose={() => setParameters({}, { replace: true })}
        />
      )}
      {open !== null && (
        <TemplateDialog template={open.template} isNew={open.what === 'new'} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

interface TemplatePanelProps {
  readonly template: AuditTemplate;
  /** Of all templates. */
  readonly names: readonly string[];
  readonly onOpen: (open: Open) => void;
}

function TemplatePanel({ template, names, onOpen }: TemplatePanelProps) {
  const { t } = useTranslation('templates');
  const { t: commands } = useTranslation('commands');
  const { t: audits } = useTranslation('audits');
  const client = useQueryClient();
  const navigate = useNavigate();
  const words = useAuditWords();
  const {
    audit_type: type,
    work_package: line,
    scoping_label: label,
    language,
    unit_of_measurement: unit,
  } = template;
  const facts = [words.type(type), line, label, language === '' ? '' : words.language(language), unit].filter(
    (fact) => fact !== '',
  );
  const settings = Object.keys(template.settings).length;
  const more = [
    ...(settings === 0 ? [] : [`${t('parts:field.settings')}: ${settings}`]),
    ...(template.team === null ? [] : [`${t('parts:field.team')}: ${template.team.name}`]),
    ...(template.components === null ? [] : [t(`facts.${template.components.reach}`)]),
    ...(template.name_pattern === '' ? [] : [t('facts.name', { pattern: template.name_pattern })]),
    ...(template.id_pattern === '' ? [] : [t('facts.id', { pattern: template.id_pattern })]),
  ];
  const refusal = useWriteRefusal();
  const copy = () => ({ ...template, id: crypto.randomUUID(), name: freeName(template.name, names) });
  return (
    <Panel
      title={template.name}
      description={facts.join(' · ')}
      actions={
        <Row>
          <Button reason={refusal} onPress={() => void navigate(wizardPath({ template: template.id }))}>
            {commands('titles.new-audit')}
          </Button>
          <Button variant="quiet" onPress={() => onOpen({ what: 'edit', template })}>
            {t('parts:word.change')}
          </Button>
          <Button variant="quiet" onPress={() => onOpen({ what: 'new', template: copy() })}>
            {audits('new.like')}
          </Button>
          <Button
            variant="quiet"
            onPress={() =>
              removeLater(keyOf(template), template.name, () => removeItem(client, 'templates', template))
            }
          >
            {t('parts:word.delete')}
          </Button>
        </Row>
      }
    >
      {more.length > 0 && <Note size="body">{more.join(' · ')}</Note>}
    </Panel>
  );
}

interface FromAuditProps {
  readonly connection: string;
  readonly auditId: string;
  readonly onClose: () => void;
}

/** Opens a template of what an audit has, once the work packages are read too, by whose name it knows its own. */
function FromAudit({ connection, auditId, onClose }: FromAuditProps) {
  const { t } = useTranslation('templates');
  const { audit, error } = useAudit(connection, auditId);
  const packages = useWorkPackages(connection);
  // Read once: the audit may change while somebody works on the template.
  const [made, setMade] = useState<AuditTemplate | null>(null);
  const failure = error ?? packages.error;
  if (made === null && audit !== null && packages.complete !== null)
    setMade(templateOf(audit, packages.complete, { id: crypto.randomUUID(), connection }));
  if (made !== null) return <TemplateDialog template={made} isNew onClose={onClose} />;
  if (failure !== null) return <ReadingNotice error={failure} />;
  return <SkeletonRows count={2} widths={['40%', '60%']} label={t('common:list.reading')} />;
}

function emptyTemplate(connection: string): AuditTemplate {
  const audit = {
    audit_type: 'single',
    work_package_id: '',
    scoping_package_id: '',
    language: '',
    unit_of_measurement: null,
    settings: {},
  };
  return templateOf(audit, [], { id: crypto.randomUUID(), connection });
}

/** The name itself with the lowest number from 2 on behind it that no template has. */
function freeName(name: string, taken: readonly string[]): string {
  const base = name.slice(0, 90);
  for (let number = 2; ; number += 1) {
    const wanted = `${base} ${number}`;
    if (!taken.includes(wanted)) return wanted;
  }
}
