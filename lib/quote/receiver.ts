import { sha256 } from 'viem'
import { canReceive, decodeAddress } from '../base/address-format.ts'
import { hasValidChecksum } from '../base/ethereum.ts'
import { type AddressFormat, isAddress, isSameAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'

type ReceiverFault = 'form' | 'checksum' | 'zero' | 'token'

/**
 * Returns the receiver that a text names, on a chain with this address format. An EVM address is returned in lower
 * case, any other exactly as typed, without surrounding spaces. For an unknown format Ferry only checks that the text
 * may be an address.
 *
 * Throws `addressInvalid` with the fact `reason`:
 * - `form`: not an address in this format
 * - `checksum`: mixed case that does not match EIP-55, or wrong check bytes (Tron)
 * - `zero`: the zero address, which no one owns
 * - `token`: one of `tokens`, or the native asset's constant. Money sent to a token's contract is lost.
 */
export function checkReceiver(form: AddressFormat, text: string, tokens: readonly string[] = []): string {
  const { address, fault } = readReceiver(form, text, tokens)
  if (fault !== null) throw new Problem('addressInvalid', { facts: { reason: fault } })
  return address
}

/** Does the same without throwing. `address` is the text as read, even if it is invalid. */
export function readReceiver(
  form: AddressFormat,
  text: string,
  tokens: readonly string[],
): { readonly address: string; readonly fault: ReceiverFault | null } {
  const typed = text.trim()
  const address = form === 'evm' ? typed.toLowerCase() : typed
  return { address, fault: findReceiverFault(form, typed, tokens) }
}

function findReceiverFault(
  form: AddressFormat,
  typed: string,
  tokens: readonly string[],
): ReceiverFault | null {
  const isToken = isSameHex(typed, nativeAddress) || tokens.some((token) => isSameAddress(token, typed))
  if (form === 'unknown') return !canReceive(form, typed) ? 'form' : isToken ? 'token' : null
  const bytes = decodeAddress(form, typed)
  if (bytes === null) return 'form'
  if (form === 'evm' && isAddress(typed) && !hasValidChecksum(typed)) return 'checksum'
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

export function isReceiverNamedByOther(
  request: Pick<ResolvedQuoteRequest, 'receiverAddress' | 'userAddress'>,
  named: string | null,
) {
  return (
    isSameAddress(named, request.receiverAddress) &&
    !isSameAddress(request.receiverAddress, request.userAddress)
  )
}
