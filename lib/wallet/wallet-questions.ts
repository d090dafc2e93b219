import type { Clock } from '../base/time.ts'
import type { Asking, ChainQuestion, WalletMethod } from './port.ts'

/** What wallets are asked now, as their connectors tell it. */
export interface Askings {
  /** A wallet is asked this for a request from now on; null once it is asked nothing for it any more. */
  onAsking(requestId: string, method: WalletMethod | null): void
  now(): readonly Asking[]
}

/** Keeps what wallets are asked, each since it left for its wallet; `changed` hears of every change. */
export function createAskings(clock: Clock, changed: (asking: readonly Asking[]) => void): Askings {
  let all: readonly Asking[] = []
  return {
    onAsking(requestId, method) {
      const others = all.filter((one) => one.requestId !== requestId)
      if (method === null && others.length === all.length) return
      all = method === null ? others : [...others, { requestId, method, askedMs: clock.nowMs() }]
      changed(all)
    },
    now: () => all,
  }
}

/** Returns which question of a wallet's own this is; null for a method that a swap is about. */
export function chainQuestionOf(method: WalletMethod | undefined): ChainQuestion | null {
  if (method === 'wallet_addEthereumChain') return 'addChain'
  return method === 'wallet_switchEthereumChain' ? 'useChain' : null
}

const permittedChains = 'endowment:permitted-chains'
const chainCaveat = 'restrictNetworkSwitching'

/**
 * Returns what a wallet would ask the user before a site may use a chain, in its order, by what it says of itself: its
 * `eth_chainId` and its `wallet_getPermissions` (EIP-2255, with MetaMask's word for chains). `isLacking`: it was found not
 * to have the chain, which no wallet says unasked. Null where it does not say: most wallets follow a site without a
 * question, and some ask.
 */
export function chainQuestions(
  chainId: number,
  current: unknown,
  permissions: unknown,
  isLacking: boolean,
): readonly ChainQuestion[] | null {
  if ((typeof current === 'string' || typeof current === 'number') && Number(current) === chainId) return []
  const permission = partsOf(permissions).find((one) => one.parentCapability === permittedChains)
  const caveat = partsOf(permission?.caveats).find((one) => one.type === chainCaveat)
  const before: readonly ChainQuestion[] = isLacking ? ['addChain'] : []
  if (!Array.isArray(caveat?.value)) return isLacking ? before : null
  const isPermitted = caveat.value.some((one: unknown) => typeof one === 'string' && Number(one) === chainId)
  return isPermitted ? [] : [...before, 'useChain']
}

function partsOf(list: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}
