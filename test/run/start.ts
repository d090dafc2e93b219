import { parseArgs } from 'node:util'
import { readServiceName } from '../sandbox/chains/service-names.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { startHarness, walletConnections } from './live-harness.ts'
import { openForPerson } from './open-for-person.ts'
import { settleEvery } from './settle-every.ts'
import { settleThree } from './settle-three.ts'

const { values: flags } = parseArgs({
  options: {
    headless: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    'all-routes': { type: 'boolean', default: false },
    browser: { type: 'string', default: 'chromium' },
    wallet: { type: 'string', default: 'page' },
    word: { type: 'string' },
  },
})

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return (process.env.DISPLAY ?? '') !== '' || (process.env.WAYLAND_DISPLAY ?? '') !== ''
}

/** `npm start`, and `npm run dev`, which also watches the sources. Returns the exit code. */
async function start(): Promise<number> {
  const { browser } = flags
  const wallet = walletConnections.find((way) => way === flags.wallet)
  if ((browser !== 'chromium' && browser !== 'firefox') || wallet === undefined) {
    console.error(`--browser is chromium or firefox, --wallet ${walletConnections.join(', ')}.`)
    return 1
  }
  if (process.env.FERRY_DEPLOYMENT !== undefined) {
    console.error(
      'npm start runs on its own sandbox. Build FERRY_DEPLOYMENT with `npm run build`, and load .output.',
    )
    return 1
  }
  const isEvery = flags['all-routes']
  if (isEvery && !flags.once && hasDisplay()) {
    console.error('--all-routes goes with --once.')
    return 1
  }
  if (!ensureBrowser(browser)) return 1
  let { headless, once } = flags
  if (!headless && !hasDisplay()) {
    headless = true
    once = !flags.watch
    console.log(
      `There is no display: going on ${once ? 'as `npm start -- --headless --once`' : 'without a window'}.`,
    )
  }
  const harness = await startHarness({ browser, headless, wallet, word: readServiceName(flags.word) })
  // On Ctrl-C, stop everything before the process ends, so that no chain keeps running.
  let request: (() => void) | null = null
  const requested = new Promise<void>((done) => {
    request = done
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request?.())
  try {
    if (!once) {
      await openForPerson(harness, requested, flags.watch)
      return 0
    }
    const interrupted = requested.then(() => {
      throw new Error('interrupted')
    })
    const count = await Promise.race([isEvery ? settleEvery(harness) : settleThree(harness), interrupted])
    await harness.stop()
    console.log(`${count} swaps settled`)
    return isEvery || count === 3 ? 0 : 1
  } finally {
    await harness.stop()
  }
}

try {
  process.exitCode = await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
