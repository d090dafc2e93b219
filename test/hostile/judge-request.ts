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
  return [
    ...harm(readPath(data, 'primaryType') === 'PermitWitnessTransferFrom', 'another primary type'),
    ...harm(isDeepStrictEqual(types, pinned), 'other types'),
    ...harm(readPath(data, 'domain.name') === 'Permit2', 'another domain'),
    ...harm(Number(readPath(data, 'domain.chainId')) === request.originChainId, 'another chain'),
    ...harm(isSameHex(String(readPath(data, 'domain.verifyingContract')), chain.permit2), 'another Permit2'),
    ...harm(
      isSameHex(String(readPath(data, 'message.permitted.token')), request.inputToken),
      'another token is taken',
    ),
    ...harm(
      String(readPath(data, 'message.permitted.amount')) === request.inputAmount,
      'another amount is taken',
    ),
    ...harm(
      chain.gateways.some((gateway) => isSameHex(gateway, spender)),
      'another spender',
    ),
    ...harm(deadline <= nowSeconds + longestSeconds, 'it lives too long'),
    ...harm(
      String(readPath(data, 'message.deadline')) ===
        String(readPath(data, 'message.witness.basicReq.deadline')),
      'two deadlines',
    ),
    ...harm(
      String(readPath(data, 'message.nonce')) === String(readPath(data, 'message.witness.basicReq.nonce')),
      'two nonces',
    ),
    ...witnessHarms(readPath(data, 'message.witness'), consents, request.userAddress ?? '', [
      request.inputToken,
    ]),
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
  const origin = isCross ? text('basicReq.originChainId') : text('basicReq.chainId')
  const cross = isCross
    ? [
        ...harm(
          text('basicReq.destinationChainId') === String(request.destinationChainId),
          'another destination',
        ),
        ...harm(
          [options.delegateAddress, request.userAddress, delegate].some((one) =>
            isSameHex(text('basicReq.delegate'), one),
          ),
          'a delegate',
        ),
        ...harm(options.refuel === true || text('basicReq.refuelAmount') === '0', 'refuel nobody asked for'),
        ...harm(text('basicReq.switchboardId') === '1', 'another switchboard'),
        ...harm(
          isAgreedIntermediateSwap(
            text('swapOutputToken'),
            BigInt(text('minSwapOutput') || '0'),
            intermediateSwap,
          ),
          'another swap',
        ),
      ]
    : []
  return [
    ...harm(origin === String(request.originChainId), 'another origin'),
    ...harm(isSameHex(text('basicReq.sender'), sender), 'another sender'),
    ...harm(isSameHex(text('basicReq.receiver'), request.receiverAddress), 'another receiver'),
    ...harm(
      chain.gateways.some((one) => isSameHex(one, text('basicReq.exchangeGateway'))),
      'another gateway',
    ),
    ...harm(
      inputs.some((one) => isSameHex(text('basicReq.inputToken'), one)),
      'another input token',
    ),
    ...harm(text('basicReq.inputAmount') === request.inputAmount, 'another input amount'),
    ...harm(isSameHex(text('basicReq.outputToken'), request.outputToken), 'another output token'),
    ...harm(BigInt(text('basicReq.minOutputAmount') || '0') >= leastUnits, 'less than was shown'),
    ...harm(Number(text('basicReq.deadline')) <= nowSeconds + longestSeconds, 'the request lives too long'),
    ...harm(isAgreedFee(text('affiliateFees'), options), 'a fee nobody asked for'),
    ...harm(text('minDestGas') === (options.destinationGasLimit ?? '0'), 'gas nobody asked for'),
    ...harm(isSameHex(text('destinationPayload'), options.destinationPayload ?? '0x'), 'a payload'),
    ...harm(
      isSameHex(text('exclusiveTransmitter'), options.exclusiveTransmitter ?? zeroAddress),
      'a transmitter',
    ),
    ...cross,
  ]
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
  const wrongValue = harm(value === (isNative ? BigInt(quoteRequest.inputAmount) : 0n), 'another value')
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
      ...harm(isSameHex(String(refund), quoteRequest.userAddress), 'another refund address'),
      ...harm(!isSameHex(quoteRequest.inputToken, wrappedNative), 'the wrapped coin, without its value'),
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

export function harm(isFair: boolean, what: string): string[] {
  return isFair ? [] : [what]
}
