/** Which Ferry this is. */
export interface VersionView {
  /** A later version that waits until nothing would be cut off; null while there is none. */
  readonly waiting: string | null
  /** The version before the last update; null where there was none. */
  readonly updatedFrom: string | null
}

/** What views ask about Ferry itself. */
export interface VersionMessages {
  version: { input: null; output: VersionView }
}
