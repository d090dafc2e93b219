import { type BrowserContext, errors, type Worker } from 'playwright-core'

/** For events that come soon on an idle machine, and late on a busy one. */
const patienceMs = 60_000
/** A start that takes longer than this has a reason. */
const startMs = 3_000

/** The end of the URL of Ferry's worker. */
export const ownEnding = '/background.js'
const isOurs = (worker: Worker): boolean => worker.url().endsWith(ownEnding)

/**
 * Enables extensions that are disabled only because Chromium was killed within seconds of reloading them.
 * Chromium enables a person's installed extensions at its start, but not those of the command line.
 */
const switchOn = `(async () => {
  const all = await chrome.developerPrivate.getExtensionsInfo({ includeDisabled: true })
  const left = all.filter(({ state, disableReasons }) => state === 'DISABLED' && disableReasons.reloading)
  for (const { id } of left) await chrome.management.setEnabled(id, true)
})()`

/** Ferry's worker in a browser that just started; throws if it does not start within a minute. */
export async function firstWorker(context: BrowserContext): Promise<Worker> {
  const endMs = performance.now() + patienceMs
  for (;;) {
    const found = await nextWorker(context, startMs)
    if (found !== null) return found
    if (performance.now() > endMs) throw new Error(`Ferry's worker did not start in ${patienceMs} ms`)
    const page = await context.newPage()
    await page.goto('chrome://extensions')
    await page.evaluate(switchOn)
    await page.close()
  }
}

/** Ferry's worker, found by its URL, or the next one to start; null after `timeoutMs`. */
async function nextWorker(context: BrowserContext, timeoutMs: number): Promise<Worker | null> {
  const found = context.serviceWorkers().findLast(isOurs)
  if (found !== undefined) return found
  return context
    .waitForEvent('serviceworker', { predicate: isOurs, timeout: timeoutMs })
    .catch((thrown: unknown) => {
      if (thrown instanceof errors.TimeoutError) return null
      throw thrown
    })
}

/** A sleeping worker starts with its next alarm at the latest. */
async function findWorker(context: BrowserContext): Promise<Worker> {
  const found = await nextWorker(context, patienceMs)
  if (found === null) throw new Error(`Ferry's worker was not there for ${patienceMs} ms`)
  return found
}

/** Leaves a mark in the worker's memory. If it is still there later, the worker is the same. */
export async function markWorker(context: BrowserContext): Promise<{ proveDeath(): Promise<void> }> {
  const mark = crypto.randomUUID()
  const before = await findWorker(context)
  await before.evaluate((value) => Object.assign(globalThis, { __testMark: value }), mark)
  return {
    proveDeath: async () => {
      const after = await findWorker(context)
      const found = await after.evaluate(() => Reflect.get(globalThis, '__testMark'))
      if (found === mark) throw new Error('the background was to be dead, and the same one is still alive')
    },
  }
}

/** The proof throws unless the old worker has died; call it after the background has started again. */
export async function killWorker(context: BrowserContext): Promise<{ proveDeath(): Promise<void> }> {
  const mark = await markWorker(context)
  await stopWorker(context, ownEnding)
  return mark
}

export async function workerRuns(context: BrowserContext, timeoutMs: number): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  const { promise: running, resolve } = Promise.withResolvers<true>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const isRunning = versions.some(
      (each) => each.scriptURL.endsWith(ownEnding) && each.runningStatus === 'running',
    )
    if (isRunning) resolve(true)
  })
  await session.send('ServiceWorker.enable')
  if ((await within(running, timeoutMs)) === null)
    throw new Error(`nothing woke the background in ${timeoutMs} ms`)
  await session.detach()
}

/** Found by the end of its script's URL. A wallet's worker next to ours continues. */
export async function stopWorker(context: BrowserContext, ending: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  const { promise: version, resolve: found } = Promise.withResolvers<string>()
  const { promise: stopped, resolve: stop } = Promise.withResolvers<true>()
  let versionId: string | null = null
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const running = versions.find(
      (each) => each.scriptURL.endsWith(ending) && each.runningStatus === 'running',
    )
    if (running !== undefined) found(running.versionId)
    if (versions.some((each) => each.versionId === versionId && each.runningStatus === 'stopped')) stop(true)
  })
  await session.send('ServiceWorker.enable')
  versionId = await within(version, patienceMs)
  if (versionId === null) throw new Error(`no worker at …${ending} ran for ${patienceMs} ms`)
  await session.send('ServiceWorker.stopWorker', { versionId })
  if ((await within(stopped, patienceMs)) === null)
    throw new Error(`the worker at …${ending} was told to stop, and runs`)
  await session.detach()
}

async function within<T>(coming: Promise<T>, timeoutMs: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}
