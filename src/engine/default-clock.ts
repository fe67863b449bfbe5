/** The clock of the machine, for who gives no other. Nothing else of the core reads one. */
export const defaultClock = (): number => Date.now();
