import { randomUUID } from 'node:crypto'
import { type Hex, zeroAddress } from 'viem'
import type { SandboxChain } from '../chains/ledger.ts'
import type { ManualOffer } from './book.ts'
import type { RoutedToken } from './listed-token.ts'
import { converted, lessPercent } from './money.ts'
import { allows } from './option-params.ts'
import { type Price, priceRoute } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import {
  affiliateFee,
  gasFee,
  isSupportedPair,
  outputSide,
  refuelOf,
  refuelSide,
  routeFee,
} from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { bridges, dexes } from './venues.ts'
import { wireAddress, wireToken } from './wire-token.ts'

/** The manual routes of a request (wire-shapes 3), in no order, each recorded in the book. */
export function createManualRoutes(parts: ServiceParts, params: QuoteParams, nowSeconds: number): unknown[] {
  const chain = parts.catalogue.liveChain(params.originChainId)
  const input = parts.catalogue.liveToken(params.originChainId, params.inputToken)
  const output = parts.catalogue.routedToken(params.destinationChainId, params.outputToken)
  if (
    !params.manual ||
    (params.payload && !omitsPayload(params)) ||
    !chain ||
    !input ||
    !output ||
    !isSupportedPair(input, output)
  )
    return []
  const sameChain = input.chainId === output.chainId
  const swaps = sameChain || input.symbol !== output.symbol
  if (swaps && params.disableSwapping) return []
  return (sameChain ? dexes : bridges)
    .filter(({ id }) => sameChain || allows(params.bridges, id))
    .filter(({ swapsBy }) => !swaps || allows(params.dexes, swapsBy))
    .flatMap((venue) => {
      const { routeFeeBps, relayFeeUsd } = venue
      const { lessPercent } = parts.serviceSettings.offer
      const costs = { routeFeeBps, relayFeeUsd, refuel: refuelOf(parts, params, output), lessPercent }
      const price = priceRoute(params, params.inputUnits, input, output, costs)
      if (!price) return []
      const quoteId = randomUUID()
      const routeId: Hex = `0x${quoteId.replaceAll('-', '').padStart(64, '0')}`
      const expirySeconds = nowSeconds + parts.serviceSettings.life.quoteSeconds
      const offer: ManualOffer = {
        ...{
          way: 'manual',
          quoteId,
          routeId,
          request: params,
          input,
          output,
          price,
          venue,
          expirySeconds,
          builds: 0,
        },
      }
      parts.book.manual.set(quoteId, offer)
      return [route(parts, offer, chain, swaps)]
    })
}

/**
 * None of these venues calls the receiver, so none can execute a payload. They are offered with one only if
 * no other route was requested. Then the quote does not confirm the payload.
 */
export function omitsPayload({ manual, disableAuto, deposit }: QuoteParams): boolean {
  return manual && disableAuto && !deposit.useDepositAddress && !deposit.current
}

export function manualApproval(
  { serviceSettings }: ServiceParts,
  { request: params, input, price, venue }: ManualOffer,
  chain: SandboxChain,
) {
  if (input.kind === 'native') return null
  const shownUnits =
    venue.approval === 'tooSmall'
      ? price.inputUnits - price.affiliateUnits - price.routeFeeUnits
      : price.inputUnits
  return {
    spenderAddress: wireAddress(
      venue.hasSpender ? chain.manualSpender : chain.manualTarget,
      serviceSettings.shape,
    ),
    amount: String(shownUnits),
    tokenAddress: wireAddress(input.address, serviceSettings.shape),
    userAddress: wireAddress(params.user ?? zeroAddress, serviceSettings.shape),
  }
}

function route(parts: ServiceParts, offer: ManualOffer, chain: SandboxChain, swaps: boolean) {
  const { request: params, input, output, price, venue } = offer
  const native = parts.catalogue.nativeToken(chain.chainId)
  return {
    quoteId: offer.quoteId,
    quoteExpiry: offer.expirySeconds,
    output: outputSide(parts, output, price, chain),
    affiliateFee: affiliateFee(parts, params, input, price),
    approvalData: params.user && venue.approval !== 'built' ? manualApproval(parts, offer, chain) : null,
    gasFee: gasFee(parts, chain),
    slippage: Number(params.slippage),
    suggestedClientSlippage: parts.serviceSettings.offer.suggestedSlippage ?? Number(params.slippage),
    estimatedTime: venue.seconds,
    routeDetails: {
      name: venue.name,
      logoURI: `${parts.baseUrl}/logos/venue/${venue.id}.png`,
      routeFee:
        venue.nativeFeeUnits > 0n && native
          ? routeFee(parts, native, venue.nativeFeeUnits)
          : routeFee(parts, input, price.routeFeeUnits),
      dexDetails: swaps ? dexDetails(parts, offer, chain) : null,
    },
    refuel: refuelSide(parts, input, price),
  }
}

/** The swap on the origin chain: to the output itself, or to the bridge's token. */
function dexDetails(
  parts: ServiceParts,
  { request: params, input, output, price, venue }: ManualOffer,
  chain: SandboxChain,
) {
  const dex = dexes.find(({ id }) => id === venue.swapsBy)
  const carried: RoutedToken | undefined =
    chain.chainId === output.chainId
      ? output
      : (chain.tokens.find(({ symbol }) => symbol === output.symbol) ??
        chain.tokens.find(({ symbol }) => symbol === 'USDC'))
  if (!dex || !carried) return null
  const amountUnits = carried === output ? price.effectiveUnits : converted(leftUnits(price), input, carried)
  return {
    protocol: { name: dex.id, displayName: dex.name, icon: `${parts.baseUrl}/logos/venue/${dex.id}.png` },
    amountOut: String(amountUnits),
    minAmountOut: String(lessPercent(amountUnits, params.slippage)),
    inputTokenAddress: wireToken(input, parts.serviceSettings.shape, parts.baseUrl).address,
    outputTokenAddress: wireToken(carried, parts.serviceSettings.shape, parts.baseUrl).address,
    slippage: Number(params.slippage),
  }
}

function leftUnits(price: Price): bigint {
  return price.inputUnits - price.affiliateUnits - price.routeFeeUnits - price.refuelInputUnits
}
