import type { TableFault, TableTried } from '../../shared/model/table.ts';

/** Thrown where a file cannot be read; what reads a whole file answers it as a value. */
export class Refused extends Error {
  readonly fault: TableFault;
  readonly row: number | null;
  readonly tried: TableTried | undefined;

  constructor(fault: TableFault, row: number | null = null, tried?: TableTried) {
    super(fault);
    this.fault = fault;
    this.row = row;
    this.tried = tried;
  }
}
