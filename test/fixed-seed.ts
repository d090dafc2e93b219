import fc from 'fast-check'

/**
 * Every run plays the same cases, so that a failure comes from the commit. `FERRY_SEED=N` plays others. The
 * text of a failure includes its seed.
 */
fc.configureGlobal({ seed: Number(process.env.FERRY_SEED ?? 1), includeErrorInReport: true })
