import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { useUnlistedAudit } from '../../data/audits.ts';
import type { WholeList } from '../../data/collection.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cut, Note, Row } from '../../ui/layout.tsx';
import styles from './audit-list.module.css';

interface UnlistedProps {
  readonly connection: string;
  /** Audits that the open view is about and the list does not have. */
  readonly ids: readonly string[];
  readonly list: WholeList<Audit>;
  readonly onForget: (id: string) => void;
  readonly forgetLabel: (name: string) => string;
}

/** Starred or recent audits that are not in the list: of a group, not read yet, or no longer there. */
export function UnlistedAudits(props: UnlistedProps) {
  const { ids } = props;
  const { t } = useTranslation('audits');
  if (ids.length === 0) return null;
  return (
    <AboveList title={t('views.unlisted', { count: ids.length })}>
      {ids.map((id) => (
        <Unlisted key={id} id={id} {...props} />
      ))}
    </AboveList>
  );
}

interface AboveListProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** A few rows that stand above the list of audits. */
export function AboveList({ title, children, foot }: AboveListProps) {
  return (
    <Card as="section" isLow gap="1" className={styles.drafts} aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
      {foot}
    </Card>
  );
}

function Unlisted({ connection, id, list, onForget, forgetLabel }: UnlistedProps & { readonly id: string }) {
  const { t } = useTranslation('audits');
  const words = useAuditWords();
  const { audit, isGone } = useUnlistedAudit(connection, id, list);
  const name = audit?.name ?? id;
  const note = isGone
    ? t('list.gone')
    : audit === null
      ? t('parts:word.notLoaded')
      : `${words.type(audit.audit_type)} · ${words.status(audit.status)}`;
  return (
    <Row as="li">
      <Cut className={styles.draftTitle} title={name}>
        {isGone ? <bdi>{name}</bdi> : <Link to={pathTo('audit', { auditId: id })}>{name}</Link>}
      </Cut>
      <Note as="span">{note}</Note>
      <Button variant="quiet" aria-label={forgetLabel(name)} onPress={() => onForget(id)}>
        {t('parts:word.remove')}
      </Button>
    </Row>
  );
}
