import { runService } from './process.ts';

// The service of the demonstration, which the app starts. It keeps its state in a data file.

await runService(null);
