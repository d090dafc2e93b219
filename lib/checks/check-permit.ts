import { canonicalAddress, typeHashOf } from '../base/ethereum.ts'
import { nativeAddress, zeroAddress } from '../base/hex.ts'
import {
  defaultWord,
  getServiceWord,
  permitPrimaryType,
  permitTypeHashes,
  renameGateway,
} from '../deployment/schema.ts'
import type { SignTypedData } from '../service/route.ts'
import { echoLines, requestLines } from './check-cross.ts'
import {
  type CheckInput,
  type CheckLine,
  type CheckReport,
  canonicalUint,
  checkLine,
  isSameChain,
  member,
  type PermitCheckInput,
  reportOf,
  unknownKeyLines,
} from './check-report.ts'
import { witnessLines } from './check-witness.ts'
import { digestByConfig, digestOf, requestHashOf } from './typed-data.ts'

/**
 * Checks the typed data of a signed route before it goes to the wallet: every check that needs no read of the chain, the
 * wallet or the database. The flow itself reads D-5, the code at the spender (V-3) and the unset nonce bit (V-4).
 */
export function checkTypedData(input: PermitCheckInput): CheckReport {
  return reportOf(typedDataLines(input))
}

function* typedDataLines(input: PermitCheckInput): Generator<CheckLine> {
  const { signTypedData, userOp, requestType } = input.route
  yield checkLine('T-1', 'autoRoute.signTypedData', signTypedData !== null && userOp === 'sign')
  if (signTypedData === null) return
  yield* domainLines(input, signTypedData)
  yield* typeLines(input, signTypedData)
  yield* permitLines(input, signTypedData)
  const { witness = null, spender } = signTypedData.values
  const gateway = canonicalAddress(spender)
  const gateways = gateway === null ? [] : [gateway]
  const { userAddress: sender, inputToken } = input.request
  yield* witnessLines(input, witness, { sender, gateways, inputs: [inputToken] })
  yield* echoLines(input)
  const pinned = input.deployment.types[requestType]
  yield* requestLines(input, requestHashOf(pinned, witness))
  const sameDigest = digestOf(signTypedData) === digestByConfig(pinned, signTypedData)
  yield checkLine('X-5', 'autoRoute.signTypedData', sameDigest)
}

/** A signature must be valid for at least this long when the wallet prompts. */
export const leastPermitLifeSeconds = 30

/**
 * Checks V-1 to V-6: token, amount, spender, nonce and deadline of the Permit2 transfer.
 *
 * @internal
 */
export function* permitLines(input: PermitCheckInput, { values }: SignTypedData): Generator<CheckLine> {
  const { request } = input
  const { permitted, spender, nonce, deadline, witness } = values

  const token = canonicalAddress(member(permitted, 'token'))
  const isInput = token === request.inputToken.toLowerCase()
  const isToken = isInput && token !== nativeAddress && token !== zeroAddress
  yield checkLine('V-1', 'permitted.token', isToken)

  const amount = canonicalUint(member(permitted, 'amount'))
  const isAmount = amount !== null && amount > 0n && amount === canonicalUint(request.inputAmount)
  yield checkLine('V-2', 'permitted.amount', isAmount)

  yield checkLine('V-3', 'spender', isGateway(input, spender))

  const permitNonce = canonicalUint(nonce)
  const isFresh = permitNonce !== null && !input.usedNonces.has(String(permitNonce))
  yield checkLine('V-4', 'nonce', isFresh)

  yield deadlineLine(input, 'deadline', deadline)

  const basicRequest = member(witness, 'basicReq')
  const requestNonce = canonicalUint(member(basicRequest, 'nonce'))
  yield checkLine('V-6', 'witness.basicReq.nonce', requestNonce === permitNonce)
  const sameEnd = canonicalUint(member(basicRequest, 'deadline')) === canonicalUint(deadline)
  yield checkLine('V-6', 'witness.basicReq.deadline', sameEnd)

  yield* unknownKeyLines('values', values, ['permitted', 'spender', 'nonce', 'deadline', 'witness'])
  yield* unknownKeyLines('permitted', permitted, ['token', 'amount'])
}

