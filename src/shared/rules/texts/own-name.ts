/** What keeps a name that a person gives to something of this computer from being saved; null where nothing does. */
export type OwnNameFault = 'required' | 'too-long' | 'taken';

/** Of teams and templates, in characters. */
export const longestOwnName = 100;

/** `most` is in characters; `taken` are the names of the others, compared without case. */
export function ownNameFault(
  written: string,
  { most, taken }: { readonly most: number; readonly taken: readonly string[] },
): OwnNameFault | null {
  const name = written.trim();
  if (name === '') return 'required';
  if (name.length > most) return 'too-long';
  return taken.some((other) => other.trim().toLowerCase() === name.toLowerCase()) ? 'taken' : null;
}
