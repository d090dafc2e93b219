import { isDecimalText, percentOfUnits } from '../base/decimal.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import type { Deployment, DeploymentChain } from '../deployment/deployment.ts'
import type { AutoRoute } from '../service/quote-result.ts'
import {
  type CheckCode,
  type CheckInput,
  type CheckLine,
  canonicalBytes,
  canonicalUint,
  checkLine,
  isSameChain,
  member,
  membersOf,
  unknownKeyLines,
} from './check-report.ts'
import { onTheWayLines, requestOf } from './swap-request.ts'

/** Who the request may name, which differs between a signed request and one that goes through the inbox. */
interface WitnessParties {
  /** The user who signs, or the inbox. */
  readonly sender: Address
  /** The gateways that may be named: the permit's spender, or the pinned ones. */
  readonly gateways: readonly Address[]
}

/**
 * Checks W-1 to W-17 but W-11 (which is V-6): the request that is signed or sent is the one that was asked for. Members
 * that only a cross-chain request has must be absent from a SWAP_REQUEST.
 *
 * @example const report = reportOf(witnessLines(input, values.witness, { sender, gateways }))
 */
export function* witnessLines(
  input: CheckInput,
  witness: Json | undefined,
  { sender, gateways }: WitnessParties,
): Generator<CheckLine> {
  const { ask, route } = input
  const sameChain = isSameChain(ask)
  const basic = member(witness, 'basicReq')
  const at = (name: string) => member(basic, name)
  const top = (name: string) => member(witness, name)

  yield* chainLines(input, basic)
  yield addressLine('W-2', 'witness.basicReq.sender', at('sender'), sender)
  yield addressLine('W-3', 'witness.basicReq.receiver', at('receiver'), ask.receiverAddress)
  const asked = ask.options ?? {}
  if (!sameChain) {
    const delegate = asked.delegateAddress ?? ask.userAddress
    yield addressLine('W-4', 'witness.basicReq.delegate', at('delegate'), delegate)
  }
  const gateway = at('exchangeGateway')
  const isGateway = gateways.some((one) => isAddress(gateway, one))
  yield checkLine('W-5', 'witness.basicReq.exchangeGateway', isGateway, gateway, gateways.join(' '))
  if (!sameChain) {
    const { chain } = input
    const wanted = chain.switchboardIds?.join(' ') ?? 'uint32'
    const isAllowed = isSwitchboard(chain, at('switchboardId'))
    yield checkLine('W-6', 'witness.basicReq.switchboardId', isAllowed, at('switchboardId'), wanted)
  }
  yield addressLine('W-7', 'witness.basicReq.inputToken', at('inputToken'), ask.inputToken)
  yield uintLine('W-7', 'witness.basicReq.inputAmount', at('inputAmount'), ask.inputAmount)
  yield addressLine('W-8', 'witness.basicReq.outputToken', at('outputToken'), ask.outputToken)
  yield uintLine('W-9', 'witness.basicReq.minOutputAmount', at('minOutputAmount'), route.output.minAmountOut)
  yield* floorLines(input)
  if (!sameChain) {
    yield refuelLine(input, at('refuelAmount'))
    yield* onTheWayLines(input, witness)
  }
  yield checkLine(
    'W-13',
    'witness.affiliateFees',
    isAffiliateFee(input, top('affiliateFees')),
    top('affiliateFees'),
  )
  const payload = asked.destinationPayload?.toLowerCase() ?? '0x'
  const isPayload = canonicalBytes(top('destinationPayload')) === payload
  yield checkLine('W-14', 'witness.destinationPayload', isPayload, top('destinationPayload'), payload)
  yield uintLine('W-14', 'witness.minDestGas', top('minDestGas'), asked.destinationGasLimit ?? '0')
  const transmitter = asked.exclusiveTransmitter ?? zeroAddress
  yield addressLine('W-15', 'witness.exclusiveTransmitter', top('exclusiveTransmitter'), transmitter)
  yield checkLine('W-16', 'witness.metadata', canonicalBytes(top('metadata'), 32) !== null, top('metadata'))
  yield* keyLines(input, witness)
}

/** W-1: the two chains, or the one. */
function* chainLines({ ask }: CheckInput, basic: Json | undefined): Generator<CheckLine> {
  const names = isSameChain(ask) ? (['chainId'] as const) : (['originChainId', 'destinationChainId'] as const)
  for (const name of names) {
    const wanted = name === 'destinationChainId' ? ask.destinationChainId : ask.originChainId
    yield uintLine('W-1', `witness.basicReq.${name}`, member(basic, name), wanted)
  }
}

function isAddress(value: unknown, wanted: string): boolean {
  return canonicalAddress(value) === wanted.toLowerCase()
}

function addressLine(code: CheckCode, name: string, value: unknown, wanted: string): CheckLine {
  return checkLine(code, name, isAddress(value, wanted), value, wanted)
}

function uintLine(code: CheckCode, name: string, value: unknown, wanted: string | number): CheckLine {
  const units = canonicalUint(wanted)
  return checkLine(code, name, units !== null && canonicalUint(value) === units, value, wanted)
}

/** W-10: nothing for gas unless it was asked for, and then what the route shows, on either side. */
function refuelLine({ ask, route }: CheckInput, found: unknown): CheckLine {
  const path = 'witness.basicReq.refuelAmount'
  const { refuel } = route
  const shown = refuel === null ? ['0'] : [refuel.output.amount, refuel.input?.amount ?? refuel.output.amount]
  const wanted = ask.options?.refuel === true ? shown : ['0']
  const units = canonicalUint(found)
  return checkLine(
    'W-10',
    path,
    wanted.some((one) => canonicalUint(one) === units && units !== null),
    found,
    wanted.join(' '),
  )
}

