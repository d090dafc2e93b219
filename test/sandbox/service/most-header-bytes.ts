/** A call on the receiver of 16 kB stands in hex in a quote's address; by default there is room for half of it. */
export const mostHeaderBytes = 65_536
