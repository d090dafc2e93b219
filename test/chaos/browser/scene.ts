import type { Driver, View } from '../../browser/driver.ts'
import { newerBuild } from '../../browser/newer-build.ts'
import { readOrders, type StoredOrder } from '../../browser/stored-orders.ts'
import type { SandboxChain } from '../../sandbox/chains/ledger.ts'
import type { Control } from '../../sandbox/service/control-client.ts'
import type { SceneWallet } from './wallet.ts'

export interface SceneOptions {
  readonly control: Control
  readonly chains: readonly SandboxChain[]
  /** The folder of the extension. It must not be shared, because newer builds replace its files. */
  readonly folder: string
  readonly wallet: SceneWallet
  /** Starts the browser on its profile, any number of times. */
  readonly start: () => Promise<Driver>
}

export interface Life {
  readonly driver: Driver
  /** The page of Ferry. It is opened if there is none. */
  ferry(): Promise<View>
  /** The stored orders, newest first. */
  orders(): Promise<readonly StoredOrder[]>
}

/**
 * The only owner of the browser.
 *
 * A piece of work gets the current life and must not keep it for the next piece. While one life replaces
 * another, all work waits. If a life cannot start, all work fails with its error. Only the killer ends lives.
 */
export interface Scene extends SceneOptions {
  /** Runs work with the current life, one piece at a time, and never with a life that already ended. */
  runInTurn<T>(work: (life: Life) => Promise<T>): Promise<T>
  /** For the killer: runs work with the current life, in parallel with a turn. */
  runInParallel<T>(work: (life: Life) => Promise<T>): Promise<T>
  /** For the killer: kills the browser during any work, and starts it again on the same profile. */
  relaunch(): Promise<void>
  /** For the killer: replaces the extension by a newer build. Throws if the old build continues. */
  update(): Promise<void>
  /** Reports a kill or a return. A failure around this moment does not count. */
  noteInterruption(): void
  /** Ends the browser for good. All waiting and running work fails. */
  stop(reason: unknown): Promise<void>
  readonly countInterruptions: () => number
  /** The time since the last interruption, in ms. */
  readonly calmMs: () => number
  /** The errors that Ferry's pages and background reported, in this browser and earlier ones. */
  listErrors(): readonly string[]
  close(): Promise<void>
}

const goneMs = 60_000

export async function openScene(options: SceneOptions): Promise<Scene> {
  let driver = await options.start()
  const { extensionOrigin } = driver
  await options.control.origins([extensionOrigin])
  let life = Promise.resolve(lifeOf(driver))
  /** The end of the queue of turns, and the end of the current work. */
  let queue: Promise<unknown> = Promise.resolve()
  let working: Promise<unknown> = Promise.resolve()
  let interruptions = 0
  let calmSinceMs = performance.now()
  let versions = 0
  const past: string[] = []

  function interrupted(): void {
    interruptions += 1
    calmSinceMs = performance.now()
  }

  async function workNow<T>(work: (life: Life) => Promise<T>): Promise<T> {
    for (;;) {
      const awaited = life
      const now = await awaited
      // The life may have ended since its promise resolved.
      if (awaited !== life) continue
      const done = work(now)
      working = done.catch(() => undefined)
      return done
    }
  }

  /** From now on all work waits for the next life. Running work ends with the old one. */
  async function replace(next: () => Promise<Driver>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<Life>()
    // Each caller that needs a life receives the failure.
    promise.catch(() => undefined)
    life = promise
    interrupted()
    try {
      driver = await next()
      interrupted()
      resolve(lifeOf(driver))
    } catch (thrown) {
      reject(thrown)
      throw thrown
    }
  }

  return {
    ...options,
    runInTurn(work) {
      const done = queue.then(() => workNow(work))
      queue = done.catch(() => undefined)
      return done
    },
    runInParallel: async (work) => work(await life),
    relaunch: () =>
      replace(async () => {
        await driver.kill()
        past.push(...driver.loggedErrors())
        await working
        return options.start()
      }),
    update: () =>
      replace(async () => {
        await working
        versions += 1
        const old = driver.pages().filter((page) => isFerry(driver, page))
        await driver.updateFerry(await newerBuild(options.folder, versions))
        // The pages of the old build close with it, in Firefox a moment later.
        const endMs = performance.now() + goneMs
        while (old.some((page) => !page.isClosed())) {
          if (performance.now() > endMs) throw new Error('pages of the old build are still there')
          await new Promise((done) => setTimeout(done, 50))
        }
        return driver
      }),
    noteInterruption: interrupted,
    async stop(reason) {
      life = Promise.reject(reason)
      life.catch(() => undefined)
      await driver.kill()
    },
    countInterruptions: () => interruptions,
    calmMs: () => performance.now() - calmSinceMs,
    listErrors: () =>
      [...past, ...driver.loggedErrors()].filter((complaint) => complaint.startsWith(extensionOrigin)),
    close: () => driver.close(),
  }
}

function lifeOf(driver: Driver): Life {
  const ferry = async () => driver.pages().find((page) => isFerry(driver, page)) ?? driver.openFerry()
  return { driver, ferry, orders: async () => readOrders(await ferry()) }
}

function isFerry(driver: Driver, page: View): boolean {
  return !page.isClosed() && page.url().startsWith(`${driver.extensionOrigin}/popup.html`)
}
