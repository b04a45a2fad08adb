import { useEffect } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';

interface Props {
  /** Of its field. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Says that what was pasted begins or ends with blanks, which the service takes for a part of it, and takes them away. */
export function BlanksAround({ name, value, onChange }: Props) {
  const { t } = useTranslation('connections');
  const bare = value.trim();
  const has = bare !== '' && bare !== value;
  const said = t('blanks.said');
  useEffect(() => {
    if (has) announce(said);
  }, [has, said]);
  if (!has) return null;
  return (
    <Row isLine>
      <Note as="span">{said}</Note>
      <Button
        variant="quiet"
        onPress={() => {
          onChange(bare);
          announce(t('blanks.removed'));
          focusField(name);
        }}
      >
        {t('blanks.remove')}
      </Button>
    </Row>
  );
}
