import {
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { Preferences } from '../../shared/model/preferences.ts';
import { call, unwrap } from './call.ts';

/** How the person wants the app to be. It is read before the first paint and kept up to date by events. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => unwrap(call('preferences.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** What the policy of this machine decides; it is read once a start. */
export const policyQuery = queryOptions({
  queryKey: ['policy'],
  queryFn: () => unwrap(call('policy.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The damaged files of this app that are still there. */
export const filesAsideQuery = queryOptions({
  queryKey: ['records', 'aside'],
  queryFn: () => unwrap(call('files.aside', {})),
  staleTime: 0,
});

export const environmentQuery = queryOptions({
  queryKey: ['environment'],
  queryFn: () => unwrap(call('environment.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Whether the policy of this machine decides about a preference; false until that is known. */
export function useIsManaged(name: keyof Preferences): boolean {
  const { data } = useQuery(policyQuery);
  return data?.locked.some((one) => one === name) ?? false;
}

export function usePreferences(): Preferences {
  return useSuspenseQuery(preferencesQuery).data;
}

/** Answers the preferences as they are when it is called, also before a screen has shown them. */
export function usePreferencesNow(): () => Preferences | undefined {
  const client = useQueryClient();
  return () => client.getQueryData(preferencesQuery.queryKey);
}

let pending = 0;

/** Takes in the preferences as they are stored, unless changes of this window are on their way: their answers have them all. */
export function takePreferences(client: QueryClient, stored: Preferences): void {
  if (pending === 0) client.setQueryData(preferencesQuery.queryKey, stored);
}

/** Changes preferences at once; where they could not be kept, the stored ones come back. */
export function useChangePreferences(): (change: Partial<Preferences>) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    client.setQueryData(preferencesQuery.queryKey, (old) =>
      old === undefined ? old : { ...old, ...change },
    );
    pending += 1;
    const reply = await call('preferences.change', change);
    pending -= 1;
    if (reply.ok) takePreferences(client, reply.value);
    else await client.invalidateQueries({ queryKey: preferencesQuery.queryKey });
  };
}
