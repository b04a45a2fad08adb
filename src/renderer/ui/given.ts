/** The properties that are given: libraries with exact optional properties take none that is `undefined`. */
export function given<Props extends object>(
  props: Props,
): { readonly [Key in keyof Props]?: Exclude<Props[Key], undefined> } {
  const entries = Object.entries(props).filter(([, value]) => value !== undefined);
  // The type says what the filter does, which Object.fromEntries cannot know.
  return Object.fromEntries(entries) as { readonly [Key in keyof Props]?: Exclude<Props[Key], undefined> };
}
