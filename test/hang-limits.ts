/**
 * Limits that end a test which hangs. No test may come near them: a busy machine takes twenty times as long
 * as an idle one, and the slowest test needs a few seconds on an idle one. Waiting for an event has no limit
 * but these.
 */

/** Ends a test or a hook. */
export const hungTestMs = 300_000

/** Ends one wait inside a test, before its test ends, so that the failure says what the test waited for. */
export const hungWaitMs = 120_000

/** Ends one wait of a journey in a real browser, before the journey ends. */
export const journeyWaitMs = 60_000
