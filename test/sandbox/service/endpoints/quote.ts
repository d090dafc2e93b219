import { zeroAddress } from 'viem'
import { requireListedTaker } from '../affiliates.ts'
import { type Reply, success } from '../envelope.ts'
import { usd } from '../money.ts'
import { createAutoRoute, createSponsoredRoute, type Variant } from '../quote-auto.ts'
import { createDepositRoutes } from '../quote-deposit.ts'
import { createManualRoutes, omitsPayload } from '../quote-manual.ts'
import { type QuoteParams, readQuoteParams } from '../quote-params.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { wireAddress, wireToken } from '../wire-token.ts'

/** GET quote (interface 4.4). An unsupported pair or a too small amount gets a response without routes. */
export async function quote(parts: ServiceParts, { params, affiliate }: Call): Promise<Reply> {
  const { catalogue, serviceSettings, baseUrl } = parts
  const request = readQuoteParams(params, catalogue)
  requireListedTaker(serviceSettings.affiliates, affiliate, request.fee)
  const routed = catalogue.routedToken(request.originChainId, request.inputToken)
  const listed = catalogue.tokens(request.originChainId).find(({ address }) => address === request.inputToken)
  const unknown = {
    chainId: request.originChainId,
    address: request.inputToken,
    name: '',
    symbol: '',
    decimals: 18,
  }
  return success({
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    userAddress: wireAddress(request.sender ?? zeroAddress, serviceSettings.shape),
    receiverAddress: wireAddress(request.receiver, serviceSettings.shape),
    input: {
      token: wireToken(routed ?? listed ?? unknown, serviceSettings.shape, baseUrl),
      amount: String(request.inputUnits),
      priceInUsd: routed ? Number(routed.priceInUsd) : 0,
      valueInUsd: routed ? usd(request.inputUnits, routed) : 0,
    },
    destinationExec:
      request.payload && !omitsPayload(request)
        ? { destinationPayload: request.payload.data, destinationGasLimit: request.payload.gasLimit }
        : null,
    ...(request.exchangeServes
      ? await routesOf(parts, request)
      : { autoRoute: null, manualRoutes: [], depositRoute: null }),
  })
}

async function routesOf(parts: ServiceParts, params: QuoteParams) {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const [best, ...others] = variants(params.originChainId === params.destinationChainId)
  const autoRoute = params.disableAuto ? null : createAutoRoute(parts, params, best, nowSeconds)
  const sponsored = params.disableAuto ? null : createSponsoredRoute(parts, params, nowSeconds)
  const several = autoRoute && params.severalAutoRoutes
  const more = several ? others.map((variant) => createAutoRoute(parts, params, variant, nowSeconds)) : []
  return {
    autoRoute: autoRoute ?? sponsored,
    ...(several ? { autoRoutes: [autoRoute, ...more].filter((route) => route !== null) } : {}),
    manualRoutes: createManualRoutes(parts, params, nowSeconds),
    ...(await createDepositRoutes(parts, params, nowSeconds)),
  }
}

/** The first one is the `autoRoute`. */
function variants(sameChain: boolean): [Variant, ...Variant[]] {
  const best = ['MAX_OUTPUT', 'SUGGESTED']
  return sameChain
    ? [
        { tags: best, relayFeeUsd: '0.01', seconds: 2 },
        { tags: ['FASTEST'], relayFeeUsd: '0.03', seconds: 1 },
      ]
    : [
        { tags: best, relayFeeUsd: '0.03', seconds: 3 },
        { tags: null, relayFeeUsd: '0.05', seconds: 3 },
        { tags: ['FASTEST'], relayFeeUsd: '0.09', seconds: 2 },
      ]
}
