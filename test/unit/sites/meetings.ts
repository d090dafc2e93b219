import { oursApart, oursTogether, pageApart, pageTogether } from '../../../lib/sites/two-worlds.ts'

/** How browsers put Ferry's two scripts into a window: Chromium together, Firefox apart. */
export const meetings = {
  together: { ours: oursTogether, page: pageTogether },
  apart: { ours: oursApart, page: pageApart },
} as const
export type Arrival = keyof typeof meetings
