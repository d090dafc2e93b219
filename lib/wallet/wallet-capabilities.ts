import { type Hex, isHash, lowerHex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { fieldsOf } from '../base/object.ts'
import type { AccountCall } from '../chain/effects.ts'
import type { ChainPrompt, WalletMethod } from './port.ts'

export function chainPromptOf(method: WalletMethod | null | undefined): ChainPrompt | null {
  if (method === 'wallet_addEthereumChain') return 'addChain'
  return method === 'wallet_switchEthereumChain' ? 'useChain' : null
}

/** The name of the program with a known endpoint. */
export function programName(endpoint: string): string | null {
  return endpoint === 'ws://127.0.0.1:1248' ? 'Frame' : null
}

/** A wallet's report about a bundle of calls. `hash`: the last transaction that carried them. */
export interface CallsOutcome {
  readonly kind: 'waiting' | 'done' | 'failed' | 'unknown'
  readonly hash: Hex | null
}

/** The limit of EIP-5792. */
const idLimit = 4_096

/**
 * Whether a wallet executes several calls of an account on a chain as one, or none of them: `atomic.status` is `supported`.
 * `ready` is not enough: the wallet would first have to change the kind of the account, and a swap is no reason for that.
 */
export function offersAtomicCalls(capabilities: unknown, chainId: number): boolean {
  return Object.entries(fieldsOf(capabilities)).some(([key, of]) => {
    if (!/^0x[0-9a-fA-F]{1,16}$/.test(key) || Number(key) !== chainId) return false
    return fieldsOf(fieldsOf(of).atomic).status === 'supported'
  })
}

/** Returns the parameter of `wallet_sendCalls`. The wallet accepts an id one time and refuses it afterwards. */
export function sendCallsParameter(
  id: string,
  from: Hex,
  chainId: number,
  calls: readonly AccountCall[],
): JsonObject {
  return {
    version: '2.0.0',
    id,
    from,
    chainId: `0x${chainId.toString(16)}`,
    atomicRequired: true,
    calls: calls.map(({ to, data, value }): Json => ({ to, data, value: `0x${value.toString(16)}` })),
  }
}

export function callsIdOf(result: unknown): string | null {
  const id = typeof result === 'string' ? result : fieldsOf(result).id
  return typeof id === 'string' && id !== '' && id.length <= idLimit ? id : null
}

/** Reads the answer of `wallet_getCallsStatus`; a malformed one, or one of another chain, is `unknown`. */
export function callsOutcome(status: unknown, chainId: number): CallsOutcome {
  const { chainId: on, receipts, status: code } = fieldsOf(status)
  if (on !== undefined && Number(on) !== chainId) return { kind: 'unknown', hash: null }
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = fieldsOf(last).transactionHash
  return { kind: kindOf(code), hash: isHash(hash) ? lowerHex(hash) : null }
}

function kindOf(code: unknown): CallsOutcome['kind'] {
  if (code === 'PENDING') return 'waiting'
  if (code === 'CONFIRMED') return 'done'
  if (typeof code !== 'number') return 'unknown'
  if (code >= 100 && code < 200) return 'waiting'
  if (code >= 200 && code < 300) return 'done'
  // 6xx means that only some of the calls executed, which atomic calls exclude.
  return code >= 400 && code < 600 ? 'failed' : 'unknown'
}
