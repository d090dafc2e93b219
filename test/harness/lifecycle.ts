/** One life of the background. Each call of a port passes edges at which the life may end. */
export interface Life {
  isDead: boolean
  /** Edges passed: one before and one after each call of a port. */
  edgeCount: number
  /** The edge at which it dies; null: it lives. */
  dieAt: number | null
  /** It dies during the call at that edge: the effect on the outside happens later, and no answer arrives. */
  isTorn: boolean
  /** The name of each edge: `before service.submit`, `after service.submit`. */
  readonly edges: string[]
}

export function createLife(dieAt: number | null = null): Life {
  return { isDead: false, edgeCount: 0, dieAt, isTorn: false, edges: [] }
}

/** Counts the work in flight, so that a test can wait until nothing moves. */
export interface Pulse {
  beats: number
  inFlight: number
}

/**
 * A port of a mortal life: after its death no call is made and no answer arrives. With `settles`, a test
 * waits for the port's calls, because they take real time. `later` runs the effect of a torn call.
 */
export function createMortalPort<T extends object>(
  name: string,
  port: T,
  life: Life,
  pulse: Pulse,
  settles: boolean,
  later: (work: () => void) => void = () => undefined,
): T {
  return new Proxy(port, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver)
      if (typeof found !== 'function') return found
      return async (...parameters: unknown[]) => {
        const call = `${name}.${String(key)}`
        if (!life.isDead && life.isTorn && life.edgeCount === life.dieAt) {
          later(() => void Promise.resolve(Reflect.apply(found, target, parameters)).catch(() => undefined))
        }
        await passEdge(life, `before ${call}`)
        pulse.beats += 1
        if (settles) pulse.inFlight += 1
        try {
          return await Reflect.apply(found, target, parameters)
        } finally {
          if (settles) pulse.inFlight -= 1
          pulse.beats += 1
          await passEdge(life, `after ${call}`)
        }
      }
    },
  })
}

async function passEdge(life: Life, name: string): Promise<void> {
  if (!life.isDead) {
    life.edges[life.edgeCount] = name
    if (life.edgeCount === life.dieAt) life.isDead = true
    else life.edgeCount += 1
  }
  // A new promise each time: a shared one would retain every world that ever waited for it.
  if (life.isDead) await new Promise<never>(() => {})
}

/** Resolves when nothing has moved for a few turns of the event loop. */
export async function waitUntilQuiet(pulse: Pulse): Promise<void> {
  let quiet = 0
  let seen = pulse.beats
  for (let turns = 0; quiet < 4; turns += 1) {
    if (turns > 20_000) throw new Error('something goes round and round without any time passing')
    await new Promise((resolve) => setImmediate(resolve))
    const moved = pulse.beats !== seen || pulse.inFlight > 0
    seen = pulse.beats
    quiet = moved ? 0 : quiet + 1
  }
}
