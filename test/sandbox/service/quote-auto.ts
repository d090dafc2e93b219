import { randomBytes } from 'node:crypto'
import { zeroAddress } from 'viem'
import { createRequestData } from '../chains/contract-abis.ts'
import type { RequestKind } from '../chains/ledger.ts'
import type { Quoted } from './book.ts'
import { solanaTransaction } from './foreign-transaction.ts'
import { intermediateSwapOf } from './intermediate-swap.ts'
import { priceRoute } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import { newQuoteId, requestStruct } from './request-struct.ts'
import {
  affiliateFee,
  approval,
  gasFee,
  isSupportedPair,
  outputSide,
  refuelOf,
  refuelSide,
  routeFee,
} from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { signTypedData } from './typed-data.ts'
import { wireAddress } from './wire-token.ts'
import { wireTransaction } from './wire-transaction.ts'

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

export interface Variant {
  /** Null: the route has no `routeTags` at all, as in some deployments. */
  readonly tags: readonly string[] | null
  readonly relayFeeUsd: string
  readonly seconds: number
}

const routeFeeBps = 10n

/** An automatic route of the interface, recorded so that its request is recognised; null if there is none. */
export function createAutoRoute(
  parts: ServiceParts,
  params: QuoteParams,
  variant: Variant,
  nowSeconds: number,
) {
  const chain = parts.catalogue.liveChain(params.originChainId)
  const input = parts.catalogue.liveToken(params.originChainId, params.inputToken)
  const output = parts.catalogue.liveToken(params.destinationChainId, params.outputToken)
  if (!chain || !input || !output || !isSupportedPair(input, output)) return null
  const { lessPercent, suggestedSlippage } = parts.serviceSettings.offer
  const refuel = refuelOf(parts, params, output)
  const costs = { routeFeeBps, relayFeeUsd: variant.relayFeeUsd, refuel, lessPercent }
  const price = priceRoute(params, params.inputUnits, input, output, costs)
  if (!price) return null
  const { serviceSettings, book } = parts
  const onchain = input.kind === 'native' || params.useInbox
  const isLiteral = serviceSettings.shape === 'interface'
  // The interface documents one type of request. Deployments have another one within a chain.
  const kind: RequestKind =
    input.chainId === output.chainId && !isLiteral ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
  const quoteId = newQuoteId()
  const deadlineSeconds =
    nowSeconds + (onchain ? serviceSettings.life.inboxSeconds : serviceSettings.life.deadlineSeconds)
  const user = params.user ?? zeroAddress
  const intermediateSwap = intermediateSwapOf(parts, params, input, output)
  const structParts = {
    intermediateSwap,
    kind,
    chain,
    sender: onchain ? chain.inbox : user,
    price,
    quoteId,
    nonce: `${nowSeconds}${String(book.next()).padStart(6, '0')}`,
    deadlineSeconds,
    shape: serviceSettings.shape,
    delegate: serviceSettings.delegate,
  }
  const isWrapped = input.kind === 'native' && serviceSettings.nativeForm === 'wrapped'
  const inputToken = isWrapped ? chain.wrappedNative : input.address
  const named = { ...params, inputToken, outputToken: output.address }
  const struct = requestStruct(named, structParts)
  const requestHash = parts.ledger.requestHash(kind, struct)
  const expirySeconds = nowSeconds + serviceSettings.life.quoteSeconds
  const quoted: Quoted = {
    ...{ way: 'auto', quoteId, requestHash, kind, struct, request: params, input, output, price },
    ...{ onchain, intermediateSwap, expirySeconds, deadlineSeconds },
  }
  book.quotes.set(quoteId, quoted)
  const executable = params.user !== null
  return {
    // The interface has a word only for signed routes.
    userOp: onchain ? (isLiteral ? 'transaction' : 'tx') : 'sign',
    requestHash,
    requestType: kind,
    output: outputSide(parts, output, price, onchain ? chain : undefined),
    approvalData: executable ? approval(parts, quoted, chain) : null,
    affiliateFee: affiliateFee(parts, params, input, price),
    signTypedData: executable && !onchain ? signTypedData(named, structParts, struct) : null,
    gasFee: onchain && !isLiteral ? gasFee(parts, chain) : null,
    slippage: Number(params.slippage),
    suggestedClientSlippage: suggestedSlippage ?? Number(params.slippage),
    txData:
      executable && onchain
        ? wireTransaction(serviceSettings.shape, {
            to: wireAddress(chain.inbox, serviceSettings.shape),
            data: createRequestData(kind, struct, user),
            value: input.kind === 'native' ? params.inputUnits : 0n,
            chainId: chain.chainId,
          })
        : null,
    estimatedTime: variant.seconds,
    routeDetails: {
      name: 'Exchange Protocol',
      logoURI: `${parts.baseUrl}/logos/protocol.png`,
      routeFee: isLiteral ? null : routeFee(parts, input, price.routeFeeUnits),
      dexDetails: null,
    },
    refuel: refuelSide(parts, input, price),
    quoteId,
    quoteExpiry: expirySeconds,
    ...(variant.tags === null ? {} : { routeTags: variant.tags }),
  }
}
