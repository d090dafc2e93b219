import { Problem } from '../../lib/base/problem.ts'
import { type Clock, hourMs, minuteMs } from '../../lib/base/time.ts'
import type { Alarms } from '../../lib/order/flow-ports.ts'
import type { Order } from '../../lib/order/order.ts'
import { canRestart } from '../../lib/order/order-state.ts'
import type { VersionView } from '../../lib/rpc/messages.ts'
import type { LocalItem } from '../../lib/storage/local.ts'

interface UpdatePorts {
  readonly current: string
  /** An update that waits. Forgotten when the browser closes, because the browser then installs it. */
  readonly waiting: LocalItem<string | null>
  readonly previous: LocalItem<string | null>
  readonly clock: Clock
  readonly openOrders: () => Promise<readonly Pick<Order, 'state' | 'terms'>[]>
  readonly viewCount: () => number
  /** Ends this background; the browser starts the new version. */
  readonly reload: () => void
}

/**
 * Installs an update only while no view is open and no order is in a step that a restart would interrupt. An
 * idle browser installs it at its next idle moment, or immediately. A waiting update is checked again after
 * each order step and each closed view.
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
    if ((await laterVersion()) === null || ports.viewCount() > 0) return
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
    async installed({
      reason,
      previousVersion,
    }: {
      readonly reason: string
      readonly previousVersion?: string | undefined
    }): Promise<void> {
      if (reason === 'update' && previousVersion !== undefined && previousVersion !== current)
        await previous.set(previousVersion)
    },
    view: async (): Promise<VersionView> => ({
      waiting: await laterVersion(),
      updatedFrom: await previous.get(),
    }),
  }
}

interface HostAccessPorts {
  readonly contains: (requested: { origins: string[] }) => Promise<boolean>
  readonly networkPatterns: readonly string[]
  readonly pagePatterns: readonly string[]
}

/** The hosts that the browser lets Ferry reach. The person can revoke any host at any time. */
export type HostAccess = ReturnType<typeof createHostAccess>

/** Checks the permission before each request: it may have been revoked a moment ago. */
export function createHostAccess({ contains, networkPatterns, pagePatterns }: HostAccessPorts) {
  async function missingOf(patterns: readonly string[]): Promise<readonly string[]> {
    const requested = patterns.map(async (pattern) => ({
      pattern,
      has: await contains({ origins: [pattern] }),
    }))
    return (await Promise.all(requested)).filter(({ has }) => !has).map(({ pattern }) => pattern)
  }

  return {
    missing: () => missingOf([...new Set([...networkPatterns, ...pagePatterns])]),
    /** A fetch that rejects with `hostsNotAllowed` instead of sending a request that the browser would block. */
    guard:
      <Init>(send: (url: string, init: Init) => Promise<Response>) =>
      async (url: string, init: Init) => {
        if (!(await contains({ origins: [...networkPatterns] }))) {
          const hosts = (await missingOf(networkPatterns)).join(' ')
          throw new Problem('hostsNotAllowed', { facts: { hosts }, retryAfterMs: 2_000 })
        }
        return send(url, init)
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
