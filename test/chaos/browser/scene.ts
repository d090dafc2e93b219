import type { Driver, View } from '../../browser/driver.ts'
import { newerBuild } from '../../browser/newer-build.ts'
import { readOrders, type StoredOrder } from '../../browser/stored-orders.ts'
import type { SandboxChain } from '../../sandbox/chains/ledger.ts'
import type { Control } from '../../sandbox/service/control-client.ts'
import type { SceneWallet } from './wallet.ts'

export interface SceneOptions {
  readonly control: Control
  readonly chains: readonly SandboxChain[]
  /** The folder of the extension, one's own: newer builds are put into it. */
  readonly folder: string
  readonly wallet: SceneWallet
  /** Starts the browser on its profile, again and again. */
  readonly start: () => Promise<Driver>
}

/** The browser as it is now, with the build that it has now. */
export interface Life {
  readonly driver: Driver
  /** Ferry's page, opened where there is none. */
  ferry(): Promise<View>
  /** What the store holds, newest first. */
  orders(): Promise<readonly StoredOrder[]>
}

/**
 * The one owner of the browser. Nobody keeps a browser from one piece of work to the next: each piece is given the life of
 * now, and while one life takes the other's place everybody waits. A life that cannot be started fails them all with its
 * own reason. One kills, and is the only one to end lives.
 */
export interface Scene extends SceneOptions {
  /** Work with the life of now, one piece at a time; never with a life that is over when the work begins. */
  turn<T>(work: (life: Life) => Promise<T>): Promise<T>
  /** The killer's: with the life of now, beside whoever has the turn. */
  beside<T>(work: (life: Life) => Promise<T>): Promise<T>
  /** The killer's: kills the browser under whatever is being done and starts it again on the same profile. */
  relaunch(): Promise<void>
  /** The killer's: puts a newer build into the extension's place; throws where the old one goes on. */
  update(): Promise<void>
  /** Something was killed or brought back: work that fails around now has done nothing wrong. */
  interrupted(): void
  /** Ends the browser for good: whoever waits for it, or for something in it, fails. */
  abandon(reason: unknown): Promise<void>
  readonly interruptions: () => number
  /** For how long nothing was interrupted, in ms. */
  readonly calmMs: () => number
  /** What Ferry's own pages and background said of browsers that are gone, and of this one. */
  complaints(): readonly string[]
  close(): Promise<void>
}

const goneMs = 60_000

/** Opens the browser for the first time. */
export async function openScene(options: SceneOptions): Promise<Scene> {
  let driver = await options.start()
  const { extensionOrigin } = driver
  await options.control.origins([extensionOrigin])
  let life = Promise.resolve(lifeOf(driver))
  /** The end of the line of those who wait for their turn, and the end of the work that is being done. */
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
      // Its end may have come between its promise and us.
      if (awaited !== life) continue
      const done = work(now)
      working = done.catch(() => undefined)
      return done
    }
  }

  /** From here on everybody waits for the next life; who is at work ends with the old one. */
  async function replace(next: () => Promise<Driver>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<Life>()
    // Heard by whoever asks for a life.
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
    turn(work) {
      const done = queue.then(() => workNow(work))
      queue = done.catch(() => undefined)
      return done
    },
    beside: async (work) => work(await life),
    relaunch: () =>
      replace(async () => {
        await driver.kill()
        past.push(...driver.complaints())
        await working
        return options.start()
      }),
    update: () =>
      replace(async () => {
        await working
        versions += 1
        const old = driver.pages().filter((page) => isFerry(driver, page))
        await driver.updateFerry(await newerBuild(options.folder, versions))
        // What the old build drew goes with it, in Firefox a moment later.
        const endMs = performance.now() + goneMs
        while (old.some((page) => !page.isClosed())) {
          if (performance.now() > endMs) throw new Error('pages of the old build are still there')
          await new Promise((done) => setTimeout(done, 50))
        }
        return driver
      }),
    interrupted,
    async abandon(reason) {
      life = Promise.reject(reason)
      life.catch(() => undefined)
      await driver.kill()
    },
    interruptions: () => interruptions,
    calmMs: () => performance.now() - calmSinceMs,
    complaints: () =>
      [...past, ...driver.complaints()].filter((complaint) => complaint.startsWith(extensionOrigin)),
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
