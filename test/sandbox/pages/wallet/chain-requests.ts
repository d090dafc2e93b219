import { numberToHex } from 'viem'
import { WalletError } from './wallet-error.ts'
import type { WalletMemory } from './wallet-memory.ts'

export function readRequestedChainId(params: readonly unknown[]): number {
  const text = (params[0] as { chainId?: unknown } | undefined)?.chainId
  if (typeof text !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(text)) {
    throw new WalletError(-32602, 'chainId is no hex quantity')
  }
  return Number(text)
}

/** The EIP-2255 permissions of a connected site, with MetaMask's own caveat for the chains it may use. */
export function chainPermissions(memory: WalletMemory, chainId: number): readonly unknown[] {
  if (!memory.connected) return []
  const chainIds = [...new Set([chainId, ...memory.usableChains])].map((id) => numberToHex(id))
  return [
    { parentCapability: 'eth_accounts' },
    {
      parentCapability: 'endowment:permitted-chains',
      caveats: [{ type: 'restrictNetworkSwitching', value: chainIds }],
    },
  ]
}
