import type { Address, Hash } from 'viem'
import type { SandboxChain } from '../chains/ledger.ts'
import { advanceSent, type Rejection, refundTo } from './advance-sent.ts'
import type { DepositOffer, Request } from './book.ts'
import type { RoutedToken } from './listed-token.ts'
import { refundPayment } from './payments.ts'
import { priceRoute } from './price-route.ts'
import { depositCosts } from './quote-deposit.ts'
import type { SolverParts } from './solver-parts.ts'

/** An address is watched this long after it has expired, so that late deposits are refunded. */
const lateSeconds = 3600

export interface ArrivedDeposit {
  readonly token: RoutedToken
  readonly units: bigint
  readonly from: string
  readonly txHash: string
  readonly seconds: number
}

/** Each call continues at the block where the last one ended. */
export function createDepositPoll(at: SolverParts): () => Promise<void> {
  const nextBlocks = new Map<Hash, bigint>()
  return async () => {
    await Promise.all(at.catalogue.live.map((chain) => pollChain(at, chain, nextBlocks)))
  }
}

/** Each address continues from its own block, so an address that is made during a poll misses nothing. */
async function pollChain(at: SolverParts, chain: SandboxChain, nextBlocks: Map<Hash, bigint>): Promise<void> {
  const { book, ledger, runner, catalogue } = at
  const { chainId } = chain
  const nowSeconds = Date.now() / 1000
  const offers = [...book.deposits.values()].filter(
    ({ input, expirySeconds }) => input.chainId === chainId && nowSeconds < expirySeconds + lateSeconds,
  )
  const nextOf = ({ requestHash, fromBlock }: DepositOffer) => nextBlocks.get(requestHash) ?? fromBlock
  const [from = 0n] = offers.map(nextOf).toSorted((a, b) => (a < b ? -1 : 1))
  const addresses = offers.map(({ address }) => address as Address)
  if (addresses.length === 0) return
  const { arrivals, nextBlock } = await ledger.arrivals(chainId, addresses, from)
  if (runner.isStopped) return
  for (const { to, from, token: address, units, txHash, ...block } of arrivals) {
    const offer = offers.find((one) => one.address === to)
    if (!offer || block.blockNumber < nextOf(offer)) continue
    const token = catalogue.liveToken(chainId, address)
    const seconds = block.blockTimestampSeconds
    if (token) acceptDeposit(at, offer, { token, units, from, txHash, seconds })
    else runner.problems.push(`${to} got ${units} of ${address} on ${chainId}, which is no token here`)
  }
  for (const { requestHash } of offers) nextBlocks.set(requestHash, nextBlock)
}

/** Handles a payment to a deposit address. The first arrival is the request; later ones are refunded. */
export function acceptDeposit(at: SolverParts, offer: DepositOffer, came: ArrivedDeposit): void {
  const { book, runner, serviceSettings } = at
  const count = book.submitCount(offer.requestHash)
  count.received += 1
  const known = book.requests.get(offer.requestHash) as Request<DepositOffer> | undefined
  const { token, units, from, txHash, seconds } = came
  if (known) {
    const back = async () => {
      const refundTxHash = await refundPayment(at, token, units, refundTo(known))
      known.surplus.push({ txHash, refundTxHash })
    }
    runner.run(back(), (problem) => runner.problems.push(problem))
    return
  }
  const { request: params, input, output } = offer
  const sameToken = token.address === input.address
  // Priced again from the arrived amount. The promised minimum stays.
  const repriced = sameToken
    ? priceRoute(params, units, input, output, depositCosts(at, params, output))
    : null
  const isEnough = repriced !== null && repriced.effectiveUnits >= offer.price.minUnits
  const rejection = rejectionOf({ isLate: seconds > offer.expirySeconds, sameToken, isEnough })
  if (!rejection) count.accepted += 1
  const request = book.open({
    ...{ hash: offer.requestHash, offer, user: params.sender ?? from, signature: null, orderMs: Date.now() },
    outcome: rejection ? 'refund' : serviceSettings.nextOutcome(),
    brought: { token, units },
    price: repriced && isEnough ? { ...repriced, minUnits: offer.price.minUnits } : offer.price,
    ...{ originTxHash: txHash, originSeconds: seconds },
  })
  runner.run(advanceSent(at, request, rejection), (problem) => {
    request.problem = problem
  })
}

function rejectionOf(seen: { isLate: boolean; sameToken: boolean; isEnough: boolean }): Rejection | null {
  if (seen.isLate) return { code: 5, problem: 'late deposit' }
  if (!seen.sameToken) return { code: 6, problem: 'wrong token' }
  return seen.isEnough ? null : { code: 6, problem: 'wrong amount' }
}
