import { formatUnits } from '../../base/amount.ts'
import { type Address, nativeAddress, sameAddress, sameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { FundsLocation } from '../../base/problem-code.ts'
import type { MovedUnits } from '../../chain/effects.ts'
import type { Simulated, SimulatedMove } from '../../chain/simulated.ts'
import { type EffectsFault, weighEffects } from '../../checks/weigh-effects.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { ReviewedTerms } from '../order.ts'
import type { SimulatedDeal, WeighedTrial } from './expected-effects.ts'

/**
 * Tries calls on the chain and weighs what they would do against what was reviewed. Throws the `Problem` of what is
 * wrong; `unmeasured` where nobody can say.
 */
export async function simulated(
  { reviewed }: SimulatedDeal,
  { trial, expected }: WeighedTrial,
  { chain }: Pick<FlowPorts, 'chain'>,
  /** Where the money is while nothing of it is asked. */
  money: FundsLocation = 'nothingSent',
): Promise<Exclude<Simulated, { kind: 'nothing' }>> {
  if (trial.calls.length === 0) throw new Problem('internal', { facts: { what: 'nothing to simulate' } })
  const { originChainId } = reviewed.ask
  const measurement = await chain.measure(originChainId, trial)
  const weighed = weighEffects(measurement, expected)
  if (weighed.kind === 'refused') throw new Problem(...faultWords(weighed.fault, reviewed, money))
  if (weighed.kind === 'unmeasured') {
    // Where no endpoint measures, one still says whether a call by itself would go through.
    const [call, ...more] = trial.calls
    const isAlone = call !== undefined && more.length === 0 && measurement.effects.length === 0
    const words = isAlone ? await chain.simulate(originChainId, { from: trial.account, ...call }) : null
    if (words !== null) throw new Problem('wouldFail', { money, facts: { reason: words } })
    return weighed
  }
  const { leaves, arrives, received, isWhole } = weighed.effects
  const gained = trial.receiver === null || received === null || received <= 0n ? null : received
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

function faultWords(
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
      return ['takesOther', { money, facts: { taken: text(fault.taken.token, fault.taken.units) } }]
    case 'lends':
      return ['lendsMore', { money, facts: { spender: fault.lent.spender } }]
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

/** Returns an amount for people; of a token that is no part of the swap only its contract is certain. */
function moneyText(
  token: Address,
  units: bigint,
  { ask, inputToken, outputToken, fees }: ReviewedTerms,
): string {
  const isHere = (chainId: number) => chainId === ask.originChainId
  const known = [inputToken, outputToken, ...fees.map((fee) => fee.token)].find(
    (one) => isHere(one.chainId) && sameAddress(one.address, token),
  )
  if (known !== undefined) return `${formatUnits(units, known.decimals)} ${known.symbol}`.trim()
  return sameHex(token, nativeAddress) ? formatUnits(units, 18) : token
}