/** W-9's other half: the minimum is what the user accepted, and no further from the promise than the slippage. */
function* floorLines({ ask, route, floorUnits }: CheckInput): Generator<CheckLine> {
  const { minAmountOut, effectiveAmount } = route.output
  // The line before has shown that it is the request's own, so it is one number.
  const least = BigInt(minAmountOut)
  const path = 'output.minAmountOut'
  yield checkLine('W-9', path, least > 0n && least >= floorUnits, minAmountOut, floorUnits)
  const slippagePercent = ask.slippagePercent ?? route.slippagePercent
  if (effectiveAmount === null || slippagePercent === null) return
  const promised = canonicalUint(effectiveAmount)
  if (promised === null) return yield checkLine('W-9', 'output.effectiveAmount', false, effectiveAmount)
  // One unit for a service that rounds the other way (API2).
  const floor = promised - percentOfUnits(promised, slippagePercent) - 1n
  yield checkLine('W-9', path, least >= floor, minAmountOut, floor)
}

/** A code of its own for members that a SWAP_REQUEST must not have, then W-17 for every other stranger. */
function* keyLines(input: CheckInput, witness: Json | undefined): Generator<CheckLine> {
  const types = input.deployment.types[input.route.requestType]
  const namesOf = (typeName: string) => membersOf(types, typeName).map(({ name }) => name)
  const basic = member(witness, 'basicReq')
  if (isSameChain(input.ask)) {
    yield absentLine('W-4', 'witness.basicReq', basic, 'delegate')
    yield absentLine('W-6', 'witness.basicReq', basic, 'switchboardId')
    yield absentLine('W-10', 'witness.basicReq', basic, 'refuelAmount')
    yield absentLine('W-12', 'witness', witness, 'swapOutputToken')
    yield absentLine('W-12', 'witness', witness, 'minSwapOutput')
  }
  yield* unknownKeyLines('witness.basicReq', basic, namesOf('BasicRequest'))
  yield* unknownKeyLines('witness', witness, namesOf('Request'))
}

function absentLine(code: CheckCode, path: string, value: Json | undefined, name: string): CheckLine {
  return checkLine(code, `${path}.${name}`, member(value, name) === undefined)
}

/**
 * Tells, for W-13, whether `affiliateFees` is `0x`, or `abi.encode(address, uint256)` of exactly the taker asked for
 * (by the deployment file, else by the user) and at most its `feeBps` of the input, rounded up.
 *
 * @example isAffiliateFee(input, '0x') // true: no fee at all
 */
export function isAffiliateFee({ ask, deployment }: CheckInput, value: unknown): boolean {
  const bytes = canonicalBytes(value)
  if (bytes === '0x') return true
  const fee = deployment.fee ?? askedFee(ask)
  if (bytes === null || bytes.length !== 130 || fee === null) return false
  const taker = `0x${bytes.slice(2, 66)}`
  if (taker !== `0x${'0'.repeat(24)}${fee.feeTakerAddress.slice(2).toLowerCase()}`) return false
  return BigInt(`0x${bytes.slice(66)}`) <= mostFeeUnits(BigInt(ask.inputAmount), fee.feeBps)
}

function askedFee({ options }: CheckInput['ask']): Deployment['fee'] {
  const { feeBps, feeTakerAddress } = options ?? {}
  return feeBps === undefined || feeTakerAddress === undefined ? null : { feeBps, feeTakerAddress }
}

/** The largest fee in smallest units of the input token; `feeBps` is decimal text (`3.5`). */
function mostFeeUnits(inputUnits: bigint, feeBps: string): bigint {
  if (!isDecimalText(feeBps) || feeBps.startsWith('-')) return 0n
  const [whole = '', fraction = ''] = feeBps.split('.')
  const share = inputUnits * BigInt(whole + fraction)
  const divisor = 10_000n * 10n ** BigInt(fraction.length)
  return (share + divisor - 1n) / divisor
}

/**
 * Tells whether a request that starts on a chain may name this switchboard: any uint32 where the deployment file pins
 * none.
 *
 * @example isSwitchboard({ ...chain, switchboardIds: [1] }, '2') // false
 */
export function isSwitchboard({ switchboardIds }: DeploymentChain, value: unknown): boolean {
  const id = canonicalUint(value, 32)
  return id !== null && (switchboardIds?.includes(Number(id)) ?? true)
}

/**
 * Returns the switchboard that a checked route names and nobody pinned, as digits; null where it is pinned or there is
 * none.
 *
 * @example unknownSwitchboard(route, chain, deployment) // '7' where nobody named it, else null
 */
export function unknownSwitchboard(
  {
    signTypedData,
    txData,
    requestType,
    userOp,
  }: Pick<AutoRoute, 'signTypedData' | 'txData' | 'requestType' | 'userOp'>,
  chain: DeploymentChain,
  { types }: Pick<Deployment, 'types'>,
): string | null {
  if (chain.switchboardIds !== undefined || requestType === 'SWAP_REQUEST') return null
  const isSent = userOp === 'tx'
  const parts = {
    requestType,
    signTypedData: isSent ? null : signTypedData,
    txData: isSent ? txData : null,
  }
  const request = requestOf(parts, { types }) ?? undefined
  const id = canonicalUint(member(member(request, 'basicReq'), 'switchboardId'), 32)
  return id === null ? null : String(id)
}
