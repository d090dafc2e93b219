/** A swap that was stored by another Ferry than this one understands; kept, and never touched. */
export interface UnreadableView {
  readonly id: string
  /** Unix ms; 0 where the row does not say. */
  readonly createdMs: number
}

/** The messages about the store itself: part of `ViewMessages`. */
export interface StoreMessages {
  /** Everything that can still be read, as JSON text without a signature. */
  rescue: { input: null; output: { readonly text: string } }
  /** Newest first. */
  unreadable: { input: null; output: readonly UnreadableView[] }
}