/**
 * Checks V-5: the deadline is in Unix seconds, not too late for a swap, and late enough to be usable. It compares with the
 * safer of the clocks that the service does not control. A deadline in milliseconds is far too late.
 */
export function deadlineLine(input: CheckInput, path: string, value: unknown): CheckLine {
  const earliest = input.clocks.latestSeconds + leastPermitLifeSeconds
  const latest = input.clocks.earliestSeconds + input.deployment.permitMaxLifeSeconds
  const deadline = canonicalUint(value)
  const holds = deadline !== null && deadline >= BigInt(earliest) && deadline <= BigInt(latest)
  return checkLine('V-5', path, holds)
}

/**
 * True for a pinned gateway that is not also the person, the token, Permit2 or the zero address. As a spender those would
 * change the meaning of the permit.
 */
function isGateway({ request, chain }: CheckInput, value: unknown): boolean {
  const spender = canonicalAddress(value)
  if (!chain.gateways.some((pin) => pin.toLowerCase() === spender)) return false
  const never = [request.userAddress, request.inputToken, chain.permit2, zeroAddress]
  return !never.some((one) => one.toLowerCase() === spender)
}

/** Checks D-1 to D-4: the domain is Permit2's on the origin chain. */
function* domainLines(input: CheckInput, { domain }: SignTypedData): Generator<CheckLine> {
  const keys = Object.keys(domain).sort()
  const exact = keys.join() === 'chainId,name,verifyingContract'
  yield checkLine('D-1', 'domain', exact)

  const { name, chainId, verifyingContract } = domain
  yield checkLine('D-2', 'domain.name', name === 'Permit2')

  const { originChainId } = input.request
  const onOrigin = canonicalUint(chainId) === BigInt(originChainId) && input.chain.chainId === originChainId
  yield checkLine('D-3', 'domain.chainId', onOrigin)

  const { permit2 } = input.chain
  const isPermit2 = canonicalAddress(verifyingContract) === permit2.toLowerCase()
  yield checkLine('D-4', 'domain.verifyingContract', isPermit2)
}

/**
 * Checks T-1 to T-4: the ordered types are the pinned ones of the request type, and that type is possible between the two
 * chains.
 */
function* typeLines(input: CheckInput, { types }: SignTypedData): Generator<CheckLine> {
  yield checkLine('T-1', 'types', Object.hasOwn(types, permitPrimaryType))
  yield requestTypeLine(input)

  const pinned = input.deployment.types[input.route.requestType]
  for (const name of Object.keys(types))
    yield checkLine('T-3', `types.${name.slice(0, 40)}`, Object.hasOwn(pinned, name))
  for (const [name, members] of Object.entries(pinned)) {
    const received = Object.hasOwn(types, name) ? types[name] : undefined
    yield checkLine('T-2', `types.${name}`, sameMembers(received, members))
  }
  const word = getServiceWord(input.deployment.service)
  const hash = typeHashOf(renameGateway(types, word, defaultWord), permitPrimaryType)
  yield checkLine('T-4', 'types', hash === permitTypeHashes[input.route.requestType])
}

/**
 * Checks the first half of T-2: the request type is possible between these chains. The interface documents
 * SINGLE_OUTPUT_REQUEST, which may also stay on one chain. A SWAP_REQUEST always stays on one chain.
 */
export function requestTypeLine({ request, route }: CheckInput): CheckLine {
  const isPossible = route.requestType === 'SINGLE_OUTPUT_REQUEST' || isSameChain(request)
  return checkLine('T-2', 'requestType', isPossible)
}

/** True if both have the same members in the same order, with the same names and types and no other fields. */
function sameMembers(received: unknown, pinned: readonly { name: string; type: string }[]): boolean {
  if (!Array.isArray(received) || received.length !== pinned.length) return false
  return pinned.every(({ name, type }, at) => {
    const one: unknown = received[at]
    if (typeof one !== 'object' || one === null || Object.keys(one).length !== 2) return false
    return 'name' in one && one.name === name && 'type' in one && one.type === type
  })
}
