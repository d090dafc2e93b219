import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { nativeRequest, sameChainRequest, signedRequest } from '../harness/actions.ts'
import { chainById, tokenAt, user } from '../harness/chains.ts'
import { nameCoins, type Wire } from '../hostile/wire.ts'
import { formatResponse } from '../sandbox/service/format-response.ts'
import { responseFormats } from '../sandbox/service/response-formats.ts'
import { literalForms, literalQuote } from './literal.ts'
import { createShapeHarness, type Honest } from './shape-harness.ts'

export interface QuoteShape {
  readonly name: string
  readonly request: QuoteRequest
  readonly result: Wire
}

const everything: QuoteRequest = {
  ...signedRequest,
  options: { enableManual: true, enableDepositAddress: true, refundAddress: user },
}
const older: QuoteRequest = { ...signedRequest, options: { useDepositAddress: true, refundAddress: user } }

/** The quotes that are mutated field by field: each swap method with every optional field. */
export async function quoteShapes(): Promise<readonly QuoteShape[]> {
  const given = [
    ['signed, with several routes of each kind', everything],
    ['sent', nativeRequest],
    ['within one chain', sameChainRequest],
    ['with an older deposit', older],
  ] as const
  return Promise.all(
    given.map(async ([name, request]) => ({ name, request: request, result: await fullQuote(request) })),
  )
}

/** Each quote in every plausible format of the parts that the interface does not define. */
export function dressedQuotes(shapes: readonly QuoteShape[]): readonly QuoteShape[] {
  return shapes.flatMap(({ name, request, result }) =>
    responseFormats.map((dress) => {
      return {
        name: `${name}, ${dress}`,
        request: request,
        result: formatResponse(dress, 'quote', result) as Wire,
      }
    }),
  )
}

export async function literalQuotes(): Promise<readonly QuoteShape[]> {
  const given = [
    ['signed, with manual routes', { ...signedRequest, options: { enableManual: true } }],
    ['sent', nativeRequest],
    ['within one chain', sameChainRequest],
    ['with a deposit', everything],
    ['with an older deposit', older],
  ] as const
  const quotes = await Promise.all(
    given.map(async ([name, request]) => ({
      name,
      request: request,
      result: await fullQuote(request, true),
    })),
  )
  return quotes.flatMap(({ name, request, result }) =>
    literalForms.map((form) => ({
      name: `${name}, literal, ${form}`,
      request: request,
      result: literalQuote(form, result),
    })),
  )
}

async function fullQuote(request: QuoteRequest, isSingleOutput = false): Promise<Wire> {
  const { honest, world } = await createShapeHarness(request)
  world.service.isSingleOutput = isSingleOutput
  const first = await wireOf(honest, request)
  const autoRoutes = await Promise.all(
    request === everything ? [wireOf(honest, request).then(({ autoRoute }) => autoRoute as Wire)] : [],
  )
  const manual = first.manualRoutes as readonly Wire[]
  const nowSeconds = Math.floor(world.clock.nowMs() / secondMs)
  return {
    ...first,
    input: { ...(first.input as Wire), ...worth(request) },
    destinationExec: null,
    autoRoute: full(first.autoRoute as Wire, request, 10),
    autoRoutes: autoRoutes.map((route) => full({ ...route, quoteId: 'second' }, request, 20)),
    manualRoutes: manual.map((route, at) => ({
      ...full(route, request, 60 + at),
      refuel: refuelOf(request),
    })),
    ...(request === older ? { depositRoute: olderDeposit(nowSeconds), deposit: null } : {}),
  }
}

async function wireOf(honest: Honest, request: QuoteRequest): Promise<Wire> {
  const { result } = await honest.quote(request, { priority: 'quote' })
  return nameCoins(result)
}

function worth(request: QuoteRequest): Wire {
  const isCoin = chainById(request.originChainId).verifiedTokens.every(
    ({ address }) => address !== request.inputToken,
  )
  const whole = Number(request.inputAmount) / 10 ** (isCoin ? 18 : 6)
  return { priceInUsd: 1, valueInUsd: whole }
}

/** A route with every optional field, each figure unique in the whole quote. */
function full(route: Wire, request: QuoteRequest, estimatedTime: number): Wire {
  const token = tokenAt(request.originChainId, request.inputToken)
  const fee = (units: number, feeInUsd: number) => ({ token, amount: String(units), feeInUsd, priceInUsd: 1 })
  const output = route.output as Wire
  return {
    ...route,
    suggestedClientSlippage: 0.5,
    estimatedTime,
    output: {
      ...output,
      token: { ...(output.token as Wire), icon: null },
      // Some routes bring less than they cost.
      effectiveValueInUsd: 1.28,
      effectiveReceivedInUsd: estimatedTime > 60 ? -0.21 : 1.29,
    },
    affiliateFee: { ...fee(estimatedTime, 0.11), feeTakerAddress: user },
    gasFee: {
      gasToken: tokenAt(request.originChainId, 'native'),
      gasLimit: '567600',
      gasPrice: '10000000',
      estimatedFee: String(estimatedTime * 1_000_000),
      feeInUsd: 0.07,
    },
    routeDetails: {
      ...(route.routeDetails as Wire),
      logoURI: null,
      routeFee: fee(estimatedTime + 1, 0.13),
      dexDetails: { protocol: { name: 'openocean', displayName: 'OpenOcean' } },
    },
    routeTags: ['SUGGESTED'],
  }
}

function refuelOf(request: QuoteRequest): Wire {
  const amount = '400000000000000'
  return {
    input: { token: tokenAt(request.originChainId, request.inputToken), amount: '1000' },
    output: { token: tokenAt(request.destinationChainId, 'native'), amount },
  }
}

function olderDeposit(nowSeconds: number): Wire {
  return {
    depositAddress: `0x${'d1'.repeat(20)}`,
    quoteId: `0x${'d0'.repeat(32)}`,
    userOp: 'tx',
    totalFeeBps: '3.5',
    expiry: nowSeconds + 600,
  }
}
