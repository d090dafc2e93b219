import { prepareWallet } from '../../lib/wallet/prepare-wallet.ts'
import type { SandboxChain } from './chains/ledger.ts'
import type { LiveWallet } from './live-engine.ts'
import { SandboxWallet } from './pages/wallet/sandbox-wallet.ts'
import { WalletMemory } from './pages/wallet/wallet-memory.ts'
import { MapStorage } from './program/map-storage.ts'

/** `mode` is the wallet page's query (`auto=1`). `methods` grows with each request. */
export async function liveWallet(
  chains: readonly SandboxChain[],
  mode: string,
): Promise<{ readonly wallet: LiveWallet; readonly methods: readonly string[] }> {
  const memory = new WalletMemory(new MapStorage(), new MapStorage())
  memory.preset(new URLSearchParams(mode))
  const methods: string[] = []
  const sandboxWallet = new SandboxWallet({
    memory,
    chains: chains.map(({ chainId, name, rpcUrl, currency }) => ({
      ...{ chainId, name, rpcUrl, symbol: currency.symbol },
    })),
    tokens: [],
    prompt: async () => true,
    changed: () => undefined,
    note: (line) => methods.push(line),
  })
  const request = (method: string, params: readonly unknown[]) => sandboxWallet.request({ method, params })
  await sandboxWallet.request({ method: 'eth_requestAccounts' })
  const wallet: LiveWallet = {
    // If the wallet refuses to read, it reports nothing.
    read: ({ method, params }) => request(method, params).catch(() => null),
    async request(requested) {
      const reason = await prepareWallet(requested, {
        request: request,
        wait: (ms) => new Promise((done) => setTimeout(done, ms)),
        // It answers each switch.
        onChainChanged: () => () => undefined,
      })
      if (reason !== null) throw new Error(reason)
      return request(requested.method, requested.params)
    },
  }
  return { wallet, methods }
}
