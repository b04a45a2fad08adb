#!/usr/bin/env node
import { join } from 'node:path';
import { run } from './run.js';

const beside = (name) => join(import.meta.dirname, name);
run(process.execPath, { desk: beside('desk.js'), check: beside('check.js') });
