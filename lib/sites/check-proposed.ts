import { canonicalAddress } from '../base/checksum.ts'
import { type Address, isAddress, nativeAddress, sameAddress, zeroAddress } from '../base/hex.ts'
import { receiverBytes } from '../base/receiver-bytes.ts'
import { receiverForm } from '../base/receiver-form.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { readReceiver } from '../quote/receiver.ts'
import type { Chain } from '../service/chain.ts'
import { PageRefusal } from './page-refusal.ts'
import type { ProposedSwap } from './proposal.ts'

/** What a page said it wants, its shape checked and nothing else. */
export interface RawSwap {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly outputToken: string
  readonly inputAmount: string
  readonly receiverAddress?: string
  readonly reference?: string
}

/** A chain as a page is told of it. */
export interface PageChain {
  readonly chainId: number
  readonly name: string
  readonly canSend: boolean
  readonly canReceive: boolean
}

/**
 * Returns the chains of the service's list with what can be done there; without a list the chains of the deployment
 * file.
 */
export function pageChains(chains: readonly Chain[] | null, deployment: Deployment): readonly PageChain[] {
  if (chains === null) {
    return deployment.chains.map(({ chainId, name }) => ({ chainId, name, canSend: true, canReceive: true }))
  }
  return chains.map(({ chainId, name, sendingEnabled, receivingEnabled }) => {
    const canSend = sendingEnabled && chainConfig(deployment, chainId) !== null
    return { chainId, name, canSend, canReceive: receivingEnabled }
  })
}

/**
 * Returns the swap a page proposes, in our own spelling. `tokensThere` are the destination chain's tokens, which nobody
 * can receive at. Throws `PageRefusal` with -32602; whether an address imitates a known one is never told to a page.
 */
export function checkProposed(
  raw: RawSwap,
  chains: readonly PageChain[],
  tokensThere: readonly string[],
): ProposedSwap {
  const { originChainId, destinationChainId, inputAmount } = raw
  const chainOf = (chainId: number) => chains.find((chain) => chain.chainId === chainId)
  if (chainOf(originChainId)?.canSend !== true) throw wrong('originChainId that Ferry can send from')
  if (chainOf(destinationChainId)?.canReceive !== true)
    throw wrong('destinationChainId that can be received on')
  const inputToken = evmToken(raw.inputToken)
  if (inputToken === null) throw wrong('inputToken that is a token of its chain')
  const outputToken = tokenOn(destinationChainId, raw.outputToken)
  if (outputToken === null) throw wrong('outputToken that is a token of its chain')
  if (originChainId === destinationChainId && inputToken === outputToken) {
    throw wrong('outputToken that is another one than inputToken')
  }
  const receiverAddress =
    raw.receiverAddress === undefined
      ? null
      : receiverOn(destinationChainId, raw.receiverAddress, [outputToken, ...tokensThere])
  return { originChainId, destinationChainId, inputToken, outputToken, inputAmount, receiverAddress }
}

function evmToken(text: string): Address | null {
  const address = isAddress(text) && sameAddress(text, nativeAddress) ? nativeAddress : canonicalAddress(text)
  return address === zeroAddress ? null : address
}

/** Chains that are not EVM name tokens in more ways than accounts. */
function tokenOn(chainId: number, text: string): string | null {
  if (receiverForm(chainId) === 'evm' || isAddress(text)) return evmToken(text)
  if (receiverBytes(chainId, text) !== null) return text
  return /^(?!0[xX])[A-Za-z0-9][A-Za-z0-9:_.-]*$/.test(text) ? text : null
}

function receiverOn(chainId: number, text: string, tokens: readonly string[]): string {
  const { address, fault } = readReceiver(chainId, text, tokens)
  if (fault !== null || text !== text.trim()) throw wrong('receiverAddress that can receive on its chain')
  return address
}

function wrong(expected: string): PageRefusal {
  return new PageRefusal(-32602, `The swap needs: ${expected}.`)
}
