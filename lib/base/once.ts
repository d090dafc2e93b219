/** Returns a function that makes the value on its first call. For values that cost time at the start, and may never be used. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
