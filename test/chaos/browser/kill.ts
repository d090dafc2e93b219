import type { KillKind } from './kills.ts'
import type { Random } from './random.ts'
import type { Life, Scene } from './scene.ts'

/** The states in which the background has work without the person. */
const followedStates = ['submitted', 'pending', 'sent']
const wakePatienceMs = 60_000
const followedPatienceMs = 5 * 60_000
const lookEveryMs = 200

/** Until it was back, woken only by its alarm or the start of its browser; null if a page woke it. */
export type WakeMs = number | null

/** Kills once, and throws if nothing died. `isOver` says that no swap will come any more. */
export async function kill(
  scene: Scene,
  kind: KillKind,
  random: Random,
  isOver: () => boolean,
): Promise<WakeMs> {
  switch (kind) {
    case 'worker':
      await killWorker(scene)
      return null
    case 'browser':
      return killBrowser(scene)
    case 'update':
      await scene.update()
      return null
    case 'freeze':
      await freeze(scene, random.between(500, 4_000))
      return null
    case 'alone':
      return killAlone(scene, isOver)
  }
}

/** Kills the worker at any moment of a swap. The open page wakes it again. */
async function killWorker(scene: Scene): Promise<void> {
  scene.noteInterruption()
  const { proveDeath } = await scene.runInParallel(({ driver }) => driver.killBackground())
  scene.noteInterruption()
  await scene.runInTurn(async ({ driver, ferry }) => {
    await ferry()
    await driver.waitForBackground(wakePatienceMs)
    await proveDeath()
  })
}

/** The background starts with its browser, whatever page is opened (PR2). */
async function killBrowser(scene: Scene): Promise<WakeMs> {
  const diedMs = performance.now()
  await scene.relaunch()
  await scene.runInParallel(({ driver }) => driver.waitForBackground(wakePatienceMs))
  return performance.now() - diedMs
}

async function freeze(scene: Scene, ms: number): Promise<void> {
  const thaw = await scene.runInParallel(({ driver }) => driver.freeze())
  scene.noteInterruption()
  await new Promise((done) => setTimeout(done, ms))
  thaw()
  scene.noteInterruption()
}

/** Kills the worker while a swap is followed and no view is open. Only the alarm wakes it. */
async function killAlone(scene: Scene, isOver: () => boolean): Promise<WakeMs> {
  const endMs = performance.now() + followedPatienceMs
  while (!isOver()) {
    const woken = await scene.runInTurn(killWhileFollowing)
    if (woken !== null) return woken
    if (performance.now() > endMs) throw new Error('no swap was followed for so long')
    await new Promise((done) => setTimeout(done, lookEveryMs))
  }
  return null
}

async function killWhileFollowing({ driver, orders }: Life): Promise<WakeMs> {
  const isFollowing = (await orders()).some(({ state }) => followedStates.includes(state))
  if (!isFollowing) return null
  // A browser without any page may end.
  await driver.openPage('about:blank')
  for (const page of driver.pages()) {
    if (!page.isClosed() && page.url().startsWith(driver.extensionOrigin)) await page.close()
  }
  const { proveDeath } = await driver.killBackground()
  const diedMs = performance.now()
  await driver.waitForBackground(wakePatienceMs)
  await proveDeath()
  return performance.now() - diedMs
}
