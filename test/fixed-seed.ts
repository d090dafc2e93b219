import fc from 'fast-check'

/**
 * Every run plays the same cases, so that a commit fails by what it changes. `FERRY_SEED=N` plays others. A failure tells its
 * error in one text with its seed.
 */
fc.configureGlobal({ seed: Number(process.env.FERRY_SEED ?? 1), includeErrorInReport: true })
