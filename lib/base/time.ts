/** Where the time comes from; passed in everywhere, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970, as the user's machine believes. */
  nowMs(): number
}

/** Resolves after so many milliseconds; passed in like the clock, so that tests need not sleep. */
export type Wait = (ms: number) => Promise<void>

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** How to be called later; passed in everywhere, so that tests own it. Returns how to call it off. */
export interface Timers {
  after(waitMs: number, work: () => void): () => void
}
