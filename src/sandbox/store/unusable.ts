/** What is wrong with a data file. `unreachable` is a problem of its place, not of the file. */
export type FileFault = 'in-use' | 'damaged' | 'foreign' | 'other-version' | 'unreachable';

/** A data file or a snapshot that cannot be used. The message is for the person who named it. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A database that cannot be used. The message is for the person who named it. */
export class UnusableDatabase extends Error {}
