import { isAddress } from '../base/hex.ts'
import { type Rejection, readRejection } from '../base/page-provider.ts'
import type { Wait } from '../base/time.ts'
import {
  isUnknownChain,
  type WalletEvent,
  type WalletFailure,
  type WalletMethod,
  type WalletRef,
  type WalletRequest,
} from './port.ts'

type RequestWallet = (method: WalletMethod, params: readonly unknown[]) => Promise<unknown>

export interface WalletSteps {
  readonly request: RequestWallet
  readonly wait: Wait
  readonly onChainChanged: (changed: () => void) => () => void
}

/** How long a wallet may still report its old chain after a switch. */
const chainSettlesMs = 3_000
const readChainEveryMs = 300

/** Returns null when account and chain are right, else the reason; rejects with the wallet's rejection. */
export async function prepareWallet(
  { account, chain }: Pick<WalletRequest, 'account' | 'chain'>,
  { request, wait, onChainChanged }: WalletSteps,
): Promise<'wrongAccount' | 'wrongChain' | null> {
  async function hasAccount(wanted: string): Promise<boolean> {
    let accounts = await request('eth_accounts', [])
    // No account at all means that Ferry is not authorised yet.
    if (Array.isArray(accounts) && accounts.length === 0) accounts = await request('eth_requestAccounts', [])
    return (
      Array.isArray(accounts) && accounts.some((each) => `${each}`.toLowerCase() === wanted.toLowerCase())
    )
  }

  async function isOnChain(chainId: number): Promise<boolean> {
    const said = await request('eth_chainId', [])
    // Wallets answer in hex, in digits or as a number; `true` and `[1]` would convert to a number too.
    return (typeof said === 'string' || typeof said === 'number') && Number(said) === chainId
  }

  async function waitUntilOnChain(chainId: number): Promise<boolean> {
    for (let waitedMs = 0; waitedMs <= chainSettlesMs; waitedMs += readChainEveryMs) {
      if (await isOnChain(chainId)) return true
      await wait(readChainEveryMs)
    }
    return false
  }

  /** Some wallets switch and never answer: a change that `eth_chainId` confirms counts as the answer. */
  async function requestChain(chainId: number): Promise<void> {
    const answer = request('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
    const { promise: isThere, resolve } = Promise.withResolvers<void>()
    const end = onChainChanged(() => {
      // A failed read confirms nothing: wait for the answer, or for another change.
      void isOnChain(chainId).then(
        (is) => is && resolve(),
        () => undefined,
      )
    })
    await Promise.race([answer, isThere]).finally(end)
  }

  async function switchChain(chainId: number): Promise<void> {
    try {
      await requestChain(chainId)
    } catch (thrown) {
      if (!chain?.add || !isUnknownChain(walletFailure(thrown))) throw thrown
      await request('wallet_addEthereumChain', [chain.add])
      await requestChain(chainId)
    }
  }

  if (account !== null && !(await hasAccount(account))) return 'wrongAccount'
  if (chain !== null && !(await isOnChain(chain.chainId))) {
    await switchChain(chain.chainId)
    if (!(await waitUntilOnChain(chain.chainId))) return 'wrongChain'
  }
  return null
}

const accountsLimit = 1_000

/** Returns an EIP-1193 event in the port's terms; null for one with a malformed value. */
export function walletEvent(
  wallet: WalletRef,
  name: 'accountsChanged' | 'chainChanged' | 'disconnect',
  value: unknown,
): WalletEvent | null {
  if (name === 'disconnect') return { kind: 'disconnect', wallet }
  if (name === 'accountsChanged') {
    if (!Array.isArray(value) || value.length > accountsLimit || !value.every(isAddress)) return null
    return { kind: 'accounts', wallet, accounts: value.map((address) => address.toLowerCase()) }
  }
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(chainId) && chainId > 0 ? { kind: 'chain', wallet, chainId } : null
}

export function walletFailure(thrown: unknown): WalletFailure {
  return unwrapRejection(readRejection(thrown))
}

/** Codes of wallets only (EIP-1193, EIP-5792); all others may come from the node. */
const isOfWallet = (code: number): boolean => code >= 4000 && code < 6000

/**
 * Returns the wallet's own code where it is nested in -32603, because that is the real one. A nested code of a node
 * describes the node's error, not the user's decision.
 */
export function unwrapRejection({ code: outer, inner, message }: Rejection): WalletFailure {
  const nested = Number(inner ?? Number.NaN)
  const code = outer === -32603 && isOfWallet(nested) ? nested : Number(outer ?? Number.NaN)
  return { code: Number.isSafeInteger(code) ? code : null, message }
}
