import { type Address, nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { PermitCheckInput } from '../../../lib/checks/check-report.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { DeploymentChain, RequestType } from '../../../lib/deployment/schema.ts'
import type { WalletQuoteRequest } from '../../../lib/service/quote-request.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'
import type { AutoRoute, SignTypedData } from '../../../lib/service/route.ts'
import type { Token } from '../../../lib/service/token.ts'
import { pinnedTypes } from './pinned-types.ts'

export const user: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const gateway: Address = '0x000000000000000000000000000000000006a7e0'
export const inbox: Address = '0x000000000000000000000000000000000001b0c5'
export const permit2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const usdc: Address = '0x1111111111111111111111111111111111111c1c'
export const islandUsdc: Address = '0x2222222222222222222222222222222222222c2c'
export const wrapped: Address = '0x3333333333333333333333333333333333333c3c'
export const nowSeconds = 1_800_000_000
export const clocks = { earliestSeconds: nowSeconds, latestSeconds: nowSeconds }

const service = { baseUrl: 'http://127.0.0.1:8787', kind: 'sandbox', requestsPerMinute: 100 } as const

export const harbour: DeploymentChain = {
  chainId: 31337,
  name: 'Harbour',
  rpcUrls: ['http://127.0.0.1:8545'],
  explorerUrl: null,
  confirmations: 1,
  permit2,
  gateways: [gateway],
  inboxes: [inbox],
  manualTargets: [],
  nativeFeeMaxUnits: '0',
  multicall3: null,
  wrappedNative: wrapped,
  verifiedTokens: [],
}

export function token(chainId: number, at: string, symbol: string, decimals: number): Token {
  return { chainId, address: at, name: symbol, symbol, decimals, logoURI: null, isVerified: true }
}

export interface Honest {
  readonly request: WalletQuoteRequest
  readonly quote: Quote
  readonly route: AutoRoute
}

const inputAmount = '1500000'
const minAmountOut = '1487902'
const deadline = nowSeconds + 600
const nonce = String(nowSeconds)

function witnessOf(kind: RequestType, quoteRequest: Honest['request'], sender: string): JsonObject {
  const tail = {
    metadata: `0x68b79aeab92d6307${'0'.repeat(44)}2713`,
    affiliateFees: '0x',
    minDestGas: '0',
    destinationPayload: '0x',
    exclusiveTransmitter: zeroAddress,
  }
  const common = {
    deadline: kind === 'SWAP_REQUEST' ? String(deadline) : deadline,
    nonce,
    sender,
    receiver: quoteRequest.receiverAddress,
    exchangeGateway: gateway,
    inputToken: quoteRequest.inputToken,
    inputAmount: quoteRequest.inputAmount,
    outputToken: quoteRequest.outputToken,
    minOutputAmount: minAmountOut,
  }
  if (kind === 'SWAP_REQUEST')
    return { basicReq: { chainId: quoteRequest.originChainId, ...common }, ...tail }
  return {
    basicReq: {
      originChainId: quoteRequest.originChainId,
      destinationChainId: quoteRequest.destinationChainId,
      ...common,
      delegate: quoteRequest.userAddress,
      switchboardId: 7,
      refuelAmount: '0',
    },
    swapOutputToken: zeroAddress,
    minSwapOutput: '0',
    ...tail,
  }
}

function signTypedDataOf(kind: RequestType, witness: JsonObject): SignTypedData {
  return {
    domain: { name: 'Permit2', chainId: harbour.chainId, verifyingContract: permit2 },
    types: pinnedTypes[kind],
    values: {
      permitted: { token: usdc, amount: inputAmount },
      spender: gateway,
      nonce,
      deadline: kind === 'SWAP_REQUEST' ? String(deadline) : deadline,
      witness,
    },
  }
}

/** An honest quote of a signed route. */
export function honest(kind: RequestType): Honest {
  return honestOf(kind, usdc)
}

/**
 * An honest quote whose witness is sent to the inbox: in native currency, whose request names the wrapped token, or in
 * ERC-20 with `useInbox`. The test sets its `txData`.
 */
export function honestInbox(
  kind: RequestType,
  inputToken: `0x${string}` = nativeAddress,
): Honest & { witness: JsonObject } {
  const base = honestOf(kind, inputToken)
  const named = inputToken === nativeAddress ? wrapped : inputToken
  const witness = witnessOf(kind, { ...base.request, inputToken: named }, inbox)
  const requestHash = requestHashOf(pinnedTypes[kind], witness)
  const route: AutoRoute = { ...base.route, userOp: 'tx', signTypedData: null, requestHash }
  return { request: base.request, route, quote: { ...base.quote, routes: [route] }, witness }
}

/** An honest quote of a signed SINGLE_OUTPUT_REQUEST on one chain, as the interface describes it. */
export function honestOnOneChain(): Honest {
  return honestOf('SINGLE_OUTPUT_REQUEST', usdc, harbour.chainId)
}

function honestOf(
  kind: RequestType,
  inputToken: `0x${string}`,
  destinationChainId = kind === 'SWAP_REQUEST' ? harbour.chainId : 31338,
): Honest {
  const request = {
    originChainId: harbour.chainId,
    destinationChainId,
    inputToken,
    inputAmount,
    outputToken: islandUsdc,
    userAddress: user,
    receiverAddress: user,
    slippagePercent: '0.5',
  } as const
  const witness = witnessOf(kind, request, user)
  const output = token(destinationChainId, islandUsdc, 'USDC', 6)
  const route: AutoRoute = {
    kind: 'auto',
    key: 'auto:sign:Exchange Protocol',
    userOp: 'sign',
    requestHash: requestHashOf(pinnedTypes[kind], witness),
    requestType: kind,
    output: {
      token: output,
      amount: '1502116',
      effectiveAmount: '1492380',
      minAmountOut,
      priceInUsd: '1',
      valueInUsd: '1.502116',
      effectiveInUsd: null,
    },
    unreadFees: [],
    suggestedSlippagePercent: null,
    isRefuelUnread: false,
    approvalData: null,
    affiliateFee: null,
    signTypedData: signTypedDataOf(kind, witness),
    gasFee: null,
    slippagePercent: '0.5',
    txData: null,
    isForeign: false,
    estimatedSeconds: 10,
    refuel: null,
    routeDetails: { name: 'Exchange Protocol', logoURI: null, routeFee: null, dexName: null },
    quoteId: '68b79aeab92d6307',
    quoteExpirySeconds: nowSeconds + 60,
    routeTags: [],
  }
  const quote: Quote = {
    originChainId: request.originChainId,
    destinationChainId,
    userAddress: user,
    receiverAddress: user,
    input: {
      token: token(harbour.chainId, inputToken, 'USDC', 6),
      amount: inputAmount,
      priceInUsd: '1',
      valueInUsd: '1.5',
    },
    destinationExec: null,
    routes: [route],
    unread: [],
  }
  return { request, quote, route }
}

/** The honest input for a signed route: no hash or nonce used before, no accepted minimum yet. */
export function permitCheck({ request, quote, route }: Honest): PermitCheckInput {
  return {
    request,
    quote,
    route,
    chain: harbour,
    deployment: { service, types: pinnedTypes, permitMaxLifeSeconds: 900, fee: null },
    nowSeconds,
    clocks,
    floorUnits: 0n,
    usedNonces: new Set(),
    usedRequestHashes: new Set(),
  }
}
