import { isDeepStrictEqual } from 'node:util'
import { type AbiParameter, decodeAbiParameters } from 'viem'
import { isSameHex, nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import type { RequestType, TypeMap } from '../../lib/deployment/schema.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { QuoteOptions, ResolvedQuoteRequest } from '../../lib/service/quote-request-shape.ts'
import { chainById, deployment } from '../harness/chains.ts'
import { readPath } from './wire.ts'

/** The terms that the person entered and read, in true units, with the true time. */
export interface AgreedTerms {
  readonly request: ResolvedQuoteRequest
  readonly leastUnits: bigint
  /** The native fee shown, which a transaction may send on top of the input. */
  readonly nativeFeeUnits: bigint
  /** The token of the intermediate swap and its least output in the review; null: none was shown. */
  readonly intermediateSwap: { readonly address: string; readonly leastUnits: bigint } | null
  /** The service's own delegate that the person consented to; null: there was none. */
  readonly delegate: string | null
  /** The spender in the review, which may take the input by an approval; null: none was shown. */
  readonly spender: string | null
  readonly nowSeconds: number
}

/** The longest life of a permit from the true time: the deployment's limit, and a minute for clocks. */
const longestSeconds = deployment.permitMaxLifeSeconds + 60

export const kindOf = (request: QuoteRequest): RequestType =>
  request.originChainId === request.destinationChainId ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'

/** The harms of typed data that the wallet received, found without Ferry's checks. */
export function typedDataHarms(text: string, consents: AgreedTerms): readonly string[] {
  const { request, nowSeconds } = consents
  const chain = chainById(request.originChainId)
  const data = JSON.parse(text) as unknown
  const { EIP712Domain: _, ...types } = (readPath(data, 'types') ?? {}) as TypeMap
  const pinned = deployment.types[kindOf(request)]
  const spender = String(readPath(data, 'message.spender'))
  const deadline = Number(readPath(data, 'message.deadline'))
  const at = (path: string) => readPath(data, path)
  const areSame = (one: string, other: string) => String(at(one)) === String(at(other))
  return [
    ...harmsOf(
      [at('primaryType') === 'PermitWitnessTransferFrom', 'another primary type'],
      [isDeepStrictEqual(types, pinned), 'other types'],
      [at('domain.name') === 'Permit2', 'another domain'],
      [Number(at('domain.chainId')) === request.originChainId, 'another chain'],
      [isSameHex(String(at('domain.verifyingContract')), chain.permit2), 'another Permit2'],
      [isSameHex(String(at('message.permitted.token')), request.inputToken), 'another token is taken'],
      [String(at('message.permitted.amount')) === request.inputAmount, 'another amount is taken'],
      [isOneOf(chain.gateways, spender), 'another spender'],
      [deadline <= nowSeconds + longestSeconds, 'it lives too long'],
      [areSame('message.deadline', 'message.witness.basicReq.deadline'), 'two deadlines'],
      [areSame('message.nonce', 'message.witness.basicReq.nonce'), 'two nonces'],
    ),
    ...witnessHarms(at('message.witness'), consents, request.userAddress ?? '', [request.inputToken]),
  ]
}

function witnessHarms(
  witness: unknown,
  { request, leastUnits, intermediateSwap, delegate, nowSeconds }: AgreedTerms,
  sender: string,
  inputs: readonly string[],
): string[] {
  const chain = chainById(request.originChainId)
  const text = (path: string) => String(readPath(witness, path) ?? '').toLowerCase()
  const options = request.options ?? {}
  const isCross = kindOf(request) === 'SINGLE_OUTPUT_REQUEST'
  const basic = (name: string) => text(`basicReq.${name}`)
  const delegates = [options.delegateAddress, request.userAddress, delegate]
  const origin = isCross ? basic('originChainId') : basic('chainId')
  const cross = isCross
    ? harmsOf(
        [basic('destinationChainId') === String(request.destinationChainId), 'another destination'],
        [isOneOf(delegates, basic('delegate')), 'a delegate'],
        [options.refuel === true || basic('refuelAmount') === '0', 'refuel nobody asked for'],
        [basic('switchboardId') === '1', 'another switchboard'],
        [
          isAgreedIntermediateSwap(
            text('swapOutputToken'),
            BigInt(text('minSwapOutput') || '0'),
            intermediateSwap,
          ),
          'another swap',
        ],
      )
    : []
  const transmitter = options.exclusiveTransmitter ?? zeroAddress
  return [
    ...harmsOf(
      [origin === String(request.originChainId), 'another origin'],
      [isSameHex(basic('sender'), sender), 'another sender'],
      [isSameHex(basic('receiver'), request.receiverAddress), 'another receiver'],
      [isOneOf(chain.gateways, basic('exchangeGateway')), 'another gateway'],
      [isOneOf(inputs, basic('inputToken')), 'another input token'],
      [basic('inputAmount') === request.inputAmount, 'another input amount'],
      [isSameHex(basic('outputToken'), request.outputToken), 'another output token'],
      [BigInt(basic('minOutputAmount') || '0') >= leastUnits, 'less than was shown'],
      [Number(basic('deadline')) <= nowSeconds + longestSeconds, 'the request lives too long'],
      [isAgreedFee(text('affiliateFees'), options), 'a fee nobody asked for'],
      [text('minDestGas') === (options.destinationGasLimit ?? '0'), 'gas nobody asked for'],
      [isSameHex(text('destinationPayload'), options.destinationPayload ?? '0x'), 'a payload'],
      [isSameHex(text('exclusiveTransmitter'), transmitter), 'a transmitter'],
    ),
    ...cross,
  ]
}

function isOneOf(addresses: readonly (string | null | undefined)[], address: string): boolean {
  return addresses.some((one) => isSameHex(address, one))
}

/**
 * 20 bytes of taker and 7 bytes of share; a share of 1e16 is the whole input. Fees here are whole basis
 * points.
 */
function isAgreedFee(bytes: string, { feeBps, feeTakerAddress }: QuoteOptions): boolean {
  if (bytes === '0x') return true
  if (feeBps === undefined || feeTakerAddress === undefined || bytes.length !== 56) return false
  const isTaker = bytes.slice(0, 42) === feeTakerAddress.toLowerCase()
  return isTaker && BigInt(`0x${bytes.slice(42)}`) <= BigInt(feeBps) * 10n ** 12n
}

function isAgreedIntermediateSwap(
  token: string,
  units: bigint,
  intermediateSwap: AgreedTerms['intermediateSwap'],
): boolean {
  if (intermediateSwap === null) return token === zeroAddress && units === 0n
  return isSameHex(token, intermediateSwap.address) && units >= intermediateSwap.leastUnits
}

export function inboxHarms(data: `0x${string}`, value: bigint, consents: AgreedTerms): readonly string[] {
  const { request: quoteRequest } = consents
  const isNative = isSameHex(quoteRequest.inputToken, nativeAddress)
  const parameters = [
    tuple(deployment.types[kindOf(quoteRequest)], 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const sent = isNative ? BigInt(quoteRequest.inputAmount) : 0n
  const wrongValue = harmsOf([value === sent, 'another value'])
  try {
    const [request, refund] = decodeAbiParameters(parameters, `0x${data.slice(10)}`)
    const {
      inboxes: [inbox = ''],
      wrappedNative = '',
    } = chainById(quoteRequest.originChainId)
    // An inbox accepts the native currency by its constant or its wrapped token, but not that token itself.
    const inputs = isNative ? [nativeAddress, wrappedNative] : [quoteRequest.inputToken]
    return [
      ...wrongValue,
      ...harmsOf(
        [isSameHex(String(refund), quoteRequest.userAddress), 'another refund address'],
        [!isSameHex(quoteRequest.inputToken, wrappedNative), 'the wrapped coin, without its value'],
      ),
      ...witnessHarms(request, consents, inbox, inputs),
    ]
  } catch {
    return [...wrongValue, 'calldata that is no request']
  }
}

export function tuple(types: TypeMap, typeName: string, name: string): AbiParameter {
  const components = (types[typeName] ?? []).map((member) =>
    types[member.type] === undefined ? { ...member } : tuple(types, member.type, member.name),
  )
  return { name, type: 'tuple', components }
}

/** The harms whose condition does not hold. */
export function harmsOf(...conditions: readonly (readonly [isFair: boolean, harm: string])[]): string[] {
  return conditions.flatMap(([isFair, harm]) => (isFair ? [] : [harm]))
}
