import { type BrowserContext, errors, type Worker } from 'playwright-core'

/** For whatever comes soon where nothing is wrong, and late where the machine is busy. */
const patienceMs = 60_000
/** A start without a word for so long has a reason. */
const startMs = 3_000

const ownEnding = '/background.js'
const isOurs = (worker: Worker): boolean => worker.url().endsWith(ownEnding)

/**
 * Switches on what is off only because Chromium was killed within seconds of reloading it. What a person installed it
 * switches on by itself at its start; what comes from the command line it does not.
 */
const switchOn = `(async () => {
  const all = await chrome.developerPrivate.getExtensionsInfo({ includeDisabled: true })
  const left = all.filter(({ state, disableReasons }) => state === 'DISABLED' && disableReasons.reloading)
  for (const { id } of left) await chrome.management.setEnabled(id, true)
})()`

/** Ferry's worker in a browser that was just started; throws when it does not come within a minute. */
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

/** Ferry's worker, chosen by its address, or the next one to come; null after `timeoutMs`. */
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

/** Asleep, it comes with its next alarm at the latest. */
async function findWorker(context: BrowserContext): Promise<Worker> {
  const found = await nextWorker(context, patienceMs)
  if (found === null) throw new Error(`Ferry's worker was not there for ${patienceMs} ms`)
  return found
}

/** Leaves a mark in the worker's memory; whoever finds it again has found the same worker. */
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

/** Stops Ferry's background and gives a proof to call once it is awake again. */
export async function killWorker(context: BrowserContext): Promise<{ proveDeath(): Promise<void> }> {
  const mark = await markWorker(context)
  await stopWorker(context, ownEnding)
  return mark
}

/** Resolves when Ferry's worker is said to run. */
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

/** Stops the running worker whose script's address ends so, and no other: a wallet's worker beside ours goes on asking. */
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

/** What comes within this time, or null. */
async function within<T>(coming: Promise<T>, timeoutMs: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}
