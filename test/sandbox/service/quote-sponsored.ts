import { randomBytes } from 'node:crypto'
import type { Ask } from './quote-params.ts'
import { solanaTransaction } from './foreign-transaction.ts'
import { priceRoute } from './price-route.ts'
import { newQuoteId } from './request-struct.ts'
import { outputSide, routeFee, served } from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'

const routeFeeBps = 10n
const solanaChainId = 89999

/**
 * The sponsored swap within Solana, which can only be displayed, since nothing here can send it; null for
 * other requests.
 */
export function quoteSponsored(parts: ServiceParts, ask: Ask, nowSeconds: number) {
  const { catalogue, knobs, baseUrl } = parts
  const { originChainId, destinationChainId, sponsor } = ask
  if (sponsor === null || originChainId !== solanaChainId || destinationChainId !== solanaChainId) return null
  const input = catalogue.routedToken(originChainId, ask.inputToken)
  const output = catalogue.routedToken(destinationChainId, ask.outputToken)
  if (!input || !output || !served(input, output)) return null
  const costs = { routeFeeBps, relayFeeUsd: '0', refuel: null }
  const price = priceRoute({ ...ask, fee: null }, ask.inputUnits, input, output, costs)
  if (!price) return null
  return {
    userOp: 'tx',
    requestHash: `0x${randomBytes(32).toString('hex')}`,
    requestType: 'SWAP_REQUEST',
    output: outputSide(parts, output, price),
    ...{ approvalData: null, affiliateFee: null, signTypedData: null, gasFee: null, refuel: null },
    slippage: Number(ask.slippage),
    suggestedClientSlippage: Number(ask.slippage),
    txData: solanaTransaction(sponsor, price.inputUnits),
    estimatedTime: 2,
    routeDetails: {
      name: 'Exchange Protocol',
      logoURI: `${baseUrl}/logos/protocol.png`,
      routeFee: routeFee(parts, input, price.routeFeeUnits),
      dexDetails: null,
    },
    quoteId: newQuoteId(),
    quoteExpiry: nowSeconds + knobs.life.quoteSeconds,
  }
}
