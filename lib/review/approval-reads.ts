import { type Address, isAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { createReadCache } from '../base/read-cache.ts'
import { minuteMs } from '../base/time.ts'
import { type GasPrice, gasInUsd } from '../chain/costs.ts'
import { nullIfUnreachable } from '../chain/rpc.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { DeploymentChain } from '../deployment/schema.ts'
import type { ApprovalGasReader } from '../quote/held-quote.ts'
import { inputValueOf, listFees, promisedUnits, promisedValueInUsd } from '../quote/route-summary.ts'
import { userActionOf } from '../quote/routes.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { PricedRoute, Route } from '../service/route.ts'
import type { Holding } from '../service/token.ts'
import { sumApprovalGas } from './approval-gas.ts'
import { type ApprovalStep, planApprovals } from './approval-plan.ts'
import type { ReviewPorts } from './review-ports.ts'
import { nativePriceInUsd, readTokenFeedPrice } from './terms-prices.ts'

/** About one block. An approval of Ferry itself takes longer. */
const readLifeMs = 10_000
/** A quote waits no longer for the chain: it is displayed without the gas of its approvals. */
const longestWaitMs = 400

/** What a transaction on a chain costs. Null: the chain did not answer. */
interface ChainGas {
  readonly gasPrice: GasPrice | null
  readonly feedPrice: string | null
}

/**
 * Creates the reader of the approvals' gas for the form, by the rules of the review. An allowance that is unknown counts as
 * none, so that the form does not show less than the review.
 */
export function createApprovalGasReader(
  ports: ReviewPorts & { later(waitMs: number, work: () => void): () => void },
): ApprovalGasReader {
  const { chain, deployment, clock } = ports
  const allowances = createReadCache<bigint | null>(clock, readLifeMs)
  const gasOfChains = createReadCache<ChainGas>(clock, readLifeMs)
  const holdings = createReadCache<readonly Holding[] | null>(clock, minuteMs)

  async function readAllowance(
    { originChainId: chainId, inputToken: token, userAddress: owner }: QuoteRequest,
    spender: Address | null,
  ): Promise<bigint | null> {
    if (!isAddress(token) || owner === null || spender === null) return null
    return allowances([chainId, token, owner, spender].join(':').toLowerCase(), () =>
      nullIfUnreachable(chain.allowance(chainId, token, owner, spender)),
    )
  }

  function readGas(chainId: number): Promise<ChainGas> {
    return gasOfChains(String(chainId), async () => {
      const [gasPrice, feedPrice] = await Promise.all([
        nullIfUnreachable(chain.gasPrice(chainId)),
        readTokenFeedPrice({ chainId, address: nativeAddress }, ports),
      ])
      return { gasPrice, feedPrice }
    })
  }

  async function planApprovalsOf(
    { originChainId: chainId, inputToken: token, userAddress: owner, inputAmount }: QuoteRequest,
    spender: Address | null,
    allowanceUnits: bigint | null,
  ): Promise<readonly Pick<ApprovalStep, 'purpose'>[]> {
    if (allowanceUnits === null || !isAddress(token) || owner === null || spender === null)
      return [{ purpose: 'approve' }]
    const reservedUnits = await ports.readReservedAllowance({ chainId, token, owner, spender })
    const neededUnits = reservedUnits + BigInt(inputAmount)
    const isPlain = allowanceUnits === 0n || allowanceUnits >= neededUnits
    const works =
      isPlain || (await nullIfUnreachable(chain.approveWorks(chainId, token, owner, spender, neededUnits)))
    return planApprovals({ allowanceUnits, neededUnits, approveWorks: works ?? true })
  }

  /** By the chain's feed, else by the quote, else by the service's list of holdings: as in the review. */
  async function readNativePrice(
    request: QuoteRequest,
    quote: Quote,
    route: PricedRoute,
    feedPrice: string | null,
  ): Promise<string | null> {
    const { output } = route
    const { originChainId, destinationChainId, userAddress } = request
    const quoted = {
      request,
      promisedAmount: promisedUnits(output),
      inputValueInUsd: inputValueOf(quote.input),
      outputValueInUsd: promisedValueInUsd(output),
      fees: listFees(quote, route).fees,
    }
    const known = feedPrice ?? nativePriceInUsd(quoted, null)
    if (known !== null || userAddress === null) return known
    const chainIds = [...new Set([originChainId, destinationChainId])]
    const listed = await holdings(`${chainIds}:${userAddress}`, () => ports.holdings(chainIds, userAddress))
    return nativePriceInUsd(quoted, listed)
  }

  async function readRoute(request: QuoteRequest, quote: Quote, route: Route): Promise<string | null> {
    if (route.kind === 'deposit' || isSameHex(request.inputToken, nativeAddress)) return '0'
    const config = chainConfig(deployment, request.originChainId)
    if (config === null) return null
    const spender = findSpender(route, config)
    const [allowanceUnits, { gasPrice, feedPrice }] = await Promise.all([
      readAllowance(request, spender),
      readGas(request.originChainId),
    ])
    const approvals = await planApprovalsOf(request, spender, allowanceUnits)
    if (approvals.length === 0) return '0'
    const price = gasPrice === null ? null : await readNativePrice(request, quote, route, feedPrice)
    const gas = gasPrice === null ? null : gasInUsd(gasPrice, 'approve', price)
    return sumApprovalGas(approvals.map(({ purpose }) => ({ purpose, gasInUsd: gas })))
  }

  return {
    prepare(request) {
      const config = chainConfig(deployment, request.originChainId)
      if (config === null || isSameHex(request.inputToken, nativeAddress)) return
      // The read of the quote itself reports a failure.
      readAllowance(request, config.permit2).catch(() => undefined)
      readGas(config.chainId).catch(() => undefined)
    },
    async read(request, quote) {
      const reads = Promise.all(
        quote.routes.map(async (route) => [route.key, await readRoute(request, quote, route)] as const),
      )
      const { promise: late, resolve } = Promise.withResolvers<readonly []>()
      const stop = ports.later(longestWaitMs, () => resolve([]))
      return Object.fromEntries(await Promise.race([reads, late]).finally(stop))
    },
  }
}

/** The contract that the review will ask an approval for; null if only the built transaction names it. */
function findSpender(route: PricedRoute, { permit2 }: DeploymentChain): Address | null {
  if (userActionOf(route) === 'sign') return permit2
  const spender = route.kind === 'auto' ? route.txData?.to : route.approvalData?.spenderAddress
  return isAddress(spender) ? spender : null
}
