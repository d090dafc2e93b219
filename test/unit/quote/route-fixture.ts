import { subtractDecimal } from '../../../lib/base/decimal.ts'
import type { QuoteView } from '../../../lib/quote/quote-view.ts'
import type { RouteView } from '../../../lib/quote/route-view.ts'
import {
  type AutoRoute,
  type DepositRoute,
  type ManualRoute,
  unpricedRoute,
} from '../../../lib/service/route.ts'
import type { Token } from '../../../lib/service/token.ts'
import { honest } from '../checks/fixtures.ts'
import { bornMs, quoteFor, quoteRequest } from '../models/fake-data.ts'

const { route } = honest('SINGLE_OUTPUT_REQUEST')

/** A manual route with the output of the automatic one. */
export function manual(name: string, part: Partial<ManualRoute> = {}): ManualRoute {
  return {
    ...unpricedRoute,
    kind: 'manual',
    key: `manual:${name}:`,
    quoteId: `manual-${name}`,
    quoteExpirySeconds: route.quoteExpirySeconds,
    output: route.output,
    approvalData: null,
    slippagePercent: '0.5',
    estimatedSeconds: 60,
    routeDetails: { name, logoURI: null, routeFee: null, dexName: null },
    ...part,
  }
}

/** A deposit address without a promise yet. */
export const deposit: DepositRoute = {
  ...unpricedRoute,
  kind: 'deposit',
  key: 'deposit',
  requestHash: route.requestHash,
  address: '0xd000000000000000000000000000000000000001',
  token: null,
  amount: null,
  chainId: null,
  memo: null,
  expirySeconds: null,
  refundAddress: null,
  totalFeeBps: null,
  output: null,
  estimatedSeconds: null,
}

/** The figures of a quote, as the view of its route has them. */
export function figuresOf(quote: QuoteView) {
  const { inputValueInUsd, outputValueInUsd, promisedAmount, minAmountOut, cost, fees, unknownFees } = quote
  const netValueInUsd = subtractDecimal(inputValueInUsd ?? '0', cost?.inUsd ?? '0')
  return { outputValueInUsd, promisedAmount, minAmountOut, cost, fees, unknownFees, netValueInUsd }
}

const figures = (outputToken: Token, expiresMs: number) => ({
  ...figuresOf(quoteFor(quoteRequest, bornMs)),
  ...{ outputToken, expiresMs, blocked: null, estimatedSeconds: 14 },
})

const detailsOf = (name: string) => ({ ...unpricedRoute.routeDetails, name })

/** An automatic route as the list of routes shows it. */
export function autoView(name: string, outputToken: Token, expiresMs: number): AutoRoute & RouteView {
  return {
    ...route,
    ...figures(outputToken, expiresMs),
    key: `auto:sign:${name}`,
    routeDetails: detailsOf(name),
  }
}

export function manualView(name: string, outputToken: Token, expiresMs: number): ManualRoute & RouteView {
  return { ...manual(name), ...figures(outputToken, expiresMs) }
}
