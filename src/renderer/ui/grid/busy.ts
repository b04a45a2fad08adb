import { createContext } from 'react';

/** Whether the rows of the tables below are still being read; a screen reader waits with what it says of them. */
export const GridBusy = createContext(false);
