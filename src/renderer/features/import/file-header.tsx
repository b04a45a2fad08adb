import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { Name } from '../../ui/name.tsx';
import { PageHeader } from '../../ui/page.tsx';

interface Props {
  readonly name: string;
  readonly focusKey: string;
  readonly back: { readonly label: string; readonly onPress: () => void };
  readonly mark?: ReactNode;
  readonly actions: ReactNode;
}

/** The head of a page about one file, with the way back to the page before. */
export function FileHeader({ name, focusKey, back, mark, actions }: Props) {
  const { t } = useTranslation('import');
  return (
    <PageHeader
      focusKey={focusKey}
      title={<Name text={name} />}
      windowTitle={t('title')}
      back={
        <Button variant="quiet" icon={<ArrowLeft aria-hidden />} onPress={back.onPress}>
          {back.label}
        </Button>
      }
      mark={mark}
      actions={actions}
    />
  );
}
