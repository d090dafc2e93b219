import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserName } from '../browser/driver.ts'
import { buildWallet } from '../browser/wallet-extension/build-wallet.ts'
import { withTestWallets } from '../browser/wallet-extension/test-wallet.ts'
import { buildExtension } from '../run/build-extension.ts'
import { ensureBrowser } from '../run/ensure-browser.ts'
import { freePortBase } from '../sandbox/chains/free-port-base.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { cellName, type Way, ways } from './cell.ts'
import { allCells } from './cells.ts'
import { runCell } from './run-cell.ts'
import { openWalletScene } from './scene.ts'

/** `npm run wallets`: runs each cell and prints its name. Returns how many cells held, and of how many. */
async function runCells(): Promise<{ readonly good: number; readonly all: number }> {
  const { values } = parseArgs({
    options: {
      /** Default: Chromium for the stream, Firefox for the page. */
      browser: { type: 'string' },
      way: { type: 'string', default: 'extension' },
      /** A part of the cells' names, such as `dies send`. */
      only: { type: 'string', default: '' },
    },
  })
  const way = ways.find((one) => one === values.way)
  if (way === undefined) throw new Error(`--way is ${ways.join(' or ')}`)
  const browser = values.browser ?? (way === 'extension' ? 'chromium' : 'firefox')
  if (browser !== 'chromium' && browser !== 'firefox') throw new Error('--browser is chromium or firefox')
  const lived = await runConnectorCells(way, browser, values.only)
  return { good: lived.filter(Boolean).length, all: lived.length }
}

async function runConnectorCells(way: Way, browser: BrowserName, only: string): Promise<readonly boolean[]> {
  const cells = allCells.filter((cell) => cell.way === way && cellName(cell).includes(only))
  if (cells.length === 0 || !ensureBrowser(browser)) return cells.map(() => false)
  const base = await freePortBase()
  const sandbox = await startSandbox({ base })
  const builds = resolve('test-results', `build-wallets-${base}`)
  try {
    const { baseUrl, pagesUrl, ledger, deployment } = sandbox
    const folder = await buildExtension(builds, withTestWallets(deployment, base + 5), browser)
    const walletFolder = await buildWallet(join(builds, 'wallet'), ledger.chains, browser)
    const harness = { browser, baseUrl, pagesUrl, chains: ledger.chains, folder, walletFolder, profile: null }
    const lived: boolean[] = []
    let scene = await openWalletScene(way, harness)
    for (const cell of cells) {
      const beganMs = performance.now()
      const thrown = await runCell(scene, cell).then(
        () => null,
        (failed: unknown) => (failed instanceof Error ? failed.message : String(failed)),
      )
      const seconds = ((performance.now() - beganMs) / 1000).toFixed(1)
      console.log(`${browser} ${cellName(cell)}, ${seconds} s: ${thrown ?? cell.title}`)
      lived.push(thrown === null)
      // A failed cell must leave nothing open for the next one.
      if (thrown !== null) {
        const name = cellName(cell).replaceAll(' ', '-')
        await scene.ferry
          .screenshot(join('test-results', 'failures', `wallets-${name}.png`))
          .catch(() => undefined)
        await scene.close()
        scene = await openWalletScene(way, harness)
      }
    }
    await scene.close()
    return lived
  } finally {
    await sandbox.stop()
    await rm(builds, { recursive: true, force: true })
  }
}

const { good, all } = await runCells()
console.log(`wallets: ${good} of ${all} cells`)
process.exitCode = good === all && all > 0 ? 0 : 1
