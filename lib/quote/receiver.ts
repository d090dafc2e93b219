import { sha256 } from 'viem'
import { hasRightChecksum } from '../base/ethereum.ts'
import { isAddress, nativeAddress, type ReceiverForm, sameAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { canReceive, receiverBytes } from '../base/address-format.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'

/** The reason why a text is no receiver on a chain. */
type ReceiverFault = 'form' | 'checksum' | 'zero' | 'token'

/**
 * Returns the receiver that a text names, on a chain with this address format. An EVM address is returned in lower
 * case, any other exactly as typed, without surrounding spaces. For an unknown format Ferry only checks that the text
 * may be an address.
 *
 * Throws `receiverInvalid` with the fact `reason`:
 * - `form`: not an address in this format
 * - `checksum`: mixed case that does not match EIP-55, or wrong check bytes (Tron)
 * - `zero`: the zero address, which no one owns
 * - `token`: one of `tokens`, or the native asset's constant. Money sent to a token's contract is lost.
 */
export function checkReceiver(form: ReceiverForm, text: string, tokens: readonly string[] = []): string {
  const { address, fault } = readReceiver(form, text, tokens)
  if (fault !== null) throw new Problem('receiverInvalid', { facts: { reason: fault } })
  return address
}

/** Does the same without throwing. `address` is the text as read, even if it is invalid. */
export function readReceiver(
  form: ReceiverForm,
  text: string,
  tokens: readonly string[],
): { readonly address: string; readonly fault: ReceiverFault | null } {
  const typed = text.trim()
  const address = form === 'evm' ? typed.toLowerCase() : typed
  return { address, fault: faultOf(form, typed, tokens) }
}

function faultOf(form: ReceiverForm, typed: string, tokens: readonly string[]): ReceiverFault | null {
  const isToken = sameHex(typed, nativeAddress) || tokens.some((token) => sameAddress(token, typed))
  if (form === 'unknown') return !canReceive(form, typed) ? 'form' : isToken ? 'token' : null
  const bytes = receiverBytes(form, typed)
  if (bytes === null) return 'form'
  if (form === 'evm' && isAddress(typed) && !hasRightChecksum(typed)) return 'checksum'
  if (form === 'tron' && !hasTronChecksum(bytes)) return 'checksum'
  const key = form === 'tron' ? bytes.subarray(1, 21) : bytes
  if (key.every((byte) => byte === 0)) return 'zero'
  return isToken ? 'token' : null
}

/** Base58check: the first 4 bytes of a double SHA-256. */
function hasTronChecksum(bytes: Uint8Array): boolean {
  const hash = sha256(sha256(bytes.subarray(0, 21), 'bytes'), 'bytes')
  return bytes.subarray(21).every((byte, at) => byte === hash[at])
}

/** Says whether the request pays a receiver that was named by another party than the user. */
export function isNamedReceiver(
  ask: Pick<ResolvedQuoteRequest, 'receiverAddress' | 'userAddress'>,
  named: string | null,
) {
  return sameAddress(named, ask.receiverAddress) && !sameAddress(ask.receiverAddress, ask.userAddress)
}
