import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxChain } from '../../sandbox/chains/ledger.ts'
import type { BrowserName } from '../driver.ts'
import { bundleScripts } from './bundle-scripts.ts'
import { testWalletGeckoId, testWalletKey } from './test-wallet.ts'

const sources = fileURLToPath(new URL('.', import.meta.url))

const name = 'Sandbox Wallet'
const version = '1.0.0'
const hosts = ['http://127.0.0.1/*']

const manifests = {
  chromium: {
    manifest_version: 3,
    name,
    version,
    key: testWalletKey,
    // Like MetaMask: every extension may connect.
    externally_connectable: { ids: ['*'] },
    background: { service_worker: 'worker.js', type: 'module' },
    permissions: ['storage'],
    host_permissions: hosts,
  },
  // Like MetaMask's Firefox build: manifest version 2 with a persistent background. Firefox has no
  // `externally_connectable`. A listener for other extensions is open to all of them.
  firefox: {
    manifest_version: 2,
    name,
    version,
    browser_specific_settings: { gecko: { id: testWalletGeckoId } },
    background: { scripts: ['worker.js'], type: 'module', persistent: true },
    permissions: ['storage', ...hosts],
  },
} as const

export async function buildWallet(
  folder: string,
  chains: readonly SandboxChain[],
  browser: BrowserName,
): Promise<string> {
  const out = resolve(folder)
  await mkdir(out, { recursive: true })
  await bundleScripts(sources, ['worker', 'page'], out)
  const known = chains.map(({ chainId, name, rpcUrl, currency }) => ({
    chainId,
    name,
    rpcUrl,
    symbol: currency.symbol,
  }))
  const tokens = chains.flatMap((chain) => chain.tokens)
  await writeFile(join(out, 'chains.json'), JSON.stringify({ chains: known, tokens }))
  await writeFile(join(out, 'manifest.json'), JSON.stringify(manifests[browser]))
  await copyFile(join(sources, 'wallet.html'), join(out, 'wallet.html'))
  return out
}
