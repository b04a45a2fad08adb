import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import type { OpenedTemplates } from '../../../shared/operations/templates.ts';
import { fileEntries } from '../../../shared/rules/file-entries.ts';
import { longestUnitHere, templateFault } from '../../../shared/rules/template.ts';
import { mostOfKind } from '../../../shared/settings.ts';
import { call, unwrap } from '../../data/call.ts';
import { saveTemplates } from '../../data/templates.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TemplateGaps, useTemplates } from '../../parts/templates/template-choice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Stack } from '../../ui/page.tsx';

interface Props {
  readonly connection: string;
  readonly templates: readonly AuditTemplate[];
}

/** Saves the templates as a file, and takes over those of one. */
export function TemplateFile({ connection, templates }: Props) {
  const { t } = useTranslation('templates');
  const [opened, setOpened] = useState<OpenedTemplates | null>(null);
  const save = useMutation({
    mutationFn: () => unwrap(call('templates.export', { connection })),
    onSuccess: ({ saved }) => saved && announce(t('file.saved')),
  });
  const open = useMutation({
    mutationFn: () => unwrap(call('templates.open', { connection })),
    onSuccess: (found) => setOpened(found.isOpened || found.fault !== null ? found : null),
  });
  const isSaved = save.data?.saved === true;
  return (
    <>
      <Button isPending={open.isPending} onPress={() => open.mutate()}>
        {t('file.import')}
      </Button>
      <Button
        isPending={save.isPending}
        reason={templates.length === 0 ? t('file.nothing') : undefined}
        onPress={() => save.mutate()}
      >
        {t('file.export')}
      </Button>
      {isSaved && <span role="status">{t('file.saved')}</span>}
      <FailureNotice role="status" error={save.error ?? open.error} />
      {opened !== null && (
        <FileDialog
          connection={connection}
          opened={opened}
          templates={templates}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface FileDialogProps extends Props {
  readonly opened: OpenedTemplates;
  readonly onClose: () => void;
}

/** What a file of templates would change here; what is selected is kept. */
function FileDialog({ connection, opened, templates, onClose }: FileDialogProps) {
  const { t, i18n } = useTranslation('templates');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { send, isSending, notice } = useSend();
  const { fault, savedAt, unreadable } = opened;
  const entries = fileEntries(opened.templates, templates);
  const faulty = faultyIn(entries, templates);
  const { apply } = useTemplates(connection);
  const offered = entries.filter((entry) => isOffered(entry) && !faulty.has(entry.kept.id));
  const twice = entries.flatMap(({ kept, verdict }) => (verdict === 'twice' ? [kept.name] : []));
  const [chosen, setChosen] = useState<readonly string[]>(() => offered.map(({ kept }) => kept.id));
  const wanted = offered.flatMap(({ kept }) => (chosen.includes(kept.id) ? [kept] : []));
  const same = entries.filter(({ verdict }) => verdict === 'same').length;
  const take = () => {
    if (wanted.length === 0) return onClose();
    void send(
      () => saveTemplates(client, connection, wanted),
      () => {
        announce(t('file.taken', { count: wanted.length }));
        onClose();
      },
    );
  };
  return (
    <Dialog
      isOpen
      title={t('file.title')}
      onClose={onClose}
      hasInput={false}
      onSubmit={take}
      actions={
        offered.length === 0 ? (
          <Button variant="primary" onPress={onClose}>
            {t('file.close')}
          </Button>
        ) : (
          <>
            <CancelButton>{common('action.cancel')}</CancelButton>
            <Button
              variant="primary"
              type="submit"
              isPending={isSending}
              reason={wanted.length === 0 ? t('file.nothingSelected') : undefined}
            >
              {t('file.take', { count: wanted.length })}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {notice}
        {fault !== null && (
          <Banner tone="warning" title={t('file.notTaken')}>
            {t(`file.fault.${fault}`, { most: mostOfKind.template })}
          </Banner>
        )}
        {savedAt !== null && <p>{t('file.from', { when: formatMoment(savedAt, i18n.language) })}</p>}
        {fault === null && offered.length === 0 && <p>{t('file.noEffect')}</p>}
        {offered.length > 0 && (
          <CheckboxGroup
            label={t('file.choose')}
            value={chosen}
            onChange={setChosen}
            choices={offered.map(({ kept, verdict }) => ({
              id: kept.id,
              label: kept.name,
              help: t(`file.verdict.${verdict === 'new' ? 'new' : 'change'}`),
            }))}
          />
        )}
        {apply !== null &&
          wanted.map((template) => (
            <TemplateGaps key={template.id} name={template.name} gaps={apply(template).gaps} />
          ))}
        {twice.length > 0 && <Banner tone="warning">{t('file.twice', { names: twice.join(', ') })}</Banner>}
        {[...faulty.values()].map(({ name, fault: code }) => (
          <Banner key={name} tone="warning">
            {t('file.faulty', { name, fault: t(`fault.${code}`, { most: longestUnitHere }) })}
          </Banner>
        ))}
        {same > 0 && <p>{t('file.same', { count: same })}</p>}
        {unreadable > 0 && <Banner tone="warning">{t('file.unreadable', { count: unreadable })}</Banner>}
      </Stack>
    </Dialog>
  );
}

type Entry = ReturnType<typeof fileEntries<AuditTemplate>>[number];

function isOffered({ verdict }: Entry): boolean {
  return verdict === 'new' || verdict === 'change';
}

/** The templates of a file that nobody could save here, by their ids: the same rule as in the dialog. */
function faultyIn(entries: readonly Entry[], here: readonly AuditTemplate[]) {
  const offered = entries.filter(isOffered).map(({ kept }) => kept);
  return new Map(
    offered.flatMap((kept, place) => {
      const others = [...here.filter(({ id }) => id !== kept.id), ...offered.slice(0, place)];
      const fault = templateFault(
        kept,
        others.map(({ name }) => name),
      );
      return fault === null ? [] : [[kept.id, { name: kept.name, fault: fault.code }] as const];
    }),
  );
}
