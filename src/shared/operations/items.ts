import { z } from 'zod';
import { Draft } from '../model/draft.ts';
import { SavedView } from '../model/list-setup.ts';
import { DeadlineRule, SeasonEntry } from '../model/season.ts';
import { Team } from '../model/team.ts';
import { AuditTemplate } from '../model/template.ts';
import { atMost, mostOfKind } from '../settings.ts';
import { Id, type LocalRow } from './shapes.ts';

/** What a person keeps on this computer for a connection; `season` are the groups that are expected. */
export const itemKinds = ['drafts', 'views', 'teams', 'templates', 'season', 'deadlineRules'] as const;
export type ItemKind = (typeof itemKinds)[number];
const of = z.enum(itemKinds);

const Items = z.strictObject({
  drafts: z.array(Draft).readonly(),
  views: z.array(SavedView).readonly(),
  teams: z.array(Team).readonly(),
  templates: z.array(AuditTemplate).readonly(),
  season: z.array(SeasonEntry).readonly(),
  deadlineRules: z.array(DeadlineRule).readonly(),
});
export type Items = z.output<typeof Items>;

export const itemOperations = {
  /** Those of one kind, under its name. */
  'items.list': { input: z.strictObject({ of, connection: z.string() }), output: Items.partial() },
  /**
   * Keeps entries of the named kinds, each in place of what was kept under its id. Of a group of the season that is there, the deadline and the priority
   * stay, and a successor is not taken away.
   */
  'items.save': {
    input: z
      .strictObject({
        views: z.array(SavedView).max(atMost.views).readonly(),
        teams: z.array(Team).max(mostOfKind.team).readonly(),
        templates: z.array(AuditTemplate).max(mostOfKind.template).readonly(),
        season: z.array(SeasonEntry).max(1_000).readonly(),
        deadlineRules: z.array(DeadlineRule).max(1_000).readonly(),
      })
      .partial(),
    output: z.null(),
  },
  /** A draft, which gets the time at which it is kept. */
  'drafts.save': { input: Draft.omit({ savedAt: true }), output: Draft },
  'items.remove': { input: z.strictObject({ ...Id.shape, of }), output: z.null() },
} as const satisfies Record<string, LocalRow>;
