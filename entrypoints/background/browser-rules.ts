import { Problem } from '../../lib/base/problem.ts'
import { type Clock, hourMs, minuteMs } from '../../lib/base/time.ts'
import { matchPattern } from '../../lib/deployment/deployment.ts'
import type { Alarms } from '../../lib/order/flow-ports.ts'
import type { Order } from '../../lib/order/order.ts'
import { canRestart } from '../../lib/order/order-facts.ts'
import type { VersionView } from '../../lib/rpc/messages.ts'
import type { LocalItem } from '../../lib/storage/local.ts'

interface UpdatePorts {
  readonly current: string
  /** An update that waits. Forgotten when the browser closes, because the browser then installs it. */
  readonly waiting: LocalItem<string | null>
  readonly previous: LocalItem<string | null>
  readonly clock: Clock
  readonly openOrders: () => Promise<readonly Pick<Order, 'state' | 'terms' | 'walletRequest'>[]>
  readonly viewCount: () => number
  /** Whether a wallet request of a swap or of anything else is not over, or a page's proposal waits. */
  readonly isWaitedFor: () => Promise<boolean>
  /** Ends this background; the browser starts the new version. */
  readonly reload: () => void
}

/**
 * Installs an update only while no view is open, no wallet request runs, no proposal waits, and no order is in a step
 * that a restart would interrupt. An idle browser installs it at its next idle moment, or immediately. A waiting update is
 * checked again after each order step, wallet request and closed view, and each change of the proposals.
 */
export function createUpdates(ports: UpdatePorts) {
  const { current, waiting, previous } = ports
  /** Undefined until it was read in this background's life. */
  let known: string | null | undefined

  async function laterVersion(): Promise<string | null> {
    known ??= await waiting.get()
    return known === current ? null : known
  }

  async function installIfIdle(): Promise<void> {
    if ((await laterVersion()) === null || (await ports.isWaitedFor()) || ports.viewCount() > 0) return
    if (canRestart(await ports.openOrders(), ports.clock.nowMs())) ports.reload()
  }

  return {
    /** The browser has a new version: install it now, or later if it would interrupt something. */
    async available(version: string): Promise<void> {
      known = version
      await waiting.set(version)
      await installIfIdle()
    },
    installIfIdle,
    async installed(details: {
      readonly reason: string
      readonly previousVersion?: string | undefined
    }): Promise<void> {
      const { reason, previousVersion = current } = details
      if (reason === 'update' && previousVersion !== current) await previous.set(previousVersion)
    },
    view: async (): Promise<VersionView> => ({
      waiting: await laterVersion(),
      updatedFrom: await previous.get(),
    }),
  }
}

interface HostAccessPorts {
  readonly contains: (requested: { origins: string[] }) => Promise<boolean>
  readonly isFirefox: boolean
  readonly networkPatterns: readonly string[]
  readonly pagePatterns: readonly string[]
}

/** The hosts that the browser lets Ferry reach. The person can revoke any host at any time. */
export type HostAccess = ReturnType<typeof createHostAccess>

/** Checks the permission before each request: it may have been revoked a moment ago. */
export function createHostAccess({ contains, isFirefox, networkPatterns, pagePatterns }: HostAccessPorts) {
  const isGranted = (pattern: string) => contains({ origins: [pattern] })

  async function missing(): Promise<readonly string[]> {
    const patterns = [...new Set([...networkPatterns, ...pagePatterns])]
    const granted = await Promise.all(patterns.map(isGranted))
    return patterns.filter((_pattern, at) => granted[at] !== true)
  }

  return {
    missing,
    /**
     * A fetch that rejects with `hostsNotAllowed` instead of sending a request that the browser would block. A missing host
     * stops only the requests to this host: a signature must still reach the service while a logo's host is missing.
     */
    guard:
      <Init>(send: (url: string, init: Init) => Promise<Response>) =>
      async (url: string, init: Init) => {
        if (await isGranted(matchPattern(url, isFirefox))) return send(url, init)
        // All of them, because one press of the person grants all.
        const hosts = (await missing()).join(' ')
        throw new Problem('hostsNotAllowed', { facts: { hosts }, retryAfterMs: 2_000 })
      },
  }
}

export const tickAlarm = 'tick'

/** The minimum that packed extensions get. Unpacked ones could go lower, so it is enforced here. */
const shortestAlarmMs = 30_000

/** A later time is checked again after this wait. */
const longestAlarmMs = 2 * hourMs

export interface AlarmArea {
  create(name: string, info: { readonly delayInMinutes: number }): void
  clear(name: string): Promise<boolean>
}

/** One alarm for all orders: the backup of the timers, which end with the worker. */
export function createAlarms(area: AlarmArea, nowMs: () => number): Alarms {
  return {
    async wakeAt(ms) {
      if (ms === null) {
        await area.clear(tickAlarm)
        return
      }
      // A delay instead of a time: a clock change must not postpone the alarm by a day.
      const waitMs = Math.min(longestAlarmMs, Math.max(shortestAlarmMs, ms - nowMs()))
      area.create(tickAlarm, { delayInMinutes: waitMs / minuteMs })
    },
  }
}

export const clock: Clock = { nowMs: () => Date.now() }
