import { encodeAbiParameters, keccak256, toHex } from 'viem'
import { type Address, type Hex, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { DepositRoute, ManualRoute, TxData } from '../../lib/service/route.ts'
import { chainById, tokenAt } from './chains.ts'

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

export function createManualRoute(request: QuoteRequest, name: string, terms: Terms): ManualRoute {
  const minUnits = (terms.promisedUnits * 995n) / 1000n
  return {
    quoteId: terms.quoteId,
    quoteExpirySeconds: terms.nowSeconds + terms.quoteLifeSeconds,
    output: {
      token: tokenAt(request.destinationChainId, request.outputToken),
      amount: String(terms.promisedUnits),
      effectiveAmount: null,
      minAmountOut: String(minUnits),
      priceInUsd: '1',
      valueInUsd: null,
      effectiveInUsd: null,
    },
    approvalData: null,
    unreadFees: [],
    suggestedSlippagePercent: null,
    isRefuelUnread: false,
    affiliateFee: null,
    gasFee: null,
    slippagePercent: '0.5',
    estimatedSeconds: 60,
    routeDetails: { name, logoURI: null, routeFee: null, dexName: null },
    refuel: null,
    routeTags: [],
  }
}

/** The transaction that `build-tx` returns for it; `nativeFee` is added to the input. */
export function buildTransaction(ask: QuoteRequest, route: ManualRoute, nativeFee: bigint): TxData {
  const [target = zeroAddress] = chainById(ask.originChainId).manualTargets
  const isNative = ask.inputToken === nativeAddress
  const body = encodeAbiParameters(manualCall, [
    ask.inputToken as Address,
    BigInt(ask.inputAmount),
    nativeFee,
    BigInt(ask.destinationChainId),
    ask.outputToken as Address,
    BigInt(route.output.minAmountOut),
    (ask.receiverAddress ?? zeroAddress) as Address,
  ])
  return {
    to: target,
    data: `${manualSelector}${body.slice(2)}` as Hex,
    value: String(nativeFee + (isNative ? BigInt(ask.inputAmount) : 0n)),
    chainId: ask.originChainId,
  }
}

export function createDepositRoute(ask: QuoteRequest, terms: Terms): DepositRoute {
  const requestHash = keccak256(toHex(`deposit ${terms.quoteId}`))
  return {
    form: 'deposit',
    requestHash,
    address: `0x${requestHash.slice(2, 42)}`,
    token: ask.inputToken,
    amount: ask.inputAmount,
    chainId: ask.originChainId,
    memo: null,
    expirySeconds: terms.nowSeconds + 600,
    refundAddress: ask.options?.refundAddress ?? null,
    totalFeeBps: '5',
    output: createManualRoute(ask, 'deposit', terms).output,
    estimatedSeconds: 30,
  }
}
