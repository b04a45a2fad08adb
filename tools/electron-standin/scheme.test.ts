import { describe, expect, test } from 'vitest';
import { fromChromium, handlers, originOf, toChromium } from './scheme.ts';

describe('addresses of an own scheme', () => {
  handlers.set('app', () => new Response());

  test.each([
    ['app://audit-desk/index.html#/audits', 'https://audit-desk.app.standin.invalid/index.html#/audits'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
  ])('%s', (own, chromium) => {
    expect(toChromium(own)).toBe(chromium);
    expect(fromChromium(chromium)).toBe(own);
  });

  test('have an origin', () => {
    expect(originOf('app://audit-desk/index.html')).toBe('app://audit-desk');
    expect(originOf('https://a.example:8443/x')).toBe('https://a.example:8443');
    expect(originOf('about:blank')).toBe('null');
  });
});
