import { z } from 'zod';

// The question of a user and a password, between main and the window of its own that asks it: no page of the app has this channel.

export const signInChannel = 'audit-desk:sign-in';

/** What a person may enter, and what the keychain keeps. */
export const Pair = z.strictObject({ user: z.string().min(1).max(256), password: z.string().max(1_024) });
export type Pair = Readonly<z.output<typeof Pair>>;

export interface SignInWords {
  readonly language: string;
  /** What the parts of the page say, by their id; a part that says nothing is hidden. */
  readonly texts: Readonly<Record<string, string>>;
}
