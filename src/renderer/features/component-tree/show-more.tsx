import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';

/** How many rows with buttons or fields are drawn at once: thousands would hold the window. */
export const rowsAtOnce = 50;

interface Props {
  readonly count: number;
  /** How many of them are shown. */
  readonly most: number;
  readonly onShow: (most: number) => void;
}

/** Shows more of a list that is longer. */
export function ShowMore({ count, most, onShow }: Props) {
  const { t } = useTranslation('component-tree');
  const left = count - most;
  return (
    <Button onPress={() => onShow(most + rowsAtOnce)}>
      {t('oos.more', { count: Math.min(rowsAtOnce, left), left })}
    </Button>
  );
}
