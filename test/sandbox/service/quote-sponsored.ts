import { randomBytes } from 'node:crypto'
import { solanaTransaction } from './foreign-transaction.ts'
import { priceRoute } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import { newQuoteId } from './request-struct.ts'
import { isSupportedPair, outputSide, routeFee } from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'

const routeFeeBps = 10n
const solanaChainId = 89999

/** Within Solana. It can only be displayed, since nothing here can send it; null for other requests. */
export function createSponsoredRoute(parts: ServiceParts, params: QuoteParams, nowSeconds: number) {
  const { catalogue, serviceSettings, baseUrl } = parts
  const { originChainId, destinationChainId, sponsor } = params
  if (sponsor === null || originChainId !== solanaChainId || destinationChainId !== solanaChainId) return null
  const input = catalogue.routedToken(originChainId, params.inputToken)
  const output = catalogue.routedToken(destinationChainId, params.outputToken)
  if (!input || !output || !isSupportedPair(input, output)) return null
  const costs = { routeFeeBps, relayFeeUsd: '0', refuel: null }
  const price = priceRoute({ ...params, fee: null }, params.inputUnits, input, output, costs)
  if (!price) return null
  return {
    userOp: 'tx',
    requestHash: `0x${randomBytes(32).toString('hex')}`,
    requestType: 'SWAP_REQUEST',
    output: outputSide(parts, output, price),
    ...{ approvalData: null, affiliateFee: null, signTypedData: null, gasFee: null, refuel: null },
    slippage: Number(params.slippage),
    suggestedClientSlippage: Number(params.slippage),
    txData: solanaTransaction(sponsor, price.inputUnits),
    estimatedTime: 2,
    routeDetails: {
      name: 'Exchange Protocol',
      logoURI: `${baseUrl}/logos/protocol.png`,
      routeFee: routeFee(parts, input, price.routeFeeUnits),
      dexDetails: null,
    },
    quoteId: newQuoteId(),
    quoteExpiry: nowSeconds + serviceSettings.life.quoteSeconds,
  }
}
