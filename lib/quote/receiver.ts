import { sha256 } from 'viem'
import { hasRightChecksum } from '../base/ethereum.ts'
import { isAddress, nativeAddress, type ReceiverForm, sameAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { canReceive, receiverBytes } from '../base/receiver-bytes.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'

/** Why a text names no receiver on a chain. */
type ReceiverFault = 'form' | 'checksum' | 'zero' | 'token'

/**
 * Returns the receiver a text names on a chain with addresses of this form: Ethereum's in lower case, any other exactly as
 * typed; spaces around it are cut off. Of an unknown form Ferry can check no more than that it may be an address.
 *
 * Throws `receiverInvalid` with the fact `reason`: `form`, `checksum` (mixed case that is not EIP-55's; Tron's check
 * bytes), `zero` (nobody's address) or `token` (one of `tokens`, or the native asset's constant: funds sent to a token's
 * contract are lost).
 */
export function checkReceiver(form: ReceiverForm, text: string, tokens: readonly string[] = []): string {
  const { address, fault } = readReceiver(form, text, tokens)
  if (fault !== null) throw new Problem('receiverInvalid', { facts: { reason: fault } })
  return address
}

/** Reads the same without a throw; `address` is what was read, whatever is wrong with it. */
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

/** Base58check: the first 4 bytes of SHA-256 twice. */
function hasTronChecksum(bytes: Uint8Array): boolean {
  const hash = sha256(sha256(bytes.subarray(0, 21), 'bytes'), 'bytes')
  return bytes.subarray(21).every((byte, at) => byte === hash[at])
}

/** Tells whether the ask pays a receiver that somebody else named. */
export function isNamedReceiver(
  ask: Pick<ResolvedQuoteRequest, 'receiverAddress' | 'userAddress'>,
  named: string | null,
) {
  return sameAddress(named, ask.receiverAddress) && !sameAddress(ask.receiverAddress, ask.userAddress)
}
