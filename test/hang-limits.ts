/**
 * Limits that end a test which hangs. No test may come near them: a busy machine takes twenty times as long as an idle one,
 * and the costliest test needs a few seconds of an idle one. Waiting for an event has no other limit than these.
 */

/** Ends a test or a hook. */
export const hungTestMs = 300_000

/** Ends one wait inside a test, before its test ends: the failure then says what the test waited for. */
export const hungWaitMs = 120_000

/** Ends one wait of a journey in a real browser, before the journey ends. */
export const journeyWaitMs = 60_000
