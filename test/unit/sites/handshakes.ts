import { oursApart, oursTogether, pageApart, pageTogether } from '../../../lib/sites/handshake.ts'

/** How browsers inject Ferry's two scripts into a window: Chromium together, Firefox apart. */
export const handshakes = {
  together: { ours: oursTogether, page: pageTogether },
  apart: { ours: oursApart, page: pageApart },
} as const
export type Arrival = keyof typeof handshakes
