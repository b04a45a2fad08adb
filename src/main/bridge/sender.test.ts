import { expect, test } from 'vitest';
import { isTrustedSender, originOf } from './sender.ts';

const page = { url: 'app://audit-desk/index.html#/audits', parent: null, detached: false };

test.each([
  ['a page of the app', page, true],
  ['no frame', null, false],
  ['a detached frame', { ...page, detached: true }, false],
  ['a frame inside another', { ...page, parent: page }, false],
  ['another host of the scheme', { ...page, url: 'app://audit-desk.evil/index.html' }, false],
  ['a web page', { ...page, url: 'https://audit-desk/index.html' }, false],
  ['a file', { ...page, url: 'file:///app/index.html' }, false],
  ['about:blank', { ...page, url: 'about:blank' }, false],
  ['a data address', { ...page, url: 'data:text/html,app://audit-desk/' }, false],
  ['a blob of the app', { ...page, url: 'blob:app://audit-desk/1' }, false],
  ['no address', { ...page, url: '' }, false],
])('security 8: %s', (_, frame, trusted) => {
  expect(isTrustedSender(frame, ['app://audit-desk'])).toBe(trusted);
});

test.each([
  ['app://audit-desk/a', 'app://audit-desk'],
  ['http://localhost:5173/', 'http://localhost:5173'],
  ['about:blank', null],
  ['nonsense', null],
])('the origin of %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});
