import type { Operation } from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import type { Clock } from '../clock.ts';

/** What a token request needs; the secret lives only as long as the request. */
export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
}

export interface Token {
  readonly text: string;
  /** Which connection settings it belongs to: the address that it may be sent to. */
  readonly baseUrl: string;
}

/** The token of one connection. */
export interface Session {
  /** The current token, or a new one where there is none that lasts. */
  readonly token: () => Promise<Reply<Token>>;
  /** After a 401: another token to try once more with; fails where a token made for that reason was refused as well. */
  readonly tokenAfter: (refused: Token, operation: Operation) => Promise<Reply<Token>>;
  /** After a 401 to that attempt too: what it ends as. */
  readonly refusedAgain: (refused: Token, operation: Operation) => Reply<never>;
  /** A token was accepted: the next 401 is again one to get a new token for. */
  readonly accepted: (token: Token) => void;
  /** Forgets the token and a rejection, for a new secret or a new attempt. */
  readonly forget: () => void;
}

interface Held extends Token {
  readonly fromMonotonic: number;
  readonly fromWall: number;
  /** Milliseconds that it is used for. */
  readonly lasts: number;
}

interface SessionSurroundings {
  readonly clock: Clock;
  readonly credentials: () => Promise<Reply<Credentials>>;
  readonly issue: (credentials: Credentials) => Promise<Reply<AccessToken>>;
  readonly onIssue: (token: string) => void;
  readonly onReject: () => void;
}

const lifetimeWhenUnread = 60; // seconds; a token that had ended at once would cost one for every request

/**
 * Milliseconds that a token of so many seconds is used for: until 300 s before its end, at most 0.9 of its life. One that
 * ends within 300 s is used for 0.9 of it, and one said to last no time at all counts as lasting a minute.
 */
export function millisecondsOfUse(expiresIn: number): number {
  const lifetime = expiresIn > 0 ? expiresIn : lifetimeWhenUnread;
  const most = lifetime * 0.9;
  return Math.round(1_000 * (lifetime > 300 ? Math.min(lifetime - 300, most) : most));
}

/**
 * Keeps one token, asks for one at a time whoever wants it, and stops asking once the service has rejected the credentials
 * or has refused two tokens in a row, until `forget`: a loop would use up the client's token quota in seconds.
 */
export function createSession({
  clock,
  credentials,
  issue,
  onIssue,
  onReject,
}: SessionSurroundings): Session {
  let held: Held | null = null;
  let underWay: Promise<Reply<Token>> | null = null;
  let rejected: AppError | null = null;
  let unproven = false; // whether the held token was made because of a 401 and nothing has accepted it yet
  let generation = 0; // an answer to a question from before `forget` must not come back as the current token

  const isFresh = (token: Held): boolean => {
    // The larger of both: sleep stops the one clock and people set the other, either must not prolong a token.
    const elapsed = Math.max(clock.monotonic() - token.fromMonotonic, clock.wall() - token.fromWall);
    return elapsed < token.lasts;
  };

  const reject = (error: AppError): Reply<never> => {
    held = null;
    rejected = error;
    onReject();
    return { ok: false, error };
  };

  const request = async (asked: number): Promise<Reply<Token>> => {
    const given = await credentials();
    if (!given.ok) return given;
    const start = { fromMonotonic: clock.monotonic(), fromWall: clock.wall() }; // its life began no earlier than asked for
    const reply = await issue(given.value);
    if (asked !== generation) return fail('cancelled', { operation: 'tokens.issue' });
    if (!reply.ok) return reply.error.code === 'credentials-rejected' ? reject(reply.error) : reply;
    const { access_token: text, expires_in: expiresIn } = reply.value;
    onIssue(text);
    held = { text, baseUrl: given.value.baseUrl, ...start, lasts: millisecondsOfUse(expiresIn) };
    return succeed(held);
  };

  const renew = (): Promise<Reply<Token>> => {
    if (underWay !== null) return underWay;
    const mine = request(generation).finally(() => {
      if (underWay === mine) underWay = null;
    });
    underWay = mine;
    return mine;
  };

  const token = (): Promise<Reply<Token>> => {
    if (rejected !== null) return Promise.resolve({ ok: false, error: rejected });
    return held !== null && isFresh(held) ? Promise.resolve(succeed(held)) : renew();
  };

  const refusedAgain = (refused: Token, operation: Operation): Reply<never> => {
    if (rejected !== null) return { ok: false, error: rejected };
    // A token that others are served with is in order: then it is this operation that the service refuses.
    if (held !== refused || !unproven) return fail('unauthorized', { operation, status: 401 });
    return reject(fail('credentials-rejected', { operation, status: 401 }).error);
  };

  return {
    token,
    tokenAfter: async (refused, operation) => {
      if (rejected !== null) return { ok: false, error: rejected };
      if (underWay !== null) return underWay;
      if (held === null) return renew();
      if (held !== refused) return token(); // somebody else has got a newer one
      if (unproven) return refusedAgain(refused, operation);
      unproven = true;
      held = null;
      return renew();
    },
    refusedAgain,
    accepted: (used) => {
      if (used === held) unproven = false;
    },
    forget: () => {
      generation += 1;
      held = null;
      underWay = null;
      rejected = null;
      unproven = false;
    },
  };
}
