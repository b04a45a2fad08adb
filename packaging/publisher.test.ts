import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import configuration from '../electron-builder.config.ts';
import { flavourOf } from './fuses.ts';
import { publisherOf } from './publisher.ts';

const key = generateKeyPairSync('ed25519')
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64');

test('packages look for updates only where a feed is named', () => {
  expect(publisherOf({}).feed).toBeNull();
  expect(publisherOf({ AUDIT_DESK_UPDATE_FEED: '' }).feed).toBeNull();
  expect(
    publisherOf({ AUDIT_DESK_UPDATE_FEED: 'https://updates.example/desk/', AUDIT_DESK_UPDATE_KEY: key }),
  ).toMatchObject({ feed: 'https://updates.example/desk/', updateKey: key });
});

test.each([undefined, '', 'no key'])(
  'security 52: with a feed, and %j for a key, nothing is packaged',
  (updateKey) => {
    const environment = {
      AUDIT_DESK_UPDATE_FEED: 'https://updates.example/',
      ...(updateKey === undefined ? {} : { AUDIT_DESK_UPDATE_KEY: updateKey }),
    };
    expect(() => publisherOf(environment)).toThrow('no Ed25519 public key');
  },
);

test.each(['http://updates.example/', 'file:///updates', 'updates'])('a feed at %s is none', (feed) => {
  expect(() => publisherOf({ AUDIT_DESK_UPDATE_FEED: feed })).toThrow('no https address');
});

test('security 51: no package brings a switch of its own along', () => {
  expect(configuration.appImage).toMatchObject({ executableArgs: [] });
  expect(configuration.linux).not.toHaveProperty('executableArgs');
});

test('a flavour that there is not is no production', () => {
  expect(flavourOf(undefined)).toBe('production');
  expect(flavourOf('e2e')).toBe('e2e');
  expect(() => flavourOf('test')).toThrow('There is no flavour "test"');
});
