/** Lies that are still believed, with what has to hold before they are not. Whoever mends one takes it out. */
export const open: ReadonlyMap<string, string> = new Map([])
