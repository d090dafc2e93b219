/** Returns a function that makes the value on its first call. For values that cost time at the start, and may never be used. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Returns a function that runs the work on its first call, and shares the result. A run that fails is repeated by the
 * next call.
 */
export function onceResolved<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work().catch((thrown: unknown) => {
      running = null
      throw thrown
    })
    return running
  }
}
