import { decodeAbiParameters } from 'viem'
import { type Address, type Hex, isSameHex, lowerHex, nativeAddress } from '../../lib/base/hex.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { PaymentView, TransactionView } from '../../lib/chain/chain-views.ts'
import type { PaymentQuery } from '../../lib/chain/evidence.ts'
import { chainById, contractsOn, tokenAt } from './chains.ts'
import type { Call } from './fake-chain.ts'
import { manualCall } from './honest-routes.ts'
import { runInbox } from './inbox.ts'
import type { Ledger } from './ledger.ts'

interface TokenMove {
  readonly token: string
  readonly from: string
  readonly to: string
  readonly units: bigint
}

function recordMove(entry: Entry, move: TokenMove): void {
  entry.moves = [...(entry.moves ?? []), move]
}

/** A pending or finished transaction; `gone`: another transaction used its nonce. */
export interface Entry extends Call {
  readonly nonce: number
  state: 'waiting' | 'mined' | 'failed' | 'gone'
  minedMs: number
  /** The calls of a contract account in this transaction, all or none; absent in a plain transaction. */
  readonly inner?: readonly Call[]
  payment: { readonly token: string; readonly receiver: string; readonly units: bigint } | null
  moves?: readonly TokenMove[]
  block?: bigint
  /** The request hash in its event. */
  readonly names?: string | null
  /** The contract that emits the event; absent: any contract that is read. */
  readonly namedBy?: Address
}

export function transactionViewOf(entry: Entry | undefined): TransactionView {
  if (entry === undefined || entry.state === 'gone') return { kind: 'unknown' }
  const { from, to, data, value, nonce } = entry
  const parts = { from, to, data, value, nonce }
  if (entry.state === 'waiting') return { kind: 'waiting', ...parts }
  const blockSeconds = Math.floor(entry.minedMs / secondMs)
  return { kind: 'mined', succeeded: entry.state === 'mined', confirmations: 2, blockSeconds, ...parts }
}

/**
 * The payment of a mined transaction to the receiver in question, and what the given contracts' events name.
 */
export function paymentOf(entry: Entry | undefined, wanted: PaymentQuery): PaymentView | null {
  if (entry === undefined || entry.state !== 'mined') return null
  const { payment, block = 0n, names = null, to } = entry
  const isPaid =
    payment !== null &&
    payment.token === wanted.token &&
    wanted.receiver !== undefined &&
    isSameHex(payment.receiver, wanted.receiver)
  const movedUnits = unitsMoved(entry, wanted)
  const isCoin = wanted.token === nativeAddress
  const isTo = wanted.contracts.some((one) =>
    (entry.inner ?? [entry]).some((call) => isSameHex(call.to, one)),
  )
  const isRequested = entry.namedBy === undefined || wanted.contracts.includes(entry.namedBy)
  const reported = names !== null && wanted.contracts.length > 0 && isRequested
  return {
    blockHash: `0x${block.toString(16).padStart(64, '0')}`,
    blockNumber: block,
    blockSeconds: Math.floor(entry.minedMs / secondMs),
    confirmations: 2,
    parts:
      movedUnits !== null
        ? [{ logIndexes: isCoin ? [] : [0], units: movedUnits }]
        : isPaid
          ? [{ logIndexes: isCoin ? [] : [0], units: payment.units }]
          : [],
    // A contract pays by an internal transfer.
    isBalanceGrowth: isCoin && !isSameHex(to, wanted.receiver),
    names: reported
      ? isSameHex(names, wanted.requestHash)
        ? 'ours'
        : 'others'
      : isTo
        ? namedBy(wanted)
        : 'nothing',
    touches: isTo || reported || wanted.contracts.some((one) => isSameHex(one, payment?.receiver)),
  }
}

/**
 * Returns the units that a transaction moved from the payer, or to a receiver other than by a solver's
 * payment; null: none.
 */
function unitsMoved({ moves = [], payment }: Entry, { token, receiver, payer }: PaymentQuery): bigint | null {
  if (payer === undefined && payment !== null) return null
  const isCoin = token === nativeAddress
  const isTo = (to: string) =>
    receiver === undefined || (isCoin && payer !== undefined) || isSameHex(to, receiver)
  const units = moves
    .filter((one) => isSameHex(one.token, token))
    .filter((one) => (payer === undefined ? true : isSameHex(one.from, payer)))
    .filter((one) => isTo(one.to))
    .reduce((sum, one) => sum + one.units, 0n)
  return units === 0n ? null : units
}

/** A call of such a contract belongs to our request. A contract without request hashes (null) names none. */
const namedBy = ({ requestHash }: PaymentQuery) => (requestHash === null ? 'others' : 'ours')

