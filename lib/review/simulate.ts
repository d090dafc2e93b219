import { formatUnits } from '../base/decimal.ts'
import { type Address, isAddress, isSameAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { formatExactMoney } from '../base/money-text.ts'
import { Problem } from '../base/problem.ts'
import type { FundsLocation } from '../base/problem-codes.ts'
import type { ChainReader } from '../chain/chain-reader.ts'
import {
  type AccountCall,
  checkEffects,
  type EffectsFault,
  type ExpectedEffects,
  type MovedUnits,
  maxOutflow,
  type SimulatedMove,
  type Simulation,
  type SimulationSummary,
} from '../chain/effects.ts'
import { requestInputs } from '../deployment/deployment.ts'
import type { DeploymentChain } from '../deployment/schema.ts'
import { isTrackedByReceipt, type SwapTerms, spenderOf } from '../quote/order-kind.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'

/** Throws the `Problem` of a difference. Returns `unmeasured` if no endpoint can measure the effects. */
export async function simulateCalls(
  { reviewed }: SwapTerms,
  { simulation, expected }: CheckedSimulation,
  chain: Pick<ChainReader, 'measure' | 'simulate'>,
  money: FundsLocation = 'nothingSent',
): Promise<Exclude<SimulationSummary, { kind: 'nothing' }>> {
  if (simulation.calls.length === 0) return { kind: 'unmeasured' }
  const { originChainId } = reviewed.request
  const measurement = await chain.measure(originChainId, simulation)
  const weighed = checkEffects(measurement, expected)
  if (weighed.kind === 'refused') throw new Problem(...faultProblem(weighed.fault, reviewed, money))
  if (weighed.kind === 'unmeasured') {
    // If no endpoint measures effects, one can still tell whether a single call would succeed.
    const [call, ...more] = simulation.calls
    const isAlone = call !== undefined && more.length === 0 && measurement.effects.length === 0
    const words = isAlone ? await chain.simulate(originChainId, { from: simulation.account, ...call }) : null
    if (words !== null) throw new Problem('wouldFail', { money, facts: { reason: words } })
    return weighed
  }
  const { leaves, arrives, received, isWhole } = weighed.effects
  const gained = simulation.receiver === null || received === null || received <= 0n ? null : received
  return {
    kind: 'measured',
    leaves: leaves.map(moveOf),
    arrives: arrives.map(moveOf),
    received:
      gained === null ? null : moveOf({ token: expected.arrives?.token ?? nativeAddress, units: gained }),
    isWhole,
    sources: weighed.sources,
  }
}

function moveOf({ token, units }: MovedUnits): SimulatedMove {
  return { token, units: units.toString() }
}

function faultProblem(
  fault: EffectsFault,
  reviewed: ReviewedTerms,
  money: FundsLocation,
): ConstructorParameters<typeof Problem> {
  const text = (token: Address, units: bigint) => moneyText(token, units, reviewed)
  switch (fault.kind) {
    case 'takesMore': {
      const { token, units } = fault.taken
      const facts = { taken: text(token, units), expected: text(token, fault.reviewedUnits) }
      return ['takesMore', { money, facts }]
    }
    case 'takesOther':
      return ['takesMore', { money, facts: { taken: text(fault.taken.token, fault.taken.units) } }]
    case 'grantsAllowance':
      return ['takesMore', { money, facts: { spender: fault.granted.spender } }]
    case 'paysLess': {
      const { token, units } = fault.paid
      return [
        'paysLess',
        { money, facts: { paid: text(token, units), expected: text(token, fault.leastUnits) } },
      ]
    }
    case 'fails':
      return ['wouldFail', { money, facts: { reason: fault.words } }]
  }
}

/** Returns an amount as text. For a token outside the swap, only its contract address is certain. */
function moneyText(
  token: Address,
  units: bigint,
  { request, inputToken, outputToken, fees }: ReviewedTerms,
): string {
  const isHere = (chainId: number) => chainId === request.originChainId
  const known = [inputToken, outputToken, ...fees.map((fee) => fee.token)].find(
    (one) => isHere(one.chainId) && isSameAddress(one.address, token),
  )
  if (known !== undefined) return formatExactMoney(units.toString(), known)
  return isSameHex(token, nativeAddress) ? formatUnits(units, 18) : token
}

export interface SimulationAim {
  readonly approvesUnits: bigint | null
  readonly does: 'send' | 'withdraw' | 'nothing'
}

export interface CheckedSimulation {
  readonly simulation: Simulation
  readonly expected: ExpectedEffects
}

/** Maximum number of the deployment's tokens to check when a node does not report other tokens by itself. */
const maxTokens = 40

export function createSimulation(
  terms: SwapTerms,
  calls: readonly AccountCall[],
  aim: SimulationAim,
  chain: DeploymentChain,
): CheckedSimulation {
  const request = walletQuoteRequest(terms.reviewed.request)
  const spender = spenderOf(terms, chain)
  const verified = chain.verifiedTokens.map(({ address }) => address)
  const tokens = [...requestInputs(chain, request.inputToken), ...outputsOnOrigin(terms), ...verified]
  const receiver = aim.does === 'send' && isTrackedByReceipt(terms) ? receiverOf(terms) : null
  return {
    simulation: {
      account: request.userAddress,
      calls,
      tokens: [...new Set(tokens)].slice(0, maxTokens),
      spenders: spender === null ? [] : [{ token: request.inputToken, spender }],
      receiver,
    },
    expected: {
      leaves: aim.does === 'send' ? sentOf(terms) : [],
      grantedAllowance:
        spender === null ? null : { token: request.inputToken, spender, mostUnits: aim.approvesUnits ?? 0n },
      arrives: expectedArrivalOf(terms, aim, receiver !== null, chain),
    },
  }
}

function sentOf({ terms, reviewed }: SwapTerms): ExpectedEffects['leaves'] {
  const { inputToken, inputAmount } = walletQuoteRequest(reviewed.request)
  return maxOutflow(inputToken, BigInt(inputAmount), BigInt(terms.txData?.value ?? '0'))
}

/**
 * A withdrawal pays the input back, less a fee that its token takes, and native currency possibly in wrapped
 * form. A swap in one transaction pays at least the minimum.
 */
function expectedArrivalOf(
  terms: SwapTerms,
  { does }: SimulationAim,
  isReceivers: boolean,
  chain: DeploymentChain,
): ExpectedEffects['arrives'] {
  const { inputToken } = walletQuoteRequest(terms.reviewed.request)
  if (does === 'withdraw') {
    const [token, instead] = requestInputs(chain, inputToken)
    const expected = { token: token ?? inputToken, units: 1n, isReceivers: false, sentUnits: 0n }
    return instead === undefined ? expected : { ...expected, instead }
  }
  const [token] = outputsOnOrigin(terms)
  if (does !== 'send' || !isTrackedByReceipt(terms) || token === undefined) return null
  const isNative = isSameHex(token, nativeAddress)
  return {
    token,
    units: BigInt(terms.terms.minAmountOut),
    isReceivers,
    sentUnits: isNative ? BigInt(terms.terms.txData?.value ?? '0') : 0n,
  }
}

function outputsOnOrigin({ reviewed: { request } }: SwapTerms): readonly Address[] {
  return request.originChainId === request.destinationChainId && isAddress(request.outputToken)
    ? [request.outputToken]
    : []
}

function receiverOf(terms: SwapTerms): Simulation['receiver'] {
  const { receiverAddress, userAddress } = terms.reviewed.request
  const [token] = outputsOnOrigin(terms)
  if (token === undefined || !isAddress(receiverAddress)) return null
  return isSameAddress(receiverAddress, userAddress) ? null : { address: receiverAddress, token }
}
