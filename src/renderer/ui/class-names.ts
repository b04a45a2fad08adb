/** One class attribute from the names that apply; a class module promises no name, so an absent one is left out. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
