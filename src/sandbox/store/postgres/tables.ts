import type { Generated, Kysely } from 'kysely';
import type {
  AccountRow,
  AssignmentRow,
  AuditRow,
  ClientRow,
  FirmRow,
  FixtureAuditRow,
  LegalEntityRow,
  TokenRow,
} from '../schema.ts';
import type { MetaKey, Snapshot } from '../store.ts';

type Numbered<Row> = { readonly [Column in keyof Omit<Row, 'seq'>]: Row[Column] } & {
  readonly seq: Generated<number>;
};

/** The tables by name (`migrations.ts`), with the same rows as in SQLite. */
export interface Tables {
  readonly meta: { readonly key: MetaKey; readonly value: string };
  readonly kept_audit: Numbered<FixtureAuditRow>;
  readonly firm: FirmRow;
  readonly account: Numbered<AccountRow>;
  readonly token: TokenRow;
  readonly client: Numbered<ClientRow>;
  readonly legal_entity: Numbered<LegalEntityRow>;
  readonly audit: Numbered<AuditRow>;
  readonly assignment: Numbered<AssignmentRow>;
  /** One row: by how much the clock was moved, and the time at which it is held. */
  readonly clock: { readonly moved: number; readonly held_at: number | null };
  /** One row: the faults as JSON. */
  readonly faults: { readonly document: string; readonly are_waiting: boolean };
  readonly arrival: { readonly list: string; readonly n: number; readonly at: number };
  readonly fixed_window: {
    readonly list: string;
    readonly number: number;
    readonly counted: number;
    readonly ends_at: number;
  };
  readonly world: { readonly seq: number; readonly name: string; readonly client_id: string };
  /** Those that were kept under a name. Their rows are in tables beside it (`snapshots.ts`). */
  readonly snapshot: { readonly seq: Generated<number> } & Snapshot;
  /** One row: the newest number of an exchange, and at least how many characters all bodies have. */
  readonly recorded: { readonly run: string; readonly newest: number; readonly characters: number };
  /** Its parts as JSON (`recorder.ts`). */
  readonly exchange: {
    readonly id: number;
    readonly head: string;
    readonly besides: string;
    readonly request_body: string | null;
    readonly answer_body: string | null;
    readonly characters: number;
  };
}

/** What carries out statements: each by itself, or all of a transaction. */
export type Db = Kysely<Tables>;

/** The first row, unless a text is asked for that PostgreSQL cannot hold. No row has one: no field takes a null character. */
export async function found<Row>(
  texts: readonly string[],
  query: { readonly executeTakeFirst: () => Promise<Row | undefined> },
): Promise<Row | undefined> {
  return texts.some((text) => text.includes('\0')) ? undefined : query.executeTakeFirst();
}
