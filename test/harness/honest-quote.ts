import { type AbiParameter, concat, encodeAbiParameters, numberToHex } from 'viem'
import { type Address, type Hex, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { JsonObject } from '../../lib/base/json.ts'
import { createRequestSelectors } from '../../lib/checks/swap-request.ts'
import { requestHashOf } from '../../lib/checks/typed-data.ts'
import type { RequestType, TypeMap } from '../../lib/deployment/schema.ts'
import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { SignTypedData, TxData } from '../../lib/service/route.ts'
import { chainById, deployment, gatewayOf, inboxOf, tokenAt } from './chains.ts'

export interface IntermediateSwapTerms {
  readonly token: Address
  readonly minUnits: string
}

export interface Terms {
  readonly nowSeconds: number
  readonly quoteLifeSeconds: number
  readonly permitLifeSeconds: number
  readonly nonce: bigint
  readonly quoteId: string
  /** Uses the inbox although the input is a token. */
  readonly viaInbox: boolean
  readonly intermediateSwap: IntermediateSwapTerms | null
  /** The delegate that the service chooses by itself; null: the requested one, else the user. */
  readonly delegate: Address | null
  /** The type of request; absent: the type that deployments send between these chains. */
  readonly requestType?: RequestType
  /** Units of the output token after fees. The minimum is half a percent below. */
  readonly promisedUnits: bigint
}

interface WireToken {
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

interface WireAmount {
  readonly token: WireToken
  readonly amount: string
}

export interface WireOutput extends WireAmount {
  readonly effectiveAmount: string | null
  readonly minAmountOut: string
  readonly priceInUsd: string | number | null
  readonly valueInUsd: string | number | null
  readonly effectiveValueInUsd?: string | null
}

export interface WireRefuel {
  readonly input: WireAmount | null
  readonly output: WireAmount
}

/** An automatic or manual route as the service sends it (interface 2). */
interface WireRoute {
  readonly quoteId: string
  readonly quoteExpiry: number | null
  readonly output: WireOutput
  readonly approvalData: null
  readonly affiliateFee: (WireAmount & { readonly feeInUsd: string | null }) | null
  readonly gasFee: null
  readonly slippage: number
  readonly suggestedClientSlippage?: string
  readonly estimatedTime: number
  readonly routeDetails: { readonly name: string; readonly logoURI: null; readonly routeFee: null }
  readonly refuel: WireRefuel | null
  readonly routeTags: readonly string[]
}

interface WireAutoRoute extends WireRoute {
  readonly userOp: 'sign' | 'tx'
  readonly quoteExpiry: number
  readonly requestHash: Hex
  readonly requestType: RequestType
  readonly signTypedData: SignTypedData | null
  readonly txData: TxData | null
}

export type WireManualRoute = WireRoute

export interface WireDeposit {
  readonly requestHash: Hex | null
  readonly userOp: 'transfer'
  readonly expiry: number | null
  readonly refundAddress: string | null
  readonly totalFeeBps: string | null
  readonly depositData: {
    readonly address: string
    readonly token: string
    readonly amount: string
    readonly chainId: number
    readonly memo: string | null
  }
  readonly output: WireOutput | null
  readonly estimatedTime: number
}

/** A quote as the service sends it. Ferry's own decoder reads it. */
export interface WireQuote {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly userAddress: string | null
  readonly receiverAddress: string | null
  readonly input: WireAmount & {
    readonly priceInUsd: string | null
    readonly valueInUsd: string | null
  }
  readonly destinationExec: {
    readonly destinationPayload: string
    readonly destinationGasLimit: string | null
  } | null
  readonly autoRoute: WireAutoRoute | null
  readonly autoRoutes: readonly WireAutoRoute[]
  readonly manualRoutes: readonly WireManualRoute[]
  readonly deposit: WireDeposit | null
  /** The older form of a deposit. */
  readonly depositRoute: object | null
}

/** A stored quote with changes to the response that it was read from. */
export function changeHeldQuote(held: HeldQuote, change: (quote: WireQuote) => object): HeldQuote {
  const result = JSON.parse(JSON.stringify(change(held.response.result as unknown as WireQuote)))
  return { ...held, response: { ...held.response, result } }
}

/** A quote that passes every check, with the facts that the service remembers of it. */
export interface IssuedQuote {
  readonly quote: WireQuote
  readonly route: WireAutoRoute
  readonly request: QuoteRequest
  readonly witness: JsonObject
  readonly minUnits: bigint
  readonly deadlineSeconds: number
  readonly nonce: bigint
  readonly requestHash: Hex
}

/** Makes an honest quote: typed data for a token, a transaction to the inbox for the native currency. */
export function createHonestQuote(request: QuoteRequest, given: Terms): IssuedQuote {
  const chain = chainById(request.originChainId)
  const isNative = request.inputToken === nativeAddress
  const isSent = isNative || given.viaInbox
  const isOneChain = request.originChainId === request.destinationChainId
  const requestType = given.requestType ?? (isOneChain ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST')
  const types = deployment.types[requestType]
  const minUnits = (given.promisedUnits * 995n) / 1000n
  const deadlineSeconds = given.nowSeconds + given.permitLifeSeconds
  const sender = isSent ? inboxOf(chain) : (request.userAddress ?? zeroAddress)
  const { nonce, intermediateSwap, delegate } = given
  const terms = { minUnits, deadlineSeconds, nonce, intermediateSwap, delegate }
  const witness = witnessOf(requestType, request, sender, terms)
  const requestHash = requestHashOf(types, witness)
  const values = {
    permitted: { token: request.inputToken, amount: request.inputAmount },
    spender: gatewayOf(chain),
    nonce: String(given.nonce),
    deadline: deadlineSeconds,
    witness,
  }
  const domain = { name: 'Permit2', chainId: chain.chainId, verifyingContract: chain.permit2 }
  const txData = {
    to: inboxOf(chain),
    data: createRequestData(requestType, types, witness, request.userAddress ?? zeroAddress),
    value: isNative ? request.inputAmount : '0',
    chainId: chain.chainId,
  }
  const route: WireAutoRoute = {
    userOp: isSent ? 'tx' : 'sign',
    requestHash,
    requestType,
    output: {
      token: tokenAt(request.destinationChainId, request.outputToken),
      amount: String(given.promisedUnits + 10n),
      effectiveAmount: String(given.promisedUnits),
      minAmountOut: String(minUnits),
      priceInUsd: '1',
      valueInUsd: null,
    },
    approvalData: null,
    affiliateFee: null,
    signTypedData: isSent ? null : { domain, types, values },
    gasFee: null,
    slippage: 0.5,
    txData: isSent ? txData : null,
    estimatedTime: 10,
    refuel: refuelOf(request),
    routeDetails: { name: 'Exchange Protocol', logoURI: null, routeFee: null },
    quoteId: given.quoteId,
    quoteExpiry: given.nowSeconds + given.quoteLifeSeconds,
    routeTags: [],
  }
  const quote: WireQuote = {
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    userAddress: request.userAddress,
    receiverAddress: request.receiverAddress,
    input: {
      token: tokenAt(request.originChainId, request.inputToken),
      amount: request.inputAmount,
      priceInUsd: '1',
      valueInUsd: null,
    },
    destinationExec: execOf(request),
    autoRoute: route,
    autoRoutes: [],
    manualRoutes: [],
    deposit: null,
    depositRoute: null,
  }
  return {
    quote,
    route,
    request: request,
    witness,
    minUnits,
    deadlineSeconds,
    nonce: given.nonce,
    requestHash,
  }
}

function refuelOf({ options, destinationChainId }: QuoteRequest): WireRefuel | null {
  if (options?.refuel !== true) return null
  const token = tokenAt(destinationChainId, nativeAddress)
  return { input: null, output: { token, amount: '3000000000000000' } }
}

function execOf({ options = {} }: QuoteRequest): WireQuote['destinationExec'] {
  const { destinationPayload, destinationGasLimit = null } = options
  return destinationPayload === undefined ? null : { destinationPayload, destinationGasLimit }
}

function witnessOf(
  kind: RequestType,
  request: QuoteRequest,
  sender: Address,
  terms: { minUnits: bigint; deadlineSeconds: number } & Pick<
    Terms,
    'nonce' | 'intermediateSwap' | 'delegate'
  >,
): JsonObject {
  const common = {
    deadline: terms.deadlineSeconds,
    nonce: String(terms.nonce),
    sender,
    receiver: request.receiverAddress,
    exchangeGateway: gatewayOf(chainById(request.originChainId)),
    inputToken: requestInput(request, sender),
    inputAmount: request.inputAmount,
    outputToken: request.outputToken,
    minOutputAmount: String(terms.minUnits),
  }
  const tail = {
    metadata: `0x${'0'.repeat(63)}7`,
    affiliateFees: packedFee(request),
    minDestGas: request.options?.destinationGasLimit ?? '0',
    destinationPayload: request.options?.destinationPayload ?? '0x',
    exclusiveTransmitter: zeroAddress,
  }
  if (kind === 'SWAP_REQUEST') return { basicReq: { chainId: request.originChainId, ...common }, ...tail }
  const refuelAmount = refuelOf(request)?.output.amount ?? '0'
  const delegate = terms.delegate ?? request.options?.delegateAddress ?? request.userAddress
  const cross = { delegate, switchboardId: 1, refuelAmount }
  const chains = { originChainId: request.originChainId, destinationChainId: request.destinationChainId }
  const basicReq = { ...chains, ...common, ...cross }
  const { token: swapOutputToken = zeroAddress, minUnits: minSwapOutput = '0' } = terms.intermediateSwap ?? {}
  return { basicReq, swapOutputToken, minSwapOutput, ...tail }
}

/** The input token in a request. An inbox receives the native currency and wraps it. */
export function requestInput({ originChainId, inputToken }: QuoteRequest, sender: string): Address {
  const chain = chainById(originChainId)
  const isCoinToInbox = inputToken === nativeAddress && sender === inboxOf(chain)
  return (isCoinToInbox ? (chain.wrappedNative ?? inputToken) : inputToken) as Address
}

/** 20 bytes of fee taker and 7 bytes of share; a share of 1e16 is the whole input. */
function packedFee({ options = {} }: QuoteRequest): Hex {
  const { feeBps, feeTakerAddress } = options
  if (feeBps === undefined || feeTakerAddress === undefined) return '0x'
  return concat([feeTakerAddress, numberToHex(BigInt(feeBps) * 10n ** 12n, { size: 7 })])
}

function createRequestData(kind: RequestType, types: TypeMap, witness: JsonObject, refund: Address): Hex {
  const parameters = [tupleOf(types, 'Request', 'request'), { name: 'refundAddress', type: 'address' }]
  return `${createRequestSelectors[kind]}${encodeAbiParameters(parameters, [witness, refund]).slice(2)}` as Hex
}

function tupleOf(types: TypeMap, typeName: string, name: string): AbiParameter {
  const components = (types[typeName] ?? []).map((member) =>
    types[member.type] === undefined ? { ...member } : tupleOf(types, member.type, member.name),
  )
  return { name, type: 'tuple', components }
}
