// Imported first, because the stream packages expect these globals. MetaMask's own build provides them too.
const world = globalThis as { global?: unknown; process?: unknown }
world.global = globalThis
world.process = {
  env: {},
  browser: true,
  nextTick: (work: (...given: unknown[]) => void, ...given: unknown[]) =>
    queueMicrotask(() => work(...given)),
}
