import { zeroAddress } from 'viem'
import { createRequestData } from '../chains/contract-abis.ts'
import type { RequestKind } from '../chains/ledger.ts'
import type { Ask } from './quote-params.ts'
import type { Quoted } from './book.ts'
import { onTheWayOf } from './intermediate-swap.ts'
import { priceRoute } from './price-route.ts'
import { newQuoteId, requestStruct } from './request-struct.ts'
import {
  affiliateFee,
  approval,
  gasFee,
  outputSide,
  refuelOf,
  refuelSide,
  routeFee,
  served,
} from './route-parts.ts'
import type { ServiceParts } from './service-parts.ts'
import { signTypedData } from './typed-data.ts'
import { wireAddress } from './wire-token.ts'
import { wireTransaction } from './wire-transaction.ts'

/** The differences between automatic routes. */
export interface Variant {
  /** Null: the route has no `routeTags` at all, as in some deployments. */
  readonly tags: readonly string[] | null
  readonly relayFeeUsd: string
  readonly seconds: number
}

const routeFeeBps = 10n

/** An automatic route of the interface, recorded so that its request is recognised; null if there is none. */
export function quoteAuto(parts: ServiceParts, ask: Ask, variant: Variant, nowSeconds: number) {
  const chain = parts.catalogue.liveChain(ask.originChainId)
  const input = parts.catalogue.liveToken(ask.originChainId, ask.inputToken)
  const output = parts.catalogue.liveToken(ask.destinationChainId, ask.outputToken)
  if (!chain || !input || !output || !served(input, output)) return null
  const { lessPercent, suggestedSlippage } = parts.knobs.offer
  const refuel = refuelOf(parts, ask, output)
  const costs = { routeFeeBps, relayFeeUsd: variant.relayFeeUsd, refuel, lessPercent }
  const price = priceRoute(ask, ask.inputUnits, input, output, costs)
  if (!price) return null
  const { knobs, book } = parts
  const onchain = input.kind === 'native' || ask.useInbox
  const isLiteral = knobs.shape === 'interface'
  // The interface documents one type of request. Deployments have another one within a chain.
  const kind: RequestKind =
    input.chainId === output.chainId && !isLiteral ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
  const quoteId = newQuoteId()
  const deadlineSeconds = nowSeconds + (onchain ? knobs.life.inboxSeconds : knobs.life.deadlineSeconds)
  const user = ask.user ?? zeroAddress
  const onTheWay = onTheWayOf(parts, ask, input, output)
  const structParts = {
    onTheWay,
    kind,
    chain,
    sender: onchain ? chain.inbox : user,
    price,
    quoteId,
    nonce: `${nowSeconds}${String(book.next()).padStart(6, '0')}`,
    deadlineSeconds,
    shape: knobs.shape,
    delegate: knobs.delegate,
  }
  const isWrapped = input.kind === 'native' && knobs.nativeForm === 'wrapped'
  const inputToken = isWrapped ? chain.wrappedNative : input.address
  const named = { ...ask, inputToken, outputToken: output.address }
  const struct = requestStruct(named, structParts)
  const requestHash = parts.ledger.requestHash(kind, struct)
  const expirySeconds = nowSeconds + knobs.life.quoteSeconds
  const quoted: Quoted = {
    ...{ way: 'auto', quoteId, requestHash, kind, struct, ask, input, output, price },
    ...{ onchain, onTheWay, expirySeconds, deadlineSeconds },
  }
  book.quotes.set(quoteId, quoted)
  const executable = ask.user !== null
  return {
    // The interface has a word only for signed routes.
    userOp: onchain ? (isLiteral ? 'transaction' : 'tx') : 'sign',
    requestHash,
    requestType: kind,
    output: outputSide(parts, output, price, onchain ? chain : undefined),
    approvalData: executable ? approval(parts, quoted, chain) : null,
    affiliateFee: affiliateFee(parts, ask, input, price),
    signTypedData: executable && !onchain ? signTypedData(named, structParts, struct) : null,
    gasFee: onchain && !isLiteral ? gasFee(parts, chain) : null,
    slippage: Number(ask.slippage),
    suggestedClientSlippage: suggestedSlippage ?? Number(ask.slippage),
    txData:
      executable && onchain
        ? wireTransaction(knobs.shape, {
            to: wireAddress(chain.inbox, knobs.shape),
            data: createRequestData(kind, struct, user),
            value: input.kind === 'native' ? ask.inputUnits : 0n,
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
