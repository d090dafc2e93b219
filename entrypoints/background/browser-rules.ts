import { Problem } from '../../lib/base/problem.ts'
import { type Clock, hourMs, minuteMs } from '../../lib/base/time.ts'
import type { Alarms } from '../../lib/order/flow-ports.ts'
import type { Order } from '../../lib/order/order.ts'
import { mayRestart } from '../../lib/order/order-state.ts'
import type { VersionView } from '../../lib/rpc/messages.ts'
import type { LocalItem } from '../../lib/storage/local.ts'
import type { PagePorts } from '../../lib/wallet/connectors/page-tab.ts'

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

interface HostAccessPorts {
  /** `permissions.contains`. */
  readonly contains: (asked: { origins: string[] }) => Promise<boolean>
  /** Match patterns of everything the background talks to. */
  readonly networkPatterns: readonly string[]
  /** Match patterns of pages whose content scripts are needed as well. */
  readonly pagePatterns: readonly string[]
}

/** What the browser lets Ferry reach; a user can take any host back at any time. */
export interface HostAccess {
  /** Patterns that were taken back; empty when all is well. */
  missing(): Promise<readonly string[]>
  /** A fetch that rejects with `hostsNotAllowed` instead of trying what the browser would stop. */
  guard<Init>(
    send: (url: string, init: Init) => Promise<Response>,
  ): (url: string, init: Init) => Promise<Response>
}

/** Asks the browser before each step on the network: what was granted a moment ago may be gone. */
export function createHostAccess({ contains, networkPatterns, pagePatterns }: HostAccessPorts): HostAccess {
  async function missingOf(patterns: readonly string[]): Promise<readonly string[]> {
    const asked = patterns.map(async (pattern) => ({ pattern, has: await contains({ origins: [pattern] }) }))
    return (await Promise.all(asked)).filter(({ has }) => !has).map(({ pattern }) => pattern)
  }

  return {
    missing: () => missingOf([...new Set([...networkPatterns, ...pagePatterns])]),
    guard: (send) => async (url, init) => {
      if (!(await contains({ origins: [...networkPatterns] }))) {
        const hosts = (await missingOf(networkPatterns)).join(' ')
        throw new Problem('hostsNotAllowed', { facts: { hosts }, retryAfterMs: 2_000 })
      }
      return send(url, init)
    },
  }
}

export const tickAlarm = 'tick'

/** The shortest wait that packed builds allow; unpacked ones would go below it, so it is held here. */
const shortestAlarmMs = 30_000

/** Whatever is further away is looked at again by then. */
const longestAlarmMs = 2 * hourMs

/** The part of `browser.alarms` that is used. */
export interface AlarmArea {
  create(name: string, info: { readonly delayInMinutes: number }): void
  clear(name: string): Promise<boolean>
}

/** Sets one alarm for all orders: the net below the timers, which die with the worker. */
export function createAlarms(area: AlarmArea, nowMs: () => number): Alarms {
  return {
    async wakeAt(ms) {
      if (ms === null) {
        await area.clear(tickAlarm)
        return
      }
      // A wait and no moment: a clock that is set meanwhile must not put the alarm a day away.
      const waitMs = Math.min(longestAlarmMs, Math.max(shortestAlarmMs, ms - nowMs()))
      area.create(tickAlarm, { delayInMinutes: waitMs / minuteMs })
    },
  }
}

/** The machine's own clock. */
export const clock: Clock = { nowMs: () => Date.now() }

type Runtime = PagePorts['runtime']
type MessageListener = Parameters<Runtime['onMessage']['addListener']>[0]
type ConnectListener = Parameters<Runtime['onConnect']['addListener']>[0]

/**
 * Returns the runtime for a listener that can only be made once the deployment file has been read. What comes before is
 * held, since a worker that is woken by an event has to have its listener registered before its first await (R7).
 */
export function heldRuntime(runtime: Runtime, channel: string): Runtime {
  let tell: (listener: MessageListener) => void = () => undefined
  let connect: (listener: ConnectListener) => void = () => undefined
  const listening = new Promise<MessageListener>((resolve) => {
    tell = resolve
  })
  const connected = new Promise<ConnectListener>((resolve) => {
    connect = resolve
  })

  runtime.onMessage.addListener((message, sender) =>
    isOfChannel(message, channel) ? listening.then((listener) => listener(message, sender)) : undefined,
  )
  runtime.onConnect.addListener((port) => {
    if (port.name === channel) void connected.then((listener) => listener(port))
  })
  return { id: runtime.id, onMessage: { addListener: tell }, onConnect: { addListener: connect } }
}

/** Tells whether a message is for those who listen to this channel. */
export function isOfChannel(message: unknown, channel: string): boolean {
  return (
    typeof message === 'object' && message !== null && 'channel' in message && message.channel === channel
  )
}
