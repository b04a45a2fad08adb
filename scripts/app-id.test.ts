import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('is the same in the packages and in the app, as Windows needs for its notices', () => {
  const [, ofPackages] = /appId: '([^']+)'/.exec(textOf('electron-builder.config.ts')) ?? [];
  const [, ofApp] = /setAppUserModelId\('([^']+)'\)/.exec(textOf('src/main/index.ts')) ?? [];
  expect(ofPackages).toMatch(/^[\w.]+$/);
  expect(ofApp).toBe(ofPackages);
});
