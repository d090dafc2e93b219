import { percentOfUnits } from '../base/decimal-math.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, nativeAddress, zeroAddress } from '../base/hex.ts'
import type { Json } from '../base/json.ts'
import { type DeploymentChain, gatewayMember, getServiceWord } from '../deployment/schema.ts'
import { isAffiliateFee } from './affiliate-fee.ts'
import {
  type CheckCode,
  type CheckInput,
  type CheckLine,
  canonicalBytes,
  canonicalUint,
  checkLine,
  member,
  membersOf,
  unknownKeyLines,
} from './check-report.ts'
import { intermediateSwapLines } from './swap-request.ts'

/** The addresses that the request may name. They differ between a signed request and one through the inbox. */
interface WitnessParties {
  /** The person's account for a signed request, or the inbox. */
  readonly sender: Address
  /** The gateways that may be named: the permit's spender, or the pinned ones. */
  readonly gateways: readonly Address[]
  readonly inputs: readonly Address[]
}

/**
 * Checks W-1 to W-17 except W-11 (which is V-6): the request to sign or send matches the quote request. Members that only a
 * SINGLE_OUTPUT_REQUEST has must be absent from a SWAP_REQUEST.
 */
export function* witnessLines(
  input: CheckInput,
  witness: Json | undefined,
  { sender, gateways, inputs }: WitnessParties,
): Generator<CheckLine> {
  const { request, route } = input
  const hasSingleOutput = route.requestType === 'SINGLE_OUTPUT_REQUEST'
  const basic = member(witness, 'basicReq')
  const at = (name: string) => member(basic, name)
  const top = (name: string) => member(witness, name)

  yield* chainLines(input, basic)
  yield addressLine('W-2', 'witness.basicReq.sender', at('sender'), sender)
  yield addressLine('W-3', 'witness.basicReq.receiver', at('receiver'), request.receiverAddress)
  const requested = request.options ?? {}
  if (hasSingleOutput) {
    yield delegateLine(at('delegate'))
  }
  const gatewayName = gatewayMember(getServiceWord(input.deployment.service))
  const gateway = at(gatewayName)
  const isGateway = gateways.some((one) => isAddress(gateway, one))
  yield checkLine('W-5', `witness.basicReq.${gatewayName}`, isGateway)
  if (hasSingleOutput) {
    const isAllowed = isSwitchboard(input.chain, at('switchboardId'))
    yield checkLine('W-6', 'witness.basicReq.switchboardId', isAllowed)
  }
  const isInput = inputs.some((one) => isAddress(at('inputToken'), one))
  yield checkLine('W-7', 'witness.basicReq.inputToken', isInput)
  yield uintLine('W-7', 'witness.basicReq.inputAmount', at('inputAmount'), request.inputAmount)
  yield addressLine('W-8', 'witness.basicReq.outputToken', at('outputToken'), request.outputToken)
  yield uintLine('W-9', 'witness.basicReq.minOutputAmount', at('minOutputAmount'), route.output.minAmountOut)
  yield* floorLines(input)
  yield refuelLine(input, hasSingleOutput ? at('refuelAmount') : '0')
  if (hasSingleOutput) yield* intermediateSwapLines(input, witness)
  yield checkLine('W-13', 'witness.affiliateFees', isAffiliateFee(input, top('affiliateFees')))
  const payload = requested.destinationPayload?.toLowerCase() ?? '0x'
  const isPayload = canonicalBytes(top('destinationPayload')) === payload
  yield checkLine('W-14', 'witness.destinationPayload', isPayload)
  yield uintLine('W-14', 'witness.minDestGas', top('minDestGas'), requested.destinationGasLimit ?? '0')
  const transmitter = requested.exclusiveTransmitter ?? zeroAddress
  yield addressLine('W-15', 'witness.exclusiveTransmitter', top('exclusiveTransmitter'), transmitter)
  yield checkLine('W-16', 'witness.metadata', canonicalBytes(top('metadata'), 32) !== null)
  yield* keyLines(input, witness)
}

/** W-1: both chain ids, or the single one. */
function* chainLines({ request, route }: CheckInput, basic: Json | undefined): Generator<CheckLine> {
  const names =
    route.requestType === 'SWAP_REQUEST'
      ? (['chainId'] as const)
      : (['originChainId', 'destinationChainId'] as const)
  for (const name of names) {
    const wanted = name === 'destinationChainId' ? request.destinationChainId : request.originChainId
    yield uintLine('W-1', `witness.basicReq.${name}`, member(basic, name), wanted)
  }
}

