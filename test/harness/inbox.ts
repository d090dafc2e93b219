import { type Address, type Hex, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { secondMs } from '../../lib/base/time.ts'
import { createRequestSelectors, decodeCreateRequest } from '../../lib/checks/swap-request.ts'
import type { RequestType } from '../../lib/deployment/schema.ts'
import { chainById, deployment } from './chains.ts'
import type { Entry } from './contracts.ts'
import type { Funds, Ledger } from './ledger.ts'

const withdrawSelectors: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0xad776116',
  SWAP_REQUEST: '0x9da29c8e',
}

interface InboxCall {
  readonly isWithdrawal: boolean
  /** The bytes of the request alone, which both calls share. */
  readonly request: string
  readonly funds: Funds
  readonly deadlineMs: number
}

/** Reads `createRequest` and `withdrawFunds`; null for bytes at which the inbox reverts. */
function readInbox(data: Hex): InboxCall | null {
  for (const kind of ['SWAP_REQUEST', 'SINGLE_OUTPUT_REQUEST'] as const) {
    const isWithdrawal = data.startsWith(withdrawSelectors[kind])
    if (!isWithdrawal && !data.startsWith(createRequestSelectors[kind])) continue
    // Both end with the request. Before it `createRequest` has two words, `withdrawFunds` one.
    const request = data.slice(10 + (isWithdrawal ? 64 : 128))
    const words = `${'40'.padStart(64, '0')}${'0'.repeat(64)}`
    const creating: Hex = `${createRequestSelectors[kind]}${words}${request}`
    const basic = decodeCreateRequest(kind, deployment.types[kind], creating)?.witness.basicReq
    if (basic === undefined) return null
    const { inputToken, inputAmount, deadline } = basic as { readonly [name: string]: string }
    const funds = { token: String(inputToken), units: BigInt(inputAmount ?? 0) }
    return { isWithdrawal, request, funds, deadlineMs: Number(deadline) * secondMs }
  }
  return null
}

/**
 * Runs a call of an inbox by the rules of its contract; false where it reverts. `createRequest` accepts a
 * request once, up to its deadline. It wraps the native currency for a request whose input is the wrapped
 * token. `withdrawFunds` pays back a request's funds at any time and records the payment.
 */
export function runInbox(
  ledger: Ledger,
  call: Entry,
  pull: (token: Address, units: bigint) => boolean,
): boolean {
  const { chainId, from, to, minedMs } = call
  const read = readInbox(call.data)
  if (read === null) return false
  const { request, funds, deadlineMs } = read
  if (read.isWithdrawal) {
    const paid = ledger.takeFromInbox(chainId, to, request)
    if (paid === null) return false
    call.payment = { ...paid, receiver: from }
    ledger.give(chainId, paid.token, from, paid.units)
    return true
  }
  const isCoin = isSameHex(funds.token, chainById(chainId).wrappedNative ?? nativeAddress)
  if (call.value !== (isCoin ? funds.units : 0n)) return false
  if (minedMs > deadlineMs || !ledger.putIntoInbox(chainId, to, request, funds)) return false
  return isCoin || pull(funds.token as Address, funds.units)
}

/** Takes a request's funds out of an inbox, by the call that created it; null: there are none. */
export function takeInboxFunds(ledger: Ledger, chainId: number, inbox: string, data: Hex): Funds | null {
  const read = readInbox(data)
  return read === null ? null : ledger.takeFromInbox(chainId, inbox, read.request)
}

/** Returns a cancelled request's funds to an inbox: `units` of its input token. */
export function returnInboxFunds(
  ledger: Ledger,
  chainId: number,
  inbox: string,
  data: Hex,
  units: bigint,
): void {
  const read = readInbox(data)
  if (read !== null) ledger.returnToInbox(chainId, inbox, read.request, { ...read.funds, units })
}

export function isWithdrawalOf(created: Hex | undefined, data: Hex): boolean {
  const call = readInbox(data)
  return created !== undefined && call?.isWithdrawal === true && call.request === readInbox(created)?.request
}
