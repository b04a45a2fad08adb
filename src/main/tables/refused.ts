import type { TableFault } from '../../shared/model/table.ts';

/** Thrown where a file cannot be read; what reads a whole file answers it as a value. */
export class Refused extends Error {
  readonly fault: TableFault;
  readonly row: number | null;

  constructor(fault: TableFault, row: number | null = null) {
    super(fault);
    this.fault = fault;
    this.row = row;
  }
}
