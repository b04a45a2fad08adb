import type { AppError } from '../../shared/error.ts';
import { errorOf } from './call.ts';

/** How often what a screen shows is refreshed, and for how long it counts as fresh, in milliseconds. */
export const lookEvery = 60_000;

interface Looked {
  readonly state: { readonly data: unknown; readonly error: unknown };
}

/**
 * How long until what a visible window shows is refreshed, so that changes of others show within a minute. What is gone is not
 * looked for.
 */
export function nextLook({ state: { error } }: Looked): number | false {
  return codeOf(error) === 'missing' ? false : lookEvery;
}

function codeOf(error: unknown): AppError['code'] | null {
  return error === null ? null : errorOf(error).code;
}
