/**
 * One way in which something breaks a rule: a code, the field it belongs to (as the service names it, a nested one
 * as `settings.use_sampling`) and the facts for a sentence. Never prose: `messages` has the words.
 */
export interface Violation<Code extends string = string> {
  readonly code: Code;
  readonly field: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}
