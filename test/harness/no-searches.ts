/** Stores nothing, so that every search for events starts at its first block. */
export const noSearches = {
  store: { get: async () => null, put: async () => undefined },
  onFailure: () => undefined,
}
