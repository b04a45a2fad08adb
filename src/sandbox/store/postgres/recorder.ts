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
import { type Db, insertAll } from './driver.ts';

interface Recorded {
  readonly exchange: Omit<Exchange, 'id'>;
  readonly tell: (id: number | null) => void;
}

interface Newest {
  readonly run: string;
  readonly newest: number;
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
        const newest = await db.transaction((tx) => insert(tx, exchanges, limits));
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
  const recorded = async (): Promise<Newest> => {
    const [row] = await db.rows<Newest>('select run, newest from recorded');
    return row ?? { run: '', newest: 0 };
  };
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
      const { run, newest } = await recorded();
      const rows = await db.rows<Head>(
        'select id, head from exchange where id > ? and id <= ? order by id limit ?',
        id,
        newest,
        mostAtOnce,
      );
      const [oldest] = await db.rows<Head>('select id from exchange order by id limit 1');
      return { run, results: rows.map(headIn), oldest: oldest?.id ?? newest + 1, newest };
    },
    byId: async (id, of) => {
      await written();
      if (of !== undefined && of !== (await recorded()).run) return undefined;
      const [row] = await db.rows<Written>('select * from exchange where id = ?', id);
      return row === undefined ? undefined : exchangeIn(row);
    },
    requests: async () => {
      await written();
      const rows = await db.rows<Head>(
        'select id, head from exchange where head like ? order by id desc limit ?',
        `%"path":"${apiPath}%`, // within a text of JSON, each quotation mark has a backslash
        mostRequests,
      );
      return rows.toReversed().map((row) => loggedAs(headIn(row)));
    },
    clear: async () => {
      await written();
      await db.transaction(async (tx) => {
        await tx.rows('update recorded set characters = 0');
        await tx.rows('delete from exchange');
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
  const [counted] = await tx.rows<{ readonly newest: number; readonly characters: number }>(
    'update recorded set newest = newest + ?, characters = characters + ? returning newest, characters',
    exchanges.length,
    sum,
  );
  const { newest, characters } = counted ?? { newest: 0, characters: 0 };
  const rows = exchanges.map((exchange, place) => ({
    id: newest - exchanges.length + 1 + place,
    ...rowOf(exchange),
    characters: sizes[place] ?? 0,
  }));
  await insertAll(tx, 'exchange', rows);
  await tx.rows('delete from exchange where id <= ?', newest - capacity);
  if (characters > most) await dropBodies(tx, newest, most);
  return newest;
}

/** Of the oldest ones, until all together have no more characters than they may; the newest one keeps its own. */
async function dropBodies(tx: Db, newest: number, most: number): Promise<void> {
  await tx.rows(
    `update exchange set request_body = null, answer_body = null, characters = 0
    where characters > 0 and id < ? and id <= (
      select max(id) from (
        select id, sum(characters) over (order by id desc) as together from exchange where characters > 0
      ) as summed where together > ?)`,
    newest,
    most,
  );
  await tx.rows('update recorded set characters = (select sum(characters) from exchange)');
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

type Head = Pick<Written, 'id' | 'head'>;

function headIn({ id, head }: Head): ExchangeHead {
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
