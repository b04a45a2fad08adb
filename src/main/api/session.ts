import type { Operation } from '../../shared/api.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { AccessToken } from '../../shared/model/access-token.ts';
import { type Clock, elapsed } from '../clock.ts';

/** Where a connection leads, and as whom. */
export interface Place {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** What a token request needs; the secret lives only as long as the request. */
export interface Credentials extends Place {
  readonly secret: string;
}

export interface Token {
  readonly text: string;
  /** Which connection settings it belongs to: the address that it may be sent to. */
  readonly baseUrl: string;
}

interface Held extends Token {
  /** Milliseconds since it was asked for; its life cannot have begun earlier. */
  readonly age: () => number;
  readonly lasts: number;
}

interface SessionDeps {
  readonly clock: Clock;
  readonly place: () => Promise<Reply<Place>>;
  /** Asks for one there; reads the secret itself, at the moment in which it is sent. */
  readonly issue: (place: Place) => Promise<Reply<AccessToken>>;
  readonly onIssue: (token: string) => void;
  readonly onReject: () => void;
}

const lifetimeWhenUnread = 60; // seconds; a token that had ended at once would cost one for every request

/** Milliseconds that a token is used: until 300 s before its end, at most 0.9 of its life. One without a lifetime counts as lasting a minute. */
export function millisecondsOfUse(expiresIn: number): number {
  const lifetime = expiresIn > 0 ? expiresIn : lifetimeWhenUnread;
  const most = lifetime * 0.9;
  return Math.round(1_000 * (lifetime > 300 ? Math.min(lifetime - 300, most) : most));
}

/** The token of one connection. */
export type Session = ReturnType<typeof createSession>;

/**
 * Keeps one token and asks for one at a time. It stops asking when the service has rejected the credentials or two tokens in a row:
 * a loop would use up the token quota in seconds.
 */
export function createSession({ clock, place, issue, onIssue, onReject }: SessionDeps) {
  let held: Held | null = null;
  let underWay: Promise<Reply<Token>> | null = null;
  let rejected: AppError | null = null;
  let unproven = false; // whether the held token was made because of a 401 and nothing has accepted it yet
  let generation = 0; // an answer to a question from before `forget` must not come back as the current token

  const reject = (error: AppError): Reply<never> => {
    held = null;
    rejected = error;
    onReject();
    return { ok: false, error };
  };

  const request = async (asked: number): Promise<Reply<Token>> => {
    const given = await place();
    if (!given.ok) return given;
    const age = elapsed(clock);
    const reply = await issue(given.value);
    if (asked !== generation) return fail('cancelled', { operation: 'tokens.issue' });
    if (!reply.ok) return reply.error.code === 'credentials-rejected' ? reject(reply.error) : reply;
    const { access_token: text, expires_in: expiresIn } = reply.value;
    onIssue(text);
    held = { text, baseUrl: given.value.baseUrl, age, lasts: millisecondsOfUse(expiresIn) };
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
    return held !== null && held.age() < held.lasts ? Promise.resolve(succeed(held)) : renew();
  };

  const refusedAgain = (refused: Token, operation: Operation): Reply<never> => {
    if (rejected !== null) return { ok: false, error: rejected };
    // If other requests succeed with this token, the service refuses only this operation.
    if (held !== refused || !unproven) return fail('unauthorized', { operation, status: 401 });
    return reject(fail('credentials-rejected', { operation, status: 401 }).error);
  };

  /** A person tries again, or a test has passed: a rejection holds no longer, and the next request asks for a token. */
  const again = (): void => {
    if (underWay === null) held = null;
    rejected = null;
    unproven = false;
  };

  return {
    token,
    /** After a 401: another token to try once more with; fails where a token made for that reason was refused as well. */
    tokenAfter: async (refused: Token, operation: Operation): Promise<Reply<Token>> => {
      if (rejected !== null) return { ok: false, error: rejected };
      if (underWay !== null || held === null) return renew();
      if (held !== refused) return token(); // somebody else has got a newer one
      if (unproven) return refusedAgain(refused, operation);
      unproven = true;
      held = null;
      return renew();
    },
    refusedAgain,
    /** A token was accepted: the next 401 may ask for a new one again. */
    accepted: (used: Token): void => {
      if (used === held) unproven = false;
    },
    again,
    forget: (): void => {
      generation += 1;
      underWay = null;
      again();
    },
  };
}
