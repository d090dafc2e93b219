import { sha256 } from 'viem'
import { hasRightChecksum } from '../base/ethereum.ts'
import {
  isAddress,
  nativeAddress,
  type ReceiverForm,
  receiverForm,
  sameAddress,
  sameHex,
} from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { receiverBytes } from '../base/receiver-bytes.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'

/** Why a text names no receiver on a chain. */
type ReceiverFault = 'form' | 'checksum' | 'zero' | 'token'

/**
 * Returns the receiver a text names on a chain: lower case where case says nothing, else as typed; spaces around it are
 * cut off.
 *
 * Throws `receiverInvalid` with the fact `reason`: `form`, `checksum` (mixed case that is not EIP-55's; Tron's check
 * bytes), `zero` (nobody's address) or `token` (one of `tokens`, or the native asset's constant: funds sent to a token's
 * contract are lost).
 */
export function checkReceiver(chainId: number, text: string, tokens: readonly string[] = []): string {
  const { address, fault } = readReceiver(chainId, text, tokens)
  if (fault !== null) throw new Problem('receiverInvalid', { facts: { reason: fault } })
  return address
}

/** Reads the same without a throw; `address` is what was read, whatever is wrong with it. */
export function readReceiver(
  chainId: number,
  text: string,
  tokens: readonly string[],
): { readonly address: string; readonly fault: ReceiverFault | null } {
  const form = receiverForm(chainId)
  const typed = text.trim()
  const address = form === 'evm' || form === 'sui' ? typed.toLowerCase() : typed
  return { address, fault: faultOf(chainId, typed, address, tokens) }
}

function faultOf(
  chainId: number,
  typed: string,
  address: string,
  tokens: readonly string[],
): ReceiverFault | null {
  const bytes = receiverBytes(chainId, typed)
  if (bytes === null) return 'form'
  const form = receiverForm(chainId)
  if (form === 'evm' && isAddress(typed) && !hasRightChecksum(typed)) return 'checksum'
  if (form === 'tron' && !hasTronChecksum(bytes)) return 'checksum'
  const key = form === 'tron' ? bytes.subarray(1, 21) : bytes
  if (key.every((byte) => byte === 0)) return 'zero'
  const isToken = tokens.some((token) => (form === 'evm' ? sameHex(token, address) : token === address))
  return isToken || address === nativeAddress ? 'token' : null
}

/** Base58check: the first 4 bytes of SHA-256 twice. */
function hasTronChecksum(bytes: Uint8Array): boolean {
  const hash = sha256(sha256(bytes.subarray(0, 21), 'bytes'), 'bytes')
  return bytes.subarray(21).every((byte, at) => byte === hash[at])
}

/** A receiver that a page named: the user shows that they have read it by picking its end (M7). */
export interface ReceiverQuestion {
  /** The site that named it. */
  readonly origin: string
  /** Three ends, one of them the receiver's, in no order. */
  readonly choices: readonly string[]
}

const endLength = 6
const choiceCount = 3

const alphabets: { readonly [form in ReceiverForm]: string } = {
  evm: '0123456789abcdef',
  solana: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  tron: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  sui: '0123456789abcdef',
  stellar: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
}

/** The last six characters of an address. */
function endOf(address: string): string {
  return address.slice(-endLength)
}

/** Asks for the end of a receiver; the other two ends are made up in the same characters. `random` gives 0 up to 1. */
export function askForReceiver(
  origin: string,
  ask: Pick<ResolvedQuoteRequest, 'destinationChainId' | 'receiverAddress'>,
  random: () => number,
): ReceiverQuestion {
  const alphabet = alphabets[receiverForm(ask.destinationChainId)]
  const choices = [endOf(ask.receiverAddress)]
  while (choices.length < choiceCount) {
    const places = Array.from({ length: endLength }, () => Math.floor(random() * alphabet.length))
    const made = () => places.map((place) => alphabet[place]).join('')
    // Whatever chance gives, the three differ.
    while (choices.includes(made())) places[0] = ((places[0] ?? 0) + 1) % alphabet.length
    choices.splice(Math.floor(random() * (choices.length + 1)), 0, made())
  }
  return { origin, choices }
}

/** Tells whether the answer is the end of the receiver; nothing has to be answered where nothing was asked. */
export function isReceiverPicked(
  question: ReceiverQuestion | null,
  receiverAddress: string,
  answer: string | null,
): boolean {
  return question === null || answer === endOf(receiverAddress)
}

/** Tells whether the ask pays a receiver that somebody else named. */
export function isNamedReceiver(
  ask: Pick<ResolvedQuoteRequest, 'receiverAddress' | 'userAddress'>,
  named: string | null,
) {
  return sameAddress(named, ask.receiverAddress) && !sameAddress(ask.receiverAddress, ask.userAddress)
}
