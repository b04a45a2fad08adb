import type { QueryClient } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { ComponentCreation } from '../../shared/model/component-audit.ts';
import type { Draft } from '../../shared/model/draft.ts';
import { removeDraft, saveDraft } from './drafts.ts';
import { itemsQuery } from './items.ts';

/** A change to the components of a group that is staged in its tree. */
export type Change =
  | {
      readonly key: string;
      readonly kind: 'create';
      readonly creation: ComponentCreation;
      /** As the service will name it. */
      readonly name: string;
    }
  | {
      readonly key: string;
      readonly kind: 'delete';
      readonly component: string;
      readonly name: string;
    }
  | {
      readonly key: string;
      readonly kind: 'set-out-of-scope';
      readonly component: string;
      readonly explanation: string;
      readonly name: string;
    };

/** The draft of a tree: its staged changes, and the components that were listed then. */
export interface StagedDraft {
  readonly group: string;
  readonly changes: readonly Change[];
  /** Ids; null where not all had been read. */
  readonly seen: readonly string[] | null;
}

/** Keeps the staged changes of a tree as its draft, in place of those before; without any there is none. */
export async function keepStaged(
  client: QueryClient,
  connection: string,
  name: string,
  content: StagedDraft,
): Promise<Reply<unknown>> {
  const kept = await stagedDraftOf(client, connection, content.group);
  if (content.changes.length > 0) return save(client, { connection, name, content: { ...content } }, kept);
  return removeDraft(client, connection, idOf(connection, content.group, kept));
}

export async function stagedDraftOf(
  client: QueryClient,
  connection: string,
  group: string,
): Promise<Draft | undefined> {
  const drafts = await client.ensureQueryData(itemsQuery('drafts', connection));
  return drafts.find(({ kind, content }) => kind === 'components' && content['group'] === group);
}

interface Kept {
  readonly connection: string;
  readonly name: string;
  readonly content: Draft['content'];
}

function save(client: QueryClient, { connection, name, content }: Kept, kept: Draft | undefined) {
  const id = idOf(connection, String(content['group']), kept);
  const title = Array.from(name).slice(0, 200).join('');
  return saveDraft(client, { id, kind: 'components', connection, title, content });
}

function idOf(connection: string, group: string, kept: Draft | undefined): string {
  return kept?.id ?? `${connection} ${group}`;
}
