import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-workbench-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head></html>');
  writeFileSync(join(folder, 'page/index.js'), 'script');
  writeFileSync(join(folder, 'page/other.js'), 'other');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the page of the workbench', () => {
  it('security 44: takes nothing from elsewhere, calls nothing else, and stands in no frame', async () => {
    const desk = openDesk(undefined, { workbench: folder });
    const [one, other] = [await desk.control('GET', '/'), await desk.control('GET', '/')];
    expect(one.status).toBe(200);
    const policy = one.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
    expect(one.text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(other.text).not.toContain(nonce);
    expect(one.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
  it('has its two files and no other', async () => {
    const desk = openDesk(undefined, { workbench: folder });
    expect(await desk.control('GET', '/page/index.js')).toMatchObject({ status: 200, text: 'script' });
    for (const path of [
      '/page/other.js',
      '/page/',
      '/index.html',
      '/page/%2e%2e/index.html',
      '/page/index.css',
    ])
      expect((await desk.control('GET', path)).status, path).toBe(404);
    const posted = await desk.control('POST', '/', {});
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });
  it('that is not built says how to build it', async () => {
    for (const workbench of [undefined, join(folder, 'nowhere')]) {
      const received = await openDesk(undefined, { workbench }).control('GET', '/');
      expect(received.status).toBe(503);
      expect(received.text).toContain('npm run sandbox -- --control');
    }
  });
});
