import { type Address, isAddress, nativeAddress, sameAddress, sameHex } from '../../base/hex.ts'
import type { AccountCall, Trial } from '../../chain/effects.ts'
import { type ExpectedEffects, mayLeave } from '../../checks/weigh-effects.ts'
import type { DeploymentChain } from '../../deployment/deployment.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { Order } from '../order.ts'
import { isReceiptOnly, spenderOf } from '../order-kinds.ts'

export type SimulatedDeal = Pick<Order, 'kind' | 'deal' | 'reviewed'>

/** What a trial's calls are there for. */
export interface TrialAim {
  /** What the spender may take afterwards; null where nothing is approved. */
  readonly approvesUnits: bigint | null
  readonly does: 'send' | 'withdraw' | 'nothing'
}

/** A trial with what it may do at most. */
export interface WeighedTrial {
  readonly trial: Trial
  readonly expected: ExpectedEffects
}

/** Of the tokens a deployment names, so many are counted where a node does not tell of others by itself. */
const mostTokens = 40

/** Calls of an order's account as a trial, and what the review lets them do. */
export function weighedTrial(
  deal: SimulatedDeal,
  calls: readonly AccountCall[],
  aim: TrialAim,
  pins: DeploymentChain,
): WeighedTrial {
  const ask = walletAsk(deal.reviewed.ask)
  const spender = spenderOf(deal, pins)
  const tokens = [ask.inputToken, ...outputHere(deal), ...pins.verifiedTokens.map(({ address }) => address)]
  const receiver = aim.does === 'send' && isReceiptOnly(deal) ? receiverOf(deal) : null
  return {
    trial: {
      account: ask.userAddress,
      calls,
      tokens: [...new Set(tokens)].slice(0, mostTokens),
      lends: spender === null ? [] : [{ token: ask.inputToken, spender }],
      receiver,
    },
    expected: {
      leaves: aim.does === 'send' ? sentOf(deal) : [],
      lends: spender === null ? null : { token: ask.inputToken, spender, mostUnits: aim.approvesUnits ?? 0n },
      arrives: arrivalOf(deal, aim, receiver !== null),
    },
  }
}

function sentOf({ deal, reviewed }: SimulatedDeal): ExpectedEffects['leaves'] {
  const { inputToken, inputAmount } = walletAsk(reviewed.ask)
  return mayLeave(inputToken, BigInt(inputAmount), BigInt(deal.txData?.value ?? '0'))
}

/** A withdrawal pays the input back, less what its token keeps; a swap of one transaction pays at least the minimum. */
function arrivalOf(
  deal: SimulatedDeal,
  { does }: TrialAim,
  isReceivers: boolean,
): ExpectedEffects['arrives'] {
  const { inputToken } = walletAsk(deal.reviewed.ask)
  if (does === 'withdraw') return { token: inputToken, units: 1n, isReceivers: false, sentUnits: 0n }
  const [token] = outputHere(deal)
  if (does !== 'send' || !isReceiptOnly(deal) || token === undefined) return null
  const isNative = sameHex(token, nativeAddress)
  return {
    token,
    units: BigInt(deal.deal.minAmountOut),
    isReceivers,
    sentUnits: isNative ? BigInt(deal.deal.txData?.value ?? '0') : 0n,
  }
}

function outputHere({ reviewed: { ask } }: SimulatedDeal): readonly Address[] {
  return ask.originChainId === ask.destinationChainId && isAddress(ask.outputToken) ? [ask.outputToken] : []
}

function receiverOf(deal: SimulatedDeal): Trial['receiver'] {
  const { receiverAddress, userAddress } = deal.reviewed.ask
  const [token] = outputHere(deal)
  if (token === undefined || !isAddress(receiverAddress)) return null
  return sameAddress(receiverAddress, userAddress) ? null : { address: receiverAddress, token }
}
