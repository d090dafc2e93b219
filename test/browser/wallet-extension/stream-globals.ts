// Imported first: the stream packages expect these names, as MetaMask's own build provides them.
const world = globalThis as { global?: unknown; process?: unknown }
world.global = globalThis
world.process = {
  env: {},
  browser: true,
  nextTick: (work: (...given: unknown[]) => void, ...given: unknown[]) =>
    queueMicrotask(() => work(...given)),
}
