import { useTranslation } from 'react-i18next';
import { codePoints, longestAuditName } from '../../../shared/rules/audit.ts';
import { freeId } from '../../../shared/rules/free-id.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { idsOf } from './proposal.ts';
import styles from './wizard.module.css';
import { useField, useRoom } from './wizard-context.ts';

/** How the audit is called, and by which id the firm knows it. */
export function NamingStep() {
  const { t } = useTranslation('audit-wizard');
  const { known } = useRoom();
  const name = useField('name');
  const id = useField('id');
  const taken = idsOf(known.audits);
  const room = longestAuditName - codePoints(name.value);
  return (
    <Stack gap="wide">
      <TextField
        {...name}
        help={`${t('naming.nameHelp')} ${room >= 0 ? t('naming.nameLeft', { count: room }) : ''}`.trim()}
      />
      <div className={styles.group}>
        <TextField {...id} isCode help={t('naming.idHelp')} />
        {taken.has(id.value) && (
          <Banner
            tone="warning"
            role="status"
            actions={
              <Button onPress={() => id.onChange(freeId(id.value, taken))}>
                {t('naming.use', { id: freeId(id.value, taken) })}
              </Button>
            }
          >
            {t('naming.taken')}
          </Banner>
        )}
      </div>
    </Stack>
  );
}
