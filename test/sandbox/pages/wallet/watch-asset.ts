import { isAddress } from 'viem'
import type { WalletPrompt } from './describe-request.ts'
import { WalletError } from './wallet-error.ts'

/** The prompt for a token that a site wants listed (EIP-747). Throws -32602 if it is not a token. */
export function describeAsset(requested: unknown): WalletPrompt {
  const { type, options } = Object(requested) as { readonly type?: unknown; readonly options?: unknown }
  const { address, symbol, decimals } = Object(options) as { readonly [name: string]: unknown }
  if (type !== 'ERC20' || typeof address !== 'string' || !isAddress(address, { strict: false })) {
    throw new WalletError(-32602, 'the asset is no token')
  }
  if (typeof symbol !== 'string' || !/^.{1,11}$/.test(symbol) || !Number.isInteger(decimals)) {
    throw new WalletError(-32602, 'the token is not described')
  }
  return {
    title: `List ${symbol}`,
    facts: [
      ['token', address],
      ['decimals', String(decimals)],
    ],
  }
}
