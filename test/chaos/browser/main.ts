import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '../../browser/start-browser.ts'
import { buildWallet } from '../../browser/wallet-extension/build-wallet.ts'
import { withTestWallets } from '../../browser/wallet-extension/test-wallet.ts'
import { buildExtension } from '../../run/build-extension.ts'
import { ensureBrowser } from '../../run/ensure-browser.ts'
import { freePortBase } from '../../sandbox/chains/free-port-base.ts'
import { walletBehaviours } from '../../sandbox/pages/wallet/wallet-behaviours.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { ways } from '../../wallets/cell.ts'
import { planKills } from './kills.ts'
import { randomOf } from './random.ts'
import { figureLines, runKills } from './run-kills.ts'
import { openScene } from './scene.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    /** Default: from extension to extension in Chromium, through the page in Firefox. */
    way: { type: 'string' },
  },
})

const kills = Number(values.kills)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)

/** `npm run chaos:browser`: returns whether nothing was lost, doubled or false. */
async function chaos(): Promise<boolean> {
  const { browser } = values
  if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed))
    throw new Error('use --kills N --seed S, both whole numbers')
  if (browser !== 'chromium' && browser !== 'firefox') throw new Error('--browser is chromium or firefox')
  const way = ways.find((one) => one === (values.way ?? (browser === 'chromium' ? 'extension' : 'page')))
  if (way === undefined) throw new Error(`--way is ${ways.join(' or ')}`)
  if (!ensureBrowser(browser)) return false
  const base = await freePortBase()
  const sandbox = await startSandbox({ base })
  const builds = resolve('test-results', `build-chaos-${base}`)
  const profile = await mkdtemp(join(tmpdir(), 'ferry-profile-'))
  const beganMs = performance.now()
  try {
    const folder = await buildExtension(builds, withTestWallets(sandbox.deployment, base + 5), browser)
    const walletFolder = await buildWallet(join(builds, 'wallet'), sandbox.ledger.chains, browser)
    const scene = await openScene({
      control: sandbox.control,
      chains: sandbox.ledger.chains,
      folder,
      wallet: { way, behaviours: walletBehaviours },
      start: () =>
        startBrowser(browser, {
          folder,
          others: [walletFolder],
          headless: true,
          reducedMotion: true,
          profile,
        }),
    })
    try {
      const say = (what: string) =>
        console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${what}`)
      const plan = planKills(kills, randomOf(seed))
      const figures = await runKills(scene, { plan, seed, restPatienceMs: 15 * 60_000, say })
      const quota = await scene.runInParallel(({ driver }) => driver.obeysQuota())
      if (quota !== null)
        say(`a quota of 1 kB is ${quota ? 'obeyed' : 'not obeyed: only a full disk refuses'}`)
      for (const line of figureLines(figures, seed)) console.log(line)
      return figures.violations.length === 0
    } finally {
      await scene.close()
    }
  } finally {
    await sandbox.stop()
    await rm(builds, { recursive: true, force: true })
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

try {
  process.exitCode = (await chaos()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  console.log(`broken off, ${kills} kills, seed ${seed}`)
  process.exitCode = 1
}
