import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Banner } from '../renderer/ui/banner.tsx';
import { Button } from '../renderer/ui/button.tsx';
import { CodeBlock } from '../renderer/ui/code.tsx';
import { Columns, Row, Stack } from '../renderer/ui/layout.tsx';
import { Menu } from '../renderer/ui/menu.tsx';
import type { AuditState } from '../shared/workbench.ts';
import { ask, isGone, sentenceOf } from './control.ts';
import { ChosenPanel } from './parts.tsx';
import styles from './workbench.module.css';

const statuses = ['open', 'archived', 'initializing', 'deleting'] as const;

interface AuditViewProps {
  readonly firm: string;
  readonly id: string;
  /** Opens another one in its place. */
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** All that the service keeps of an audit; its status and the lock of its scope can be set. */
export function AuditView({ firm, id, onOpen, onClose }: AuditViewProps) {
  const client = useQueryClient();
  const [place, at] = [encodeURIComponent(firm), encodeURIComponent(id)];
  const { data, error } = useQuery({
    queryKey: ['audit', firm, id],
    queryFn: () => ask<AuditState>(`state/${place}/audit/${at}/`),
    refetchInterval: 2_000,
  });
  const change = useMutation({
    mutationFn: (body: { readonly status?: string; readonly scope_locked?: boolean }) =>
      ask(`audits/${place}/${at}/`, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries(),
  });
  const isLocked = data?.audit['scope_locked'] === true;
  return (
    <ChosenPanel
      label="The chosen audit"
      title={id}
      tools={
        <>
          <Menu
            label="Status"
            trigger={<Button>Set the status</Button>}
            entries={statuses.map((status) => ({ id: status, label: status }))}
            onAction={(status) => change.mutate({ status })}
          />
          <Button onPress={() => change.mutate({ scope_locked: !isLocked })}>
            {isLocked ? 'Unlock the scope' : 'Lock the scope'}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {change.isError && <Banner tone="warning" role="status" title={sentenceOf(change.error)} />}
      {error !== null && (
        <Banner tone="warning" title={isGone(error) ? 'This audit is gone.' : sentenceOf(error)} />
      )}
      {data !== undefined && neighboursOf(data).length > 0 && (
        <Row>
          {neighboursOf(data).map((one) => (
            <Button key={one} aria-label={`Open ${one}`} onPress={() => onOpen(one)}>
              {one}
            </Button>
          ))}
        </Row>
      )}
      {data !== undefined && (
        <Columns min={400}>
          <Part title="Audit" value={data.audit} />
          <Part title={`Component audits (${data.components.length})`} value={data.components} />
          <Part title={`Users (${data.users.length})`} value={data.users} />
        </Columns>
      )}
    </ChosenPanel>
  );
}

/** The audits next to it in its network: its group, its components, and those that are coupled. */
function neighboursOf({ audit, components }: AuditState): readonly string[] {
  const { group_audit: group, coupled_audit: by, coupled_components: coupled } = audit;
  const ids = [group, by, ...(Array.isArray(coupled) ? coupled : []), ...components.map(({ id }) => id)];
  return [...new Set(ids.filter((one) => typeof one === 'string'))];
}

function Part({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <Stack gap="1" className={styles.side}>
      <h3>{title}</h3>
      <CodeBlock label={title} text={JSON.stringify(value, null, 2)} />
    </Stack>
  );
}
