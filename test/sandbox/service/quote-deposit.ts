import { randomBytes } from 'node:crypto'
import { type Address, encodeFunctionData, erc20Abi, type Hash, isAddress } from 'viem'
import type { DepositOffer } from './book.ts'
import { farAddress } from './far-address.ts'
import { solanaTransaction } from './foreign-transaction.ts'
import { nativeAddress } from './listed-token.ts'
import { scaled } from './money.ts'
import { type Costs, priceRoute } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import { isSupportedPair, outputSide, refuelOf } from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { wireAddress } from './wire-token.ts'

const routeFeeBps = 5n
const relayFeeUsd = '0.05'

/** The two deposit members of a quote. `deposit` exists only if it was requested (wire-shapes 3). */
export interface DepositSides {
  readonly depositRoute: unknown
  readonly deposit?: unknown
}

export function depositCosts(
  parts: Pick<ServiceParts, 'catalogue'>,
  params: QuoteParams,
  output: DepositOffer['output'],
): Costs {
  return { routeFeeBps, relayFeeUsd, refuel: refuelOf(parts, params, output) }
}

/** The deposit routes of a request, each with its own address, recorded in the book. */
export async function createDepositRoutes(
  parts: ServiceParts,
  request: QuoteParams,
  nowSeconds: number,
): Promise<DepositSides> {
  const { useDepositAddress, current } = request.deposit
  // The documented interface has only `depositRoute`. Deployments answer the newer flow in `deposit`.
  const older = useDepositAddress || (current && parts.serviceSettings.shape === 'interface')
  const newer = current && parts.serviceSettings.shape === 'observed'
  const depositRoute = older ? legacyRoute(await offer(parts, request, nowSeconds)) : null
  return newer
    ? { depositRoute, deposit: route(parts, await offer(parts, request, nowSeconds)) }
    : { depositRoute }
}

async function offer(
  parts: ServiceParts,
  params: QuoteParams,
  nowSeconds: number,
): Promise<DepositOffer | null> {
  const { catalogue, book, serviceSettings, ledger } = parts
  const input = catalogue.routedToken(params.originChainId, params.inputToken)
  const output = catalogue.routedToken(params.destinationChainId, params.outputToken)
  if (!input || !output || !isSupportedPair(input, output)) return null
  // Far chains pay no fee taker and run no payload.
  if ((input.kind === 'far' && params.fee) || (output.kind === 'far' && params.payload)) return null
  const price = priceRoute(params, params.inputUnits, input, output, depositCosts(parts, params, output))
  if (!price) return null
  const form = catalogue.formOf(input.chainId)
  const requestHash: Hash = `0x${randomBytes(32).toString('hex')}`
  const made: DepositOffer = {
    ...{ way: 'deposit', quoteId: requestHash, requestHash, request: params, input, output, price },
    address: farAddress(form, `deposit ${requestHash}`),
    memo: form === 'stellar' ? String(BigInt(requestHash) % 10_000_000_000n) : null,
    expirySeconds: nowSeconds + serviceSettings.life.depositSeconds,
    quotedMs: Date.now(),
    fromBlock: input.kind === 'far' ? 0n : await ledger.headBlock(input.chainId),
  }
  book.deposits.set(requestHash, made)
  return made
}

function legacyRoute(made: DepositOffer | null) {
  if (!made) return null
  const { address, quoteId, request: params } = made
  return { depositAddress: address, quoteId, userOp: 'tx', totalFeeBps: totalFeeBps(params) }
}

function route(parts: ServiceParts, made: DepositOffer | null) {
  if (!made) return null
  const { requestHash, expirySeconds, request: params, address, input, memo, output, price } = made
  return {
    requestHash,
    userOp: 'transfer',
    expiry: expirySeconds,
    refundAddress: params.deposit.refundAddress,
    totalFeeBps: totalFeeBps(params),
    depositData: {
      address,
      token: wireAddress(input.address, parts.serviceSettings.shape),
      amount: String(price.inputUnits),
      chainId: input.chainId,
      ...(memo === null ? {} : { memo }),
    },
    txData: txData(made),
    output: outputSide(parts, output, price),
  }
}

/** A plain transfer in the origin chain's own format; null if deployments have none. */
function txData({ input, address, price }: DepositOffer) {
  if (input.chainId === 89999) return solanaTransaction(address, price.inputUnits)
  if (!isAddress(address, { strict: false })) return null
  if (input.address === nativeAddress) return { to: address, data: '0x', value: String(price.inputUnits) }
  const args = [address as Address, price.inputUnits] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { to: input.address, data, value: '0' }
}

function totalFeeBps(params: QuoteParams): string {
  const milli = routeFeeBps * 1000n + (params.fee ? scaled(params.fee.bpsText, 3) : 0n)
  const [whole, fraction] = [
    milli / 1000n,
    String(milli % 1000n)
      .padStart(3, '0')
      .replace(/0+$/, ''),
  ]
  return fraction === '' ? `${whole}` : `${whole}.${fraction}`
}
