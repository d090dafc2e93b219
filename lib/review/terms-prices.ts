import { type Address, isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { feedOf } from '../chain/feed-price.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { ReviewedTerms } from '../order/order.ts'
import type { Holding } from '../service/holding.ts'
import type { TermsPrices } from './assess-terms.ts'

export type PricePorts = Pick<FlowPorts, 'chain' | 'deployment'>

interface PricedToken {
  readonly chainId: number
  readonly address: string
}

/** Reads what a deal is priced by beside its quote; `holdings` is the service's list, null where there is none. */
export async function dealPrices(
  { ask, onTheWay }: Pick<ReviewedTerms, 'ask' | 'onTheWay'>,
  holdings: readonly Holding[] | null,
  ports: PricePorts,
): Promise<TermsPrices> {
  const input = { chainId: ask.originChainId, address: ask.inputToken }
  const output = { chainId: ask.destinationChainId, address: ask.outputToken }
  const [fedInput, fedOutput, fedNative, fedOnTheWay, proven] = await Promise.all([
    fedPrice(input, ports),
    fedPrice(output, ports),
    fedPrice({ chainId: ask.originChainId, address: nativeAddress }, ports),
    onTheWay === undefined ? null : fedPrice(onTheWay.token, ports),
    provenHoldings(holdings ?? [], [input, output], ask.userAddress, ports),
  ])
  return { fedInput, fedOutput, fedNative, fedOnTheWay, holdings: proven }
}

/** Dollars of one whole by the token's own feed; null where it has none, it cannot be believed, or nobody answers. */
export async function fedPrice(
  token: PricedToken,
  { chain, deployment }: PricePorts,
): Promise<string | null> {
  const feed = feedOf(deployment, token)
  return feed === null ? null : whereRead(chain.feedPrice(token.chainId, feed))
}

/** Those of the list that are of these tokens and whose balance the chain itself shows. */
async function provenHoldings(
  listed: readonly Holding[],
  tokens: readonly PricedToken[],
  owner: Address | null,
  { chain, deployment }: PricePorts,
): Promise<readonly Holding[]> {
  if (owner === null) return []
  const about = listed.filter((held) => tokens.some((token) => isSame(token, held)))
  const proven = await Promise.all(
    about.map(async (held) => {
      if (chainConfig(deployment, held.chainId) === null || !isAddress(held.address)) return false
      const units = await whereRead(chain.balance(held.chainId, held.address, owner))
      return units !== null && units === BigInt(held.balance)
    }),
  )
  return about.filter((_held, at) => proven[at])
}

function isSame(one: PricedToken, other: PricedToken): boolean {
  return one.chainId === other.chainId && sameHex(one.address, other.address)
}

/** What was read; null where no endpoint answers, which leaves a deal without that price. */
async function whereRead<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.data.code === 'rpcUnreachable') return null
    throw thrown
  }
}
