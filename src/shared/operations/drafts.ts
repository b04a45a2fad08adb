import { z } from 'zod';
import { Draft } from '../model/draft.ts';
import { Team } from '../model/team.ts';
import { Id, type LocalRow } from './shapes.ts';

/** What a person keeps on this computer. */
export const draftOperations = {
  'drafts.list': { input: z.strictObject({ connection: z.string() }), output: z.array(Draft).readonly() },
  'drafts.save': { input: Draft.omit({ savedAt: true }), output: Draft },
  'drafts.remove': { input: Id, output: z.null() },
  'teams.list': { input: z.strictObject({ connection: z.string() }), output: z.array(Team).readonly() },
  'teams.save': { input: Team, output: Team },
  'teams.remove': { input: Id, output: z.null() },
} as const satisfies Record<string, LocalRow>;