/** Whether `approve` would succeed: USDT refuses a change from one non-zero allowance to another. */
export function approveWorks(
  ledger: Ledger,
  chainId: number,
  token: Address,
  owner: Address,
  units: bigint,
  spender?: string,
): boolean {
  const isUsdt = tokenAt(chainId, token).symbol === 'USDT'
  return !isUsdt || units === 0n || ledger.allowance(chainId, token, owner, spender) === 0n
}

/** The ledger's name for a spender. Permit2 is the one without a name. */
export function spenderName(chainId: number, spender: string): string | undefined {
  return isSameHex(chainById(chainId).permit2, spender) ? undefined : spender.toLowerCase()
}

/** Runs a transaction, or all the calls in it. If one reverts, the others are undone. */
export function runEntry(ledger: Ledger, entry: Entry): boolean {
  if (entry.inner === undefined) return runCall(ledger, entry)
  const undo = ledger.saveState()
  for (const call of entry.inner) {
    const one: Entry = { ...entry, ...call, payment: null }
    if (!runCall(ledger, one)) {
      undo()
      return false
    }
    entry.payment = one.payment ?? entry.payment
    for (const move of one.moves ?? []) recordMove(entry, move)
  }
  return true
}

/**
 * Runs `approve`, a transfer, a manual swap or a request. Any other call only receives its value. False where
 * it reverts.
 */
export function runCall(ledger: Ledger, call: Entry): boolean {
  const { chainId, from, to, data, value } = call
  if (ledger.balance(chainId, nativeAddress, from) < value) return false
  if (!runTokenCall(ledger, call)) return false
  ledger.give(chainId, nativeAddress, from, -value)
  if (value > 0n) recordMove(call, { token: nativeAddress, from, to, units: value })
  if (data === '0x') ledger.give(chainId, nativeAddress, lowerHex(to), value)
  return true
}

function runTokenCall(ledger: Ledger, call: Entry): boolean {
  const { chainId, from, to, data } = call
  const { manualTargets, manualSpenders = [] } = chainById(chainId)
  const { inboxes } = contractsOn(chainId)
  if (data.startsWith('0x095ea7b3')) {
    const units = BigInt(`0x${data.slice(74)}`)
    const spender = spenderName(chainId, `0x${data.slice(34, 74)}`)
    if (
      spender !== undefined &&
      ![...inboxes, ...manualTargets, ...manualSpenders].includes(spender as Address)
    )
      return false
    if (!approveWorks(ledger, chainId, lowerHex(to), from, units, spender)) return false
    ledger.allow(chainId, lowerHex(to), from, units, spender)
    return true
  }
  if (data.startsWith('0xa9059cbb')) {
    const units = BigInt(`0x${data.slice(74)}`)
    if (ledger.balance(chainId, to, from) < units) return false
    ledger.give(chainId, to, from, -units)
    ledger.give(chainId, to, `0x${data.slice(34, 74)}`, units)
    recordMove(call, { token: to, from, to: `0x${data.slice(34, 74)}`, units })
    return true
  }
  if (manualTargets.includes(to)) return runManual(ledger, call)
  if (!inboxes.includes(to)) return true
  return runInbox(ledger, call, (token, units) => pullTokens(ledger, call, token, to, units))
}

function runManual(ledger: Ledger, call: Entry): boolean {
  const { chainId, to, value } = call
  const words = readManual(call.data)
  if (words === null) return false
  const [token, units, fee, destination, outputToken, outputUnits, receiver] = words
  const isNative = isSameHex(token, nativeAddress)
  // It keeps the value beyond its fee, as such contracts do.
  if (value < fee + (isNative ? units : 0n)) return false
  const takers = [...(chainById(chainId).manualSpenders ?? []), to]
  const isTaken = () => takers.some((taker) => pullTokens(ledger, call, lowerHex(token), taker, units))
  if (!isNative && !isTaken()) return false
  if (destination !== BigInt(chainId)) return true
  call.payment = { token: lowerHex(outputToken), receiver: lowerHex(receiver), units: outputUnits }
  ledger.give(chainId, lowerHex(outputToken), lowerHex(receiver), outputUnits)
  return true
}

/** Decodes a call of the manual target; null for bytes that it cannot decode, at which it reverts. */
function readManual(data: Hex) {
  try {
    return decodeAbiParameters(manualCall, `0x${data.slice(10)}`)
  } catch {
    return null
  }
}

function pullTokens(ledger: Ledger, entry: Entry, token: string, spender: string, units: bigint): boolean {
  const { chainId, from: owner } = entry
  const allowed = ledger.allowance(chainId, token, owner, spender)
  if (allowed < units || ledger.balance(chainId, token, owner) < units) return false
  ledger.allow(chainId, token, owner, allowed - units, spender)
  ledger.give(chainId, token, owner, -units)
  recordMove(entry, { token, from: owner, to: entry.into ?? spender, units })
  return true
}
