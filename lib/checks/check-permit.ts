import { canonicalAddress } from '../base/checksum.ts'
import { nativeAddress, zeroAddress } from '../base/hex.ts'
import type { SignTypedData } from '../service/quote-result.ts'
import { canonicalUint, member } from './canonical.ts'
import type { CheckInput, PermitCheckInput } from './check-input.ts'
import { unknownKeyLines } from './check-keys.ts'
import { type CheckLine, checkLine } from './check-report.ts'

/** An authorisation must live at least this long when the wallet is asked. */
const leastLifeSeconds = 30

/**
 * Checks V-1 to V-6: what Permit2 is told to let go, to whom, and until when.
 *
 * @example const report = reportOf(permitLines(input, signTypedData))
 */
export function* permitLines(input: PermitCheckInput, { values }: SignTypedData): Generator<CheckLine> {
  const { ask, chain } = input
  const { permitted, spender, nonce, deadline, witness } = values

  const token = canonicalAddress(member(permitted, 'token'))
  const isInput = token === ask.inputToken.toLowerCase()
  const isToken = isInput && token !== nativeAddress && token !== zeroAddress
  yield checkLine('V-1', 'permitted.token', isToken, member(permitted, 'token'), ask.inputToken)

  const amount = canonicalUint(member(permitted, 'amount'))
  const isAmount = amount !== null && amount > 0n && amount === canonicalUint(ask.inputAmount)
  yield checkLine('V-2', 'permitted.amount', isAmount, member(permitted, 'amount'), ask.inputAmount)

  yield checkLine('V-3', 'spender', isGateway(input, spender), spender, chain.gateways.join(' '))

  const permitNonce = canonicalUint(nonce)
  const isFresh = permitNonce !== null && !input.usedNonces.has(String(permitNonce))
  yield checkLine('V-4', 'nonce', isFresh, nonce)

  yield deadlineLine(input, 'deadline', deadline)

  const request = member(witness, 'basicReq')
  const requestNonce = canonicalUint(member(request, 'nonce'))
  yield checkLine('V-6', 'witness.basicReq.nonce', requestNonce === permitNonce, member(request, 'nonce'))
  const sameEnd = canonicalUint(member(request, 'deadline')) === canonicalUint(deadline)
  yield checkLine('V-6', 'witness.basicReq.deadline', sameEnd, member(request, 'deadline'))

  yield* unknownKeyLines('values', values, ['permitted', 'spender', 'nonce', 'deadline', 'witness'])
  yield* unknownKeyLines('permitted', permitted, ['token', 'amount'])
}

/**
 * Checks V-5: Unix seconds, soon enough to be a swap's and late enough to be of use, by the safe side of clocks that
 * the service does not own; milliseconds are far too late.
 *
 * @example deadlineLine(input, 'values.deadline', '1700000000000').holds // false: milliseconds
 */
export function deadlineLine(input: CheckInput, path: string, value: unknown): CheckLine {
  const earliest = input.clocks.latestSeconds + leastLifeSeconds
  const latest = input.clocks.earliestSeconds + input.deployment.permitMaxLifeSeconds
  const deadline = canonicalUint(value)
  const holds = deadline !== null && deadline >= BigInt(earliest) && deadline <= BigInt(latest)
  return checkLine('V-5', path, holds, value, `${earliest} to ${latest}`)
}

/** Whether an address is a pinned gateway and nobody whose name there would make the permit mean something else. */
function isGateway({ ask, chain }: CheckInput, value: unknown): boolean {
  const spender = canonicalAddress(value)
  if (!chain.gateways.some((pin) => pin.toLowerCase() === spender)) return false
  const never = [ask.userAddress, ask.inputToken, chain.permit2, zeroAddress]
  return !never.some((one) => one.toLowerCase() === spender)
}
