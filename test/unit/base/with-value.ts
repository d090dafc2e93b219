/** A copy of the value with one place changed. `undefined` removes the key. */
export function withValue(value: unknown, path: readonly (string | number)[], placed: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return placed
  if (Array.isArray(value)) {
    const copy = [...value]
    copy[Number(step)] = withValue(value[Number(step)], rest, placed)
    return copy
  }
  const copy: Record<string, unknown> = { ...(value as object) }
  const inner = withValue(copy[step], rest, placed)
  if (inner === undefined) delete copy[step]
  else copy[step] = inner
  return copy
}
