import { QueryClientProvider } from '@tanstack/react-query';
import React, { type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FileAside } from '../../shared/record.ts';
import common from '../../words/en-us/start/common.json';
import { createQueryClient } from '../data/call.ts';
import { connectionsQuery } from '../data/connections.ts';
import { usePlansReading } from '../data/plans.ts';
import { filesAsideQuery } from '../data/preferences.ts';
import { TakenOver } from '../features/activity/plan-list.tsx';
import { allMessages, startMessages } from '../messages/language.ts';
import { UiWordsProvider } from '../ui/words.tsx';
import { FilesAside } from './files-aside.tsx';

const { useSyncExternalStore } = React;

beforeAll(async () => {
  await startMessages('en-us');
  await allMessages();
});
beforeEach(() => {
  // Nothing here was drawn by a server before: stores show what they have now.
  vi.spyOn(React, 'useSyncExternalStore').mockImplementation((subscribe, now) =>
    useSyncExternalStore(subscribe, now, now),
  );
});

const drawn = (part: ReactNode): string =>
  renderToStaticMarkup(
    <UiWordsProvider dates="iso" words={common.ui}>
      {part}
    </UiWordsProvider>,
  );
const journal = 'The file of plans';
const records = 'The file of requests and the change log';
const store = 'The file of connections, settings and drafts';

test.each([
  ['journal', 'damaged', `${journal} was damaged`, 'Check the service for what they had created.'],
  ['journal', 'lost', `${journal} was gone or empty`, 'Check the service for what they had created.'],
  ['journal', 'older', `${journal} is from an earlier time`, 'Plans that had not ended are paused.'],
  ['records', 'damaged', `${records} was damaged`, 'The change log starts anew.'],
  ['records', 'lost', `${records} was gone or empty`, 'The change log starts anew.'],
  ['records', 'older', `${records} is from an earlier time`, 'What was written later is missing.'],
  ['audit-desk', 'damaged', `${store} was damaged`, 'Secrets in the keychain are not affected.'],
  ['audit-desk', 'lost', `${store} was gone or empty`, 'Secrets in the keychain are not affected.'],
  ['audit-desk', 'older', `${store} is from an earlier time`, 'What was written later is missing.'],
] as const)(
  '%s.db that is %s: “%s”, what it means, and under which name it is kept',
  (file, how, ...said) => {
    const aside: FileAside = { file, how, name: `${file}.db.${how}-1`, at: '2026-11-26T06:00:00.000Z' };
    const client = createQueryClient();
    client.setQueryData(filesAsideQuery.queryKey, [aside]);
    client.setQueryData(connectionsQuery.queryKey, []);
    const page = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <UiWordsProvider dates="iso" words={common.ui}>
          <FilesAside />
        </UiWordsProvider>
      </QueryClientProvider>,
    );
    for (const words of [...said, aside.name]) expect(page).toContain(words);
  },
);

test('once the file of plans is free again, their list says so until a person closes that', () => {
  usePlansReading.setState({ areTakenOver: false });
  expect(drawn(<TakenOver />)).toBe('');
  usePlansReading.setState({ areTakenOver: true });
  expect(drawn(<TakenOver />)).toContain('Plans that were running resume here.');
});
