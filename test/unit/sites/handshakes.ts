import {
  isolatedOrdered,
  isolatedUnordered,
  pageOrdered,
  pageUnordered,
} from '../../../lib/sites/handshake.ts'

/** How browsers inject Ferry's two scripts into a window: Chromium together, Firefox apart. */
export const handshakes = {
  together: { ours: isolatedOrdered, page: pageOrdered },
  apart: { ours: isolatedUnordered, page: pageUnordered },
} as const
export type Arrival = keyof typeof handshakes
