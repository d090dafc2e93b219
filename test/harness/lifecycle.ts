/** One life of the background: everything it does goes through edges at which it may die. */
export interface Life {
  isDead: boolean
  /** Edges passed: one before and one after each call of a port. */
  edgeCount: number
  /** The edge at which it dies; null to live. */
  dieAt: number | null
  /** It dies while the call at that edge is under way: what it asked of the outside happens later, and nobody hears of it. */
  isTorn: boolean
  /** What each edge is: `before service.submit`, `after service.submit`. */
  readonly edges: string[]
}

export function newLife(dieAt: number | null = null): Life {
  return { isDead: false, edgeCount: 0, dieAt, isTorn: false, edges: [] }
}

/** Counts what is under way in real time, so that a test knows when everything has come to rest. */
export interface Pulse {
  beats: number
  inFlight: number
}

/**
 * A port as a mortal life has it: from its death on no call is made, and no answer is heard. `settles` says that the
 * port's calls take real time, which has to be waited out; `later` does what a torn call has set going.
 */
export function mortal<T extends object>(
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
        await edge(life, `before ${call}`)
        pulse.beats += 1
        if (settles) pulse.inFlight += 1
        try {
          return await Reflect.apply(found, target, parameters)
        } finally {
          if (settles) pulse.inFlight -= 1
          pulse.beats += 1
          await edge(life, `after ${call}`)
        }
      }
    },
  })
}

async function edge(life: Life, name: string): Promise<void> {
  if (!life.isDead) {
    life.edges[life.edgeCount] = name
    if (life.edgeCount === life.dieAt) life.isDead = true
    else life.edgeCount += 1
  }
  // A promise of its own each time: one for all would keep every world that ever waited for it.
  if (life.isDead) await new Promise<never>(() => {})
}

/** Resolves once nothing has moved for a few turns of the event loop. */
export async function settled(pulse: Pulse): Promise<void> {
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
