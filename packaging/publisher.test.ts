import { expect, test } from 'vitest';
import { flavourOf } from './fuses.ts';
import { publisherOf } from './publisher.ts';

test('packages look for updates only where a feed is named', () => {
  expect(publisherOf({}).feed).toBeNull();
  expect(publisherOf({ AUDIT_DESK_UPDATE_FEED: '' }).feed).toBeNull();
  expect(publisherOf({ AUDIT_DESK_UPDATE_FEED: 'https://updates.example/desk/' }).feed).toBe(
    'https://updates.example/desk/',
  );
});

test.each(['http://updates.example/', 'file:///updates', 'updates'])('a feed at %s is none', (feed) => {
  expect(() => publisherOf({ AUDIT_DESK_UPDATE_FEED: feed })).toThrow('no https address');
});

test('a flavour that there is not is no production', () => {
  expect(flavourOf(undefined)).toBe('production');
  expect(flavourOf('e2e')).toBe('e2e');
  expect(() => flavourOf('test')).toThrow('There is no flavour "test"');
});