function isAddress(value: unknown, wanted: string): boolean {
  return canonicalAddress(value) === wanted.toLowerCase()
}

function addressLine(code: CheckCode, name: string, value: unknown, wanted: string): CheckLine {
  return checkLine(code, name, isAddress(value, wanted))
}

/**
 * W-4: the delegate is some account. A service may choose one of its own, also a contract: a delegate can only cancel on
 * the destination, and the review asks for consent. The zero address and the native constant are no accounts. With them not
 * even the person could cancel, and no service chooses them.
 */
function delegateLine(found: unknown): CheckLine {
  const delegate = canonicalAddress(found)
  const isAccount = delegate !== null && delegate !== zeroAddress && delegate !== nativeAddress
  return checkLine('W-4', 'witness.basicReq.delegate', isAccount)
}

function uintLine(code: CheckCode, name: string, value: unknown, wanted: string | number): CheckLine {
  const units = canonicalUint(wanted)
  return checkLine(code, name, units !== null && canonicalUint(value) === units)
}

/**
 * W-10: the request's gas amount is the displayed one, in the destination's native currency, and none unless it was requested.
 * A SWAP_REQUEST has none.
 */
function refuelLine({ request, route }: CheckInput, found: Json | undefined): CheckLine {
  const { token, amount } = route.refuel?.output ?? { token: null, amount: '0' }
  const isNative =
    token === null ||
    (token.chainId === request.destinationChainId && isAddress(token.address, nativeAddress))
  const wanted = request.options?.refuel === true ? amount : '0'
  const isDisplayed = canonicalUint(amount) === canonicalUint(wanted) && isNative
  const line = uintLine('W-10', 'witness.basicReq.refuelAmount', found, wanted)
  return { ...line, holds: line.holds && isDisplayed }
}

/**
 * The other half of W-9: the minimum is at least the one that the person accepted, and within the slippage of the promised
 * amount.
 */
function* floorLines({ request, route, floorUnits }: CheckInput): Generator<CheckLine> {
  const { minAmountOut, effectiveAmount } = route.output
  // The check before has shown that this is the request's own minimum, so it is one number.
  const least = BigInt(minAmountOut)
  const path = 'output.minAmountOut'
  yield checkLine('W-9', path, least > 0n && least >= floorUnits)
  const slippagePercent = request.slippagePercent ?? route.slippagePercent
  if (effectiveAmount === null || slippagePercent === null) return
  const promised = canonicalUint(effectiveAmount)
  if (promised === null) return yield checkLine('W-9', 'output.effectiveAmount', false)
  // One unit less, for services that round the other way (API2), and a billionth for those that compute in floating point.
  const floor = promised - percentOfUnits(promised, slippagePercent) - 1n - promised / 1_000_000_000n
  yield checkLine('W-9', path, least >= floor)
}

/** Members that a SWAP_REQUEST must not have fail with their own codes. Every other unknown member fails with W-17. */
function* keyLines(input: CheckInput, witness: Json | undefined): Generator<CheckLine> {
  const types = input.deployment.types[input.route.requestType]
  const namesOf = (typeName: string) => membersOf(types, typeName).map(({ name }) => name)
  const basic = member(witness, 'basicReq')
  if (input.route.requestType === 'SWAP_REQUEST') {
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
 * True if a request from this chain may name this switchboard. Any uint32 is allowed if the deployment file pins none.
 *
 * @internal
 */
export function isSwitchboard({ switchboardIds }: DeploymentChain, value: unknown): boolean {
  const id = canonicalUint(value, 32)
  return id !== null && (switchboardIds?.includes(Number(id)) ?? true)
}

/**
 * Returns the switchboard of a checked request, in digits, if the deployment file does not pin switchboards. Null if it
 * does, or if the request has none.
 */
export function findUnpinnedSwitchboard(
  request: Json | null,
  { switchboardIds }: DeploymentChain,
): string | null {
  const id = canonicalUint(member(member(request, 'basicReq'), 'switchboardId'), 32)
  return id === null || switchboardIds !== undefined ? null : String(id)
}
