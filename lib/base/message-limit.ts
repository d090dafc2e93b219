/** What goes over a line to a page in one piece, in characters: a wallet's icon of 64 kB as base64, a large transaction. */
export const messageLimitChars = 131_072
