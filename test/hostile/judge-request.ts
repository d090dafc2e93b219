import { isDeepStrictEqual } from 'node:util'
import { type AbiParameter, decodeAbiParameters } from 'viem'
import { nativeAddress, sameHex, zeroAddress } from '../../lib/base/hex.ts'
import type { RequestType, TypeMap } from '../../lib/deployment/deployment.ts'
import type { QuoteOptions, QuoteRequest, ResolvedQuoteRequest } from '../../lib/service/quote-request.ts'
import { chainById, deployment } from '../harness/chains.ts'
import { at } from './wire.ts'

/** The terms that the person entered and read, in true units, with the true time. */
export interface Agreed {
  readonly ask: ResolvedQuoteRequest
  /** The least output shown. */
  readonly leastUnits: bigint
  /** The native fee shown, which a transaction may send on top of the input. */
  readonly nativeFeeUnits: bigint
  /** The token of the intermediate swap and its least output in the review; null: none was shown. */
  readonly onTheWay: { readonly address: string; readonly leastUnits: bigint } | null
  /** The service's own delegate that the person consented to; null: there was none. */
  readonly delegate: string | null
  /** The spender in the review, which may take the input by an approval; null: none was shown. */
  readonly spender: string | null
  readonly nowSeconds: number
}

/** The longest life of a permit from the true time: the deployment's limit, and a minute for clocks. */
const longestSeconds = deployment.permitMaxLifeSeconds + 60

export const kindOf = (ask: QuoteRequest): RequestType =>
  ask.originChainId === ask.destinationChainId ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'

/** The harms of typed data that the wallet received, found without Ferry's checks. */
export function typedDataHarms(text: string, agreed: Agreed): readonly string[] {
  const { ask, nowSeconds } = agreed
  const chain = chainById(ask.originChainId)
  const data = JSON.parse(text) as unknown
  const { EIP712Domain: _, ...types } = (at(data, 'types') ?? {}) as TypeMap
  const pinned = deployment.types[kindOf(ask)]
  const spender = String(at(data, 'message.spender'))
  const deadline = Number(at(data, 'message.deadline'))
  return [
    ...harm(at(data, 'primaryType') === 'PermitWitnessTransferFrom', 'another primary type'),
    ...harm(isDeepStrictEqual(types, pinned), 'other types'),
    ...harm(at(data, 'domain.name') === 'Permit2', 'another domain'),
    ...harm(Number(at(data, 'domain.chainId')) === ask.originChainId, 'another chain'),
    ...harm(sameHex(String(at(data, 'domain.verifyingContract')), chain.permit2), 'another Permit2'),
    ...harm(sameHex(String(at(data, 'message.permitted.token')), ask.inputToken), 'another token is taken'),
    ...harm(String(at(data, 'message.permitted.amount')) === ask.inputAmount, 'another amount is taken'),
    ...harm(
      chain.gateways.some((gateway) => sameHex(gateway, spender)),
      'another spender',
    ),
    ...harm(deadline <= nowSeconds + longestSeconds, 'it lives too long'),
    ...harm(
      String(at(data, 'message.deadline')) === String(at(data, 'message.witness.basicReq.deadline')),
      'two deadlines',
    ),
    ...harm(
      String(at(data, 'message.nonce')) === String(at(data, 'message.witness.basicReq.nonce')),
      'two nonces',
    ),
    ...witnessHarms(at(data, 'message.witness'), agreed, ask.userAddress ?? '', [ask.inputToken]),
  ]
}

/** The harms of a request struct, wherever it is. */
function witnessHarms(
  witness: unknown,
  { ask, leastUnits, onTheWay, delegate, nowSeconds }: Agreed,
  sender: string,
  inputs: readonly string[],
): string[] {
  const chain = chainById(ask.originChainId)
  const text = (path: string) => String(at(witness, path) ?? '').toLowerCase()
  const options = ask.options ?? {}
  const isCross = kindOf(ask) === 'SINGLE_OUTPUT_REQUEST'
  const origin = isCross ? text('basicReq.originChainId') : text('basicReq.chainId')
  const cross = isCross
    ? [
        ...harm(
          text('basicReq.destinationChainId') === String(ask.destinationChainId),
          'another destination',
        ),
        ...harm(
          [options.delegateAddress, ask.userAddress, delegate].some((one) =>
            sameHex(text('basicReq.delegate'), one),
          ),
          'a delegate',
        ),
        ...harm(options.refuel === true || text('basicReq.refuelAmount') === '0', 'refuel nobody asked for'),
        ...harm(text('basicReq.switchboardId') === '1', 'another switchboard'),
        ...harm(
          isAgreedWay(text('swapOutputToken'), BigInt(text('minSwapOutput') || '0'), onTheWay),
          'another swap',
        ),
      ]
    : []
  return [
    ...harm(origin === String(ask.originChainId), 'another origin'),
    ...harm(sameHex(text('basicReq.sender'), sender), 'another sender'),
    ...harm(sameHex(text('basicReq.receiver'), ask.receiverAddress), 'another receiver'),
    ...harm(
      chain.gateways.some((one) => sameHex(one, text('basicReq.exchangeGateway'))),
      'another gateway',
    ),
    ...harm(
      inputs.some((one) => sameHex(text('basicReq.inputToken'), one)),
      'another input token',
    ),
    ...harm(text('basicReq.inputAmount') === ask.inputAmount, 'another input amount'),
    ...harm(sameHex(text('basicReq.outputToken'), ask.outputToken), 'another output token'),
    ...harm(BigInt(text('basicReq.minOutputAmount') || '0') >= leastUnits, 'less than was shown'),
    ...harm(Number(text('basicReq.deadline')) <= nowSeconds + longestSeconds, 'the request lives too long'),
    ...harm(isAgreedFee(text('affiliateFees'), options), 'a fee nobody asked for'),
    ...harm(text('minDestGas') === (options.destinationGasLimit ?? '0'), 'gas nobody asked for'),
    ...harm(sameHex(text('destinationPayload'), options.destinationPayload ?? '0x'), 'a payload'),
    ...harm(
      sameHex(text('exclusiveTransmitter'), options.exclusiveTransmitter ?? zeroAddress),
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

function isAgreedWay(token: string, units: bigint, onTheWay: Agreed['onTheWay']): boolean {
  if (onTheWay === null) return token === zeroAddress && units === 0n
  return sameHex(token, onTheWay.address) && units >= onTheWay.leastUnits
}

/** The harms of calldata for the inbox. */
export function inboxHarms(data: `0x${string}`, value: bigint, agreed: Agreed): readonly string[] {
  const { ask } = agreed
  const isNative = sameHex(ask.inputToken, nativeAddress)
  const parameters = [
    tuple(deployment.types[kindOf(ask)], 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const wrongValue = harm(value === (isNative ? BigInt(ask.inputAmount) : 0n), 'another value')
  try {
    const [request, refund] = decodeAbiParameters(parameters, `0x${data.slice(10)}`)
    const {
      inboxes: [inbox = ''],
      wrappedNative = '',
    } = chainById(ask.originChainId)
    // An inbox accepts the native currency by its constant or its wrapped token, but not that token itself.
    const inputs = isNative ? [nativeAddress, wrappedNative] : [ask.inputToken]
    return [
      ...wrongValue,
      ...harm(sameHex(String(refund), ask.userAddress), 'another refund address'),
      ...harm(!sameHex(ask.inputToken, wrappedNative), 'the wrapped coin, without its value'),
      ...witnessHarms(request, agreed, inbox, inputs),
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
