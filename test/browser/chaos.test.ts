import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { KillKind } from '../chaos/browser/kills.ts'
import { figureLines, runKills } from '../chaos/browser/run-kills.ts'
import { openScene } from '../chaos/browser/scene.ts'
import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import { controlOf } from '../sandbox/service/control-client.ts'
import { journeyHarness } from './journey-harness.ts'
import { startBrowser } from './start-browser.ts'

/** `npm run chaos:browser` kills any number of times, in either browser. */
const plan: readonly KillKind[] = [
  'worker',
  'worker',
  'update',
  'worker',
  'browser',
  'worker',
  'freeze',
  'worker',
  'worker',
  'worker',
]
/**
 * Wallet behaviours that lose no request and take only a moment. One that hides its window would take the
 * time of a second swap. `npm run chaos:browser` draws from all of them, and `npm run wallets` tests each.
 */
const walletBehaviours: readonly WalletBehaviour[] = ['asks-chains', 'busy', 'locks']
const seed = 7
// Ends a hang: an idle machine needs seconds.
const restPatienceMs = 10 * 60_000
const { browser, baseUrl, chains, folder } = journeyHarness()

it(
  `loses, doubles and misreports nothing after ${plan.length} deaths at random moments`,
  async () => {
    const control = controlOf(baseUrl)
    await control.reset()
    const own = await mkdtemp(join(tmpdir(), 'ferry-chaos-'))
    const [build, profile] = [join(own, 'build'), join(own, 'profile')]
    await mkdir(profile)
    await cp(folder, build, { recursive: true })
    const scene = await openScene({
      control,
      chains,
      folder: build,
      wallet: { way: 'page', behaviours: walletBehaviours },
      start: () => startBrowser(browser, { folder: build, headless: true, reducedMotion: true, profile }),
    })
    const reports: string[] = []
    const beganMs = performance.now()
    const say = (what: string) => void reports.push(`${Math.round(performance.now() - beganMs)} ms  ${what}`)
    try {
      const figures = await runKills(scene, { plan, seed, restPatienceMs, say })
      reports.push(...figureLines(figures, seed))
      // As text, so that a failure says which.
      expect(figures.violations.join('\n')).toBe('')
      const quota = await scene.runInTurn(({ driver }) => driver.obeysQuota())
      if (quota !== null) reports.push(`a quota of 1 kB is ${quota ? 'obeyed' : 'not obeyed'}`)
    } finally {
      console.log(reports.join('\n'))
      await scene.close()
      await rm(own, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  20 * 60_000,
)
