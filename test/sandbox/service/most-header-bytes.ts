/** A call of 16 kB on the receiver is in hex in a quote's URL. The default limit has room for half of it. */
export const mostHeaderBytes = 65_536
