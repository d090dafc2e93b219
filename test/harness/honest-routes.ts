import { encodeAbiParameters, keccak256, toHex } from 'viem'
import { type Address, type Hex, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { TxData } from '../../lib/service/route.ts'
import { chainById, tokenAt } from './chains.ts'
import type { WireDeposit, WireManualRoute } from './honest-quote.ts'

export const manualCall = [
  { name: 'inputToken', type: 'address' },
  { name: 'inputAmount', type: 'uint256' },
  { name: 'nativeFee', type: 'uint256' },
  { name: 'destinationChainId', type: 'uint256' },
  { name: 'outputToken', type: 'address' },
  { name: 'outputAmount', type: 'uint256' },
  { name: 'receiver', type: 'address' },
] as const

export const manualSelector = '0x5ca1ab1e'

interface Terms {
  readonly quoteId: string
  readonly nowSeconds: number
  readonly quoteLifeSeconds: number
  readonly promisedUnits: bigint
}

export function createManualRoute(request: QuoteRequest, name: string, terms: Terms): WireManualRoute {
  const minUnits = (terms.promisedUnits * 995n) / 1000n
  return {
    quoteId: terms.quoteId,
    quoteExpiry: terms.nowSeconds + terms.quoteLifeSeconds,
    output: {
      token: tokenAt(request.destinationChainId, request.outputToken),
      amount: String(terms.promisedUnits),
      effectiveAmount: null,
      minAmountOut: String(minUnits),
      priceInUsd: '1',
      valueInUsd: null,
    },
    approvalData: null,
    affiliateFee: null,
    gasFee: null,
    slippage: 0.5,
    estimatedTime: 60,
    routeDetails: { name, logoURI: null, routeFee: null },
    refuel: null,
    routeTags: [],
  }
}

/** The transaction that `build-tx` returns for it; `nativeFee` is added to the input. */
export function buildTransaction(
  quoteRequest: QuoteRequest,
  route: Pick<WireManualRoute, 'output'>,
  nativeFee: bigint,
): TxData {
  const [target = zeroAddress] = chainById(quoteRequest.originChainId).manualTargets
  const isNative = quoteRequest.inputToken === nativeAddress
  const body = encodeAbiParameters(manualCall, [
    quoteRequest.inputToken as Address,
    BigInt(quoteRequest.inputAmount),
    nativeFee,
    BigInt(quoteRequest.destinationChainId),
    quoteRequest.outputToken as Address,
    BigInt(route.output.minAmountOut),
    (quoteRequest.receiverAddress ?? zeroAddress) as Address,
  ])
  return {
    to: target,
    data: `${manualSelector}${body.slice(2)}` as Hex,
    value: String(nativeFee + (isNative ? BigInt(quoteRequest.inputAmount) : 0n)),
    chainId: quoteRequest.originChainId,
  }
}

export function createDepositRoute(quoteRequest: QuoteRequest, terms: Terms): WireDeposit {
  const requestHash = keccak256(toHex(`deposit ${terms.quoteId}`))
  return {
    requestHash,
    userOp: 'transfer',
    depositData: {
      address: `0x${requestHash.slice(2, 42)}`,
      token: quoteRequest.inputToken,
      amount: quoteRequest.inputAmount,
      chainId: quoteRequest.originChainId,
      memo: null,
    },
    expiry: terms.nowSeconds + 600,
    refundAddress: quoteRequest.options?.refundAddress ?? null,
    totalFeeBps: '5',
    output: createManualRoute(quoteRequest, 'deposit', terms).output,
    estimatedTime: 30,
  }
}
