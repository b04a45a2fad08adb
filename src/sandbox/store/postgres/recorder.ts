import { sql } from 'kysely';
import type { Exchange, ExchangeHead, ExchangePage, RecordedSide } from '../../../shared/workbench.ts';
import {
  apiPath,
  exchangeOf,
  lengthOf,
  loggedAs,
  mostAtOnce,
  mostRequests,
  ordinary,
  type Recorder,
  type RecorderOptions,
} from '../../http/recorder.ts';
import type { Db } from './tables.ts';

interface Recorded {
  readonly exchange: Omit<Exchange, 'id'>;
  readonly tell: (id: number | null) => void;
}

export interface SharedRecorder extends Recorder {
  /** Resolves once all that was added is written. */
  readonly written: () => Promise<void>;
}

const mostWaiting = 1_000; // exchanges, where the database is slower than the requests
const mostWritten = 100; // at once: an exchange may have two long bodies

/**
 * Keeps the exchanges of all replicas. They are written behind the requests: what comes while some are written is written next, all
 * at once. `db` has one connection, of its own: who reads them may be in a transaction.
 */
export function createSharedRecorder(db: Db, options: RecorderOptions): SharedRecorder {
  const limits = { ...ordinary, ...options };
  const waiting: Recorded[] = [];
  let isWriting = false;
  const lose = (lost: readonly Recorded[]): void => {
    for (const { tell } of lost) tell(null);
  };
  const write = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const recorded = waiting.splice(0, mostWritten);
      const exchanges = recorded.map(({ exchange }) => exchange);
      try {
        const newest = await db.transaction().execute((tx) => insert(tx, exchanges, limits));
        for (const [place, { tell }] of recorded.entries()) tell(newest - recorded.length + 1 + place);
      } catch {
        lose([...recorded, ...waiting.splice(0)]); // the request that the database fails tells why
      }
    }
    isWriting = false;
  };
  let last: Promise<unknown> = Promise.resolve();
  const written = async (): Promise<void> => {
    await last; // and not for those that come meanwhile: there may be no end of them
  };
  const heads = () => db.selectFrom('exchange').select(['id', 'head']);
  return {
    add: (observed) => {
      const { promise, resolve: tell } = Promise.withResolvers<number | null>();
      waiting.push({ exchange: exchangeOf(observed), tell });
      last = promise;
      if (waiting.length > mostWaiting) lose(waiting.splice(0, 1));
      if (!isWriting) void write();
      return promise;
    },
    after: async (id): Promise<ExchangePage> => {
      await written();
      const { run, newest } = await db.selectFrom('recorded').selectAll().executeTakeFirstOrThrow();
      const rows = await heads()
        .where('id', '>', id)
        .where('id', '<=', newest)
        .orderBy('id')
        .limit(mostAtOnce)
        .execute();
      const oldest = await heads().orderBy('id').limit(1).executeTakeFirst();
      return { run, results: rows.map(headIn), oldest: oldest?.id ?? newest + 1, newest };
    },
    byId: async (id, of) => {
      await written();
      const { run } = await db.selectFrom('recorded').select('run').executeTakeFirstOrThrow();
      if (of !== undefined && of !== run) return undefined;
      const row = await db.selectFrom('exchange').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : exchangeIn(row);
    },
    requests: async () => {
      await written();
      const rows = await heads()
        .where('head', 'like', `%"path":"${apiPath}%`) // within a text of JSON, each quotation mark has a backslash
        .orderBy('id', 'desc')
        .limit(mostRequests)
        .execute();
      return rows.toReversed().map((row) => loggedAs(headIn(row)));
    },
    clear: async () => {
      await written();
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('recorded').set({ characters: 0 }).execute();
        await tx.deleteFrom('exchange').execute();
      });
    },
    written,
  };
}

/**
 * Adds exchanges, and answers the number of the last one. Its first statement locks the row that counts, so whoever reads the
 * newest number can read all up to it.
 */
async function insert(
  tx: Db,
  exchanges: readonly Omit<Exchange, 'id'>[],
  { capacity, characters: most }: Required<RecorderOptions>,
): Promise<number> {
  const sizes = exchanges.map(lengthOf);
  const sum = sizes.reduce((all, size) => all + size, 0);
  const { newest, characters } = await tx
    .updateTable('recorded')
    .set((row) => ({
      newest: row('newest', '+', exchanges.length),
      characters: row('characters', '+', sum),
    }))
    .returning(['newest', 'characters'])
    .executeTakeFirstOrThrow();
  const rows = exchanges.map((exchange, place) => ({
    id: newest - exchanges.length + 1 + place,
    ...rowOf(exchange),
    characters: sizes[place] ?? 0,
  }));
  await tx.insertInto('exchange').values(rows).execute();
  await tx
    .deleteFrom('exchange')
    .where('id', '<=', newest - capacity)
    .execute();
  if (characters > most) await dropBodies(tx, newest, most);
  return newest;
}

/** Of the oldest ones, until all together have no more characters than they may; the newest one keeps its own. */
async function dropBodies(tx: Db, newest: number, most: number): Promise<void> {
  await sql`
    update exchange set request_body = null, answer_body = null, characters = 0
    where characters > 0 and id < ${newest} and id <= (
      select max(id) from (
        select id, sum(characters) over (order by id desc) as together from exchange where characters > 0
      ) as summed where together > ${most})`.execute(tx);
  await sql`update recorded set characters = (select sum(characters) from exchange)`.execute(tx);
}

// A list needs the first part only; bodies can go before the rest. All are JSON, which has no null character.

function rowOf({ delivery, reasons, request, answer, ...head }: Omit<Exchange, 'id'>) {
  const bodyOf = ({ body }: RecordedSide) => (body === null ? null : JSON.stringify(body));
  const besides = { delivery, reasons, request: request.headers, answer: answer.headers };
  return {
    head: JSON.stringify(head),
    besides: JSON.stringify(besides),
    request_body: bodyOf(request),
    answer_body: bodyOf(answer),
  };
}

type Written = ReturnType<typeof rowOf> & { readonly id: number };

function headIn({ id, head }: Pick<Written, 'id' | 'head'>): ExchangeHead {
  return { id, ...JSON.parse(head) };
}

function exchangeIn(row: Written): Exchange {
  const { request, answer, ...besides } = JSON.parse(row.besides);
  const bodyIn = (text: string | null) => (text === null ? null : JSON.parse(text));
  return {
    ...headIn(row),
    ...besides,
    request: { headers: request, body: bodyIn(row.request_body) },
    answer: { headers: answer, body: bodyIn(row.answer_body) },
  };
}
