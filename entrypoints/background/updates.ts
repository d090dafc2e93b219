import type { Order } from '../../lib/order/order.ts'
import { mayRestart } from '../../lib/order/order-state.ts'
import type { VersionView } from '../../lib/rpc/app-messages.ts'
import type { LocalItem } from '../../lib/storage/local.ts'

interface UpdatePorts {
  /** This version. */
  readonly current: string
  /** A version that waits; forgotten with the browser's session, at whose end it comes by itself. */
  readonly waiting: LocalItem<string | null>
  /** The version before the last update. */
  readonly before: LocalItem<string | null>
  readonly openOrders: () => Promise<readonly Pick<Order, 'state'>[]>
  readonly viewCount: () => number
  /** Ends this background; the browser starts the later one. */
  readonly reload: () => void
}

export interface Updates {
  /** The browser has a later version: it comes now, or once it cuts nothing off. */
  available(version: string): Promise<void>
  /** Looks whether a version that waits may come now. */
  look(): Promise<void>
  /** The browser has just put this version in the place of another. */
  installed(details: {
    readonly reason: string
    readonly previousVersion?: string | undefined
  }): Promise<void>
  view(): Promise<VersionView>
}

/**
 * Lets an update in where nobody is asked anything: a browser that is left alone starts a later version at its next rest, or
 * at once. What waits is looked at again with every order that moves on and every view that closes.
 */
export function createUpdates(ports: UpdatePorts): Updates {
  const { current, waiting, before } = ports
  /** Undefined until it has been read in this life. */
  let known: string | null | undefined

  async function laterVersion(): Promise<string | null> {
    known ??= await waiting.get()
    return known === current ? null : known
  }

  async function look(): Promise<void> {
    if ((await laterVersion()) === null || ports.viewCount() > 0) return
    if (mayRestart(await ports.openOrders())) ports.reload()
  }

  return {
    async available(version) {
      known = version
      await waiting.set(version)
      await look()
    },
    look,
    async installed({ reason, previousVersion }) {
      if (reason === 'update' && previousVersion !== undefined && previousVersion !== current)
        await before.set(previousVersion)
    },
    view: async () => ({ waiting: await laterVersion(), updatedFrom: await before.get() }),
  }
}
