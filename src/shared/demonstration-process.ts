/**
 * The status with which the demonstration's process ends where its data file is damaged, another program's or another
 * version's: such a file can be set aside. One that another process has open is no such file.
 */
export const unusableDataStatus = 3;
