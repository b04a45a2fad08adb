import type { Connection } from '../../shared/model/connection.ts';
import type { PolicyView } from '../../shared/model/policy.ts';
import type { Preferences } from '../../shared/model/preferences.ts';
import type { Versions } from '../../shared/operations/app.ts';
import type { DiagnosticsFile } from '../../shared/operations/settings.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { RequestEntry } from '../../shared/record.ts';
import type { Aliases } from './aliases.ts';
import type { Redactor } from './redaction.ts';

export interface Findings {
  readonly versions: Versions;
  readonly locale: string;
  readonly now: Date;
  readonly preferences: Preferences;
  readonly policy: PolicyView;
  readonly keychain: string;
  readonly connections: readonly Connection[];
  readonly plans: readonly PlanProgress[];
  readonly requests: readonly RequestEntry[];
  /** The newest part of the log: lines of JSON, already redacted. */
  readonly log: string;
}

/**
 * The files of a bundle: versions, settings, connections, plans, requests and the log. Names, addresses, accounts, ids and folders are
 * left out or numbered, and secrets are redacted once more (security 38).
 */
export function bundleOf(
  found: Findings,
  aliases: Aliases,
  redactor: Pick<Redactor, 'redactText'>,
): readonly DiagnosticsFile[] {
  const { versions, locale, now, preferences, policy, keychain, connections, plans, requests, log } = found;
  const { activeConnection, recentAudits, starredAudits, recentChoices, lists, ...own } = preferences;
  const { allowedAddresses, ...decided } = policy;
  const files: Readonly<Record<string, string>> = {
    'app.json': json({ madeAt: now.toISOString(), ...versions, locale, keychain }),
    'settings.json': json({
      preferences: {
        ...own,
        activeConnection: activeConnection === null ? null : aliases.connection(activeConnection),
        recentAudits: recentAudits.length,
        starredAudits: starredAudits.length,
        recentChoices: recentChoices.length,
        lists: Object.values(lists).flatMap((ofOne) => Object.keys(ofOne)),
      },
      policy: { ...decided, allowedAddresses: allowedAddresses?.length ?? null },
    }),
    'connections.json': json(
      connections.map(({ id, baseUrl, kind, access, secret, addedAt, lastUsedAt }) => ({
        connection: aliases.connection(id),
        scheme: baseUrl.split(':')[0],
        kind,
        access,
        secret: { isKept: secret },
        addedAt,
        lastUsedAt,
      })),
    ),
    'plans.json': json(
      plans.map(({ id, connection, state, pause, createdAt, endedAt, counts }) => ({
        plan: aliases.plan(id),
        connection: aliases.connection(connection),
        state,
        pause: pause === null ? null : { reason: pause.reason, code: pause.error?.code ?? null },
        createdAt,
        endedAt,
        counts,
      })),
    ),
    'requests.jsonl': requests
      .map((entry) =>
        JSON.stringify({
          ...entry,
          connection: aliases.connection(entry.connection),
          plan: entry.plan === null ? null : aliases.plan(entry.plan),
          step: undefined, // it may be an id of the service
          path: undefined, // it has ids of the service, and addresses of people
        }),
      )
      .join('\n'),
    'log.jsonl': log,
  };
  return Object.entries(files).map(([name, text]) => ({
    name,
    text: redactor.redactText(aliases.hide(redactor.redactText(text))),
  }));
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
