import type { AppError } from '../../shared/error.ts';
import { errorOf } from './call.ts';

/** How often what a screen shows is looked at, and for how long it counts as it was read, in milliseconds. */
export const lookEvery = 60_000;
const mostPages = 2; // a longer list is read anew when somebody asks for it

interface Looked {
  readonly state: { readonly data: unknown; readonly error: unknown };
}

/**
 * How long until what a screen shows is looked at again, so that what somebody else did to it is seen within a minute; for as
 * long as the window can be seen. What is gone is not looked for.
 */
export function nextLook({ state: { error } }: Looked): number | false {
  return codeOf(error) === 'missing' ? false : lookEvery;
}

/** The same for a list that is read page by page. */
export function nextLookAtList(
  query: Looked & { readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined } },
): number | false {
  return (query.state.data?.pages.length ?? 0) > mostPages ? false : nextLook(query);
}

function codeOf(error: unknown): AppError['code'] | null {
  return error === null ? null : errorOf(error).code;
}
