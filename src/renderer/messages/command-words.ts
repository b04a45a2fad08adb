import { type CommandId, calledBy } from '../../shared/commands.ts';
import { useTranslation } from './language.ts';

/** What commands are called. */
export function useCommandTitles(): (id: CommandId) => string {
  const { t } = useTranslation('commands');
  return (id) => {
    const called = calledBy(id);
    return 'title' in called
      ? t(`titles.${called.title}`)
      : t('go', { screen: t(`screens.${called.screen}`) });
  };
}
