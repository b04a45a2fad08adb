import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiagnosticsFile } from '../../../shared/operations/settings.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-field.tsx';

/** Shows each file of a bundle as it would be saved, and saves those that are chosen. */
export function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const request = useId(); // a bundle of its own each time that this is opened
  const bundle = useQuery({
    queryKey: ['diagnostics', request],
    queryFn: () => unwrap(call('diagnostics.preview', {})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [left, setLeft] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: (wanted: { readonly id: string; readonly files: readonly string[] }) =>
      unwrap(call('diagnostics.save', wanted)),
    onSuccess: ({ saved }) => {
      if (!saved) return;
      announce(t('diagnostics.saved'));
      onClose();
    },
  });
  const { data } = bundle;
  const names = data?.files.map(({ name }) => name) ?? [];
  const chosen = names.filter((name) => !left.includes(name));
  const error = bundle.error ?? save.error;
  return (
    <Dialog
      isOpen
      size="large"
      title={t('diagnostics.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common('action.cancel')}</Button>
          <Button
            variant="primary"
            isPending={save.isPending}
            reason={chosen.length === 0 ? t('diagnostics.nothing') : undefined}
            onPress={() => data !== undefined && save.mutate({ id: data.id, files: chosen })}
          >
            {t('diagnostics.save', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p>{t('diagnostics.text')}</p>
      <p>{t('diagnostics.without')}</p>
      {error !== null && <ErrorNotice role="status" {...describe(errorOf(error))} />}
      {bundle.isPending && <SkeletonRows count={6} widths={['160px']} label={t('diagnostics.title')} />}
      {data !== undefined && (
        <>
          <CheckboxGroup
            label={t('diagnostics.include')}
            value={chosen}
            onChange={(value) => setLeft(names.filter((name) => !value.includes(name)))}
            choices={data.files.map(({ name, text }) => ({
              id: name,
              label: name,
              help: t('diagnostics.size', { count: text === '' ? 0 : text.trimEnd().split('\n').length }),
            }))}
          />
          <Preview files={data.files} />
        </>
      )}
    </Dialog>
  );
}

function Preview({ files }: { readonly files: readonly DiagnosticsFile[] }) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState(files[0]?.name ?? '');
  return (
    <>
      <Select
        label={t('diagnostics.look')}
        value={shown}
        onChange={setShown}
        options={files.map(({ name }) => ({ id: name, label: name }))}
      />
      <TextArea
        label={t('diagnostics.content', { name: shown })}
        value={files.find(({ name }) => name === shown)?.text ?? ''}
        onChange={() => undefined}
        isReadOnly
        isCode
        rows={12}
      />
    </>
  );
}
