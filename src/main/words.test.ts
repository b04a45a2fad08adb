import { expect, test } from 'vitest';
import { auditLanguages } from '../shared/model/audit.ts';
import { MigrationFailed } from './database.ts';
import { storeFault } from './words.ts';

test.each(auditLanguages)(
  'in %s: what cannot be opened names the folder, what could not be migrated its copy',
  (language) => {
    const folder = storeFault(language, '/data', new Error('EACCES'));
    const copy = storeFault(language, '/data', new MigrationFailed('/data/a.db.backup-v1-5', null));
    expect(folder.split('\n').at(-1)).toBe('/data');
    expect(copy.split('\n').at(-1)).toBe('/data/a.db.backup-v1-5');
    expect(copy.split('\n')[0]).not.toBe(folder.split('\n')[0]);
  },
);
