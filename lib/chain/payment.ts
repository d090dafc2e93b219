import { stringify } from 'viem'
import { isDigitString } from '../base/decimal.ts'
import { type Address, type Hex, isAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { fieldsOf } from '../base/object.ts'
import type { PaymentView } from './chain-views.ts'
import { type PaymentQuery, readEachEndpoint } from './evidence.ts'
import { blockRanges, maxBlocks, readEventsIn } from './nonce.ts'
import { getHighestAmount, mapQuorum, type Quorum, quorumOf, readMajority } from './quorum.ts'
import {
  badAnswer,
  encodeAbiWord,
  isQuantity,
  type Rpc,
  requestQuantity,
  requestResult,
  toQuantity,
} from './rpc.ts'
import { type Log, type Receipt, readReceipt, transferTopic } from './transactions.ts'

/** If as many endpoints report a payment as report none, the payment counts. */
export async function readPayment(
  endpoints: readonly Rpc[],
  query: PaymentQuery,
): Promise<Quorum<PaymentView | null>> {
  const depths: number[] = []
  const seen = await readMajority(
    endpoints,
    async (rpc) => {
      const one = await readPaymentFrom(rpc, query)
      if (one !== null) depths.push(one.confirmations)
      return one?.payment ?? null
    },
    (payment) => stringify(payment),
    (payment) => payment !== null,
  )
  return mapQuorum(seen, (said) => (said === null ? null : { ...said, confirmations: Math.min(...depths) }))
}

type ObservedPayment = Omit<PaymentView, 'confirmations'>

/** Null if the transaction is not mined, failed, or is in a block that this endpoint does not count as the chain's. */
async function readPaymentFrom(
  rpc: Rpc,
  query: PaymentQuery,
): Promise<{ readonly payment: ObservedPayment; readonly confirmations: number } | null> {
  const receipt = await readReceipt(rpc, query.hash)
  if (receipt === null || !receipt.succeeded) return null
  const [found, head, transaction] = await Promise.all([
    requestResult(rpc, 'eth_getBlockByNumber', [toQuantity(receipt.blockNumber), false]),
    requestQuantity(rpc, 'eth_blockNumber', []),
    requestResult(rpc, 'eth_getTransactionByHash', [query.hash]),
  ])
  const { timestamp, hash: blockHash } = fieldsOf(found)
  if (!isQuantity(timestamp) || typeof blockHash !== 'string') throw badAnswer(rpc, 'eth_getBlockByNumber')
  if (!isSameHex(blockHash, receipt.blockHash)) return null
  const above = head >= receipt.blockNumber ? Number(head - receipt.blockNumber) : 0
  const { parts, isBalanceGrowth } = isSameHex(query.token, nativeAddress)
    ? await (query.payer === undefined
        ? nativeParts(rpc, receipt, fieldsOf(transaction), query.receiver)
        : nativeSpent(rpc, receipt, fieldsOf(transaction), query.payer))
    : { parts: tokenParts(receipt, query), isBalanceGrowth: false }
  return {
    confirmations: above + 1,
    payment: {
      blockHash: receipt.blockHash,
      blockNumber: receipt.blockNumber,
      blockSeconds: Number(timestamp),
      // Larger amounts than a token can hold come from a lying endpoint, or from a contract that is no token.
      parts: parts.filter(({ units }) => isDigitString(units.toString())),
      isBalanceGrowth,
      names: classifyNames(receipt.logs, query),
      touches: touchesContract(receipt.logs, fieldsOf(transaction).to, query.contracts),
    },
  }
}

/**
 * Returns one part for each event that paid the receiver, or that the payer paid. Returns one sum if the same transaction
 * also moved tokens the other way.
 */
function tokenParts({ logs }: Receipt, { token, receiver, payer }: PaymentQuery): PaymentView['parts'] {
  const isWho = (who: Address | undefined, one: Hex | undefined) =>
    who === undefined || one === `0x${encodeAbiWord(who)}`
  const moves = logs.filter(
    ({ address, topics, data }) =>
      isSameHex(address, token) && topics[0] === transferTopic && topics.length === 3 && data.length === 66,
  )
  // A transfer from an account to itself is no payment.
  const isPaid = (from: Hex | undefined, to: Hex | undefined) =>
    from !== to && isWho(payer, from) && isWho(receiver, to)
  const brought = moves.filter(({ topics: [, from, to] }) => isPaid(from, to))
  const parts = brought
    .map((log) => ({ logIndexes: [log.index], units: BigInt(log.data) }))
    .filter(({ units }) => units > 0n)
  const took = moves
    .filter(({ topics: [, from, to] }) => isPaid(to, from))
    .reduce((sum, log) => sum + BigInt(log.data), 0n)
  if (took === 0n) return parts
  const left = parts.reduce((sum, { units }) => sum + units, 0n) - took
  return left > 0n ? [{ logIndexes: brought.map(({ index }) => index), units: left }] : []
}

/** The transaction's value, else the growth of the balance in that block. */
async function nativeParts(
  rpc: Rpc,
  receipt: Receipt,
  transaction: { readonly [name: string]: unknown },
  receiver: Address,
): Promise<{ readonly parts: PaymentView['parts']; readonly isBalanceGrowth: boolean }> {
  const { from, to, value } = transaction
  const sentUnits = isQuantity(value) ? BigInt(value) : 0n
  const isTo = isAddress(to) && isSameHex(to, receiver)
  const isOwn = isAddress(from) && isSameHex(from, receiver)
  // A transfer from the receiver to itself pays nothing.
  if (isTo && !isOwn && sentUnits > 0n)
    return { parts: [{ logIndexes: [], units: sentUnits }], isBalanceGrowth: false }
  const grownUnits = await readBalanceGrowth(rpc, receiver, receipt.blockNumber)
  // If the receiver is also the sender, the same balance paid the gas and the value.
  const paid = isOwn ? receipt.gasCostUnits + (isTo ? 0n : sentUnits) : 0n
  const units = grownUnits + paid
  return { parts: units > 0n ? [{ logIndexes: [], units }] : [], isBalanceGrowth: true }
}

/** Below zero if the balance shrank in that block. */
async function readBalanceGrowth(rpc: Rpc, owner: Address, block: bigint): Promise<bigint> {
  const balanceAt = (at: bigint) => requestQuantity(rpc, 'eth_getBalance', [owner, toQuantity(at)])
  const [before, after] = await Promise.all([balanceAt(block - 1n), balanceAt(block)])
  return after - before
}

/** Without the gas of that transaction. */
async function nativeSpent(
  rpc: Rpc,
  receipt: Receipt,
  { from }: { readonly [name: string]: unknown },
  payer: Address,
): Promise<{ readonly parts: PaymentView['parts']; readonly isBalanceGrowth: boolean }> {
  const gasUnits = isAddress(from) && isSameHex(from, payer) ? receipt.gasCostUnits : 0n
  const units = -(await readBalanceGrowth(rpc, payer, receipt.blockNumber)) - gasUnits
  return { parts: units > 0n ? [{ logIndexes: [], units }] : [], isBalanceGrowth: true }
}

/** `sources` is the number of hosts that answered for all blocks since. */
export async function readReceivedSince(
  endpoints: readonly Rpc[],
  token: Address,
  receiver: Address,
  sinceBlock: bigint,
): Promise<{ readonly units: bigint; readonly sources: number }> {
  const answers = await readEachEndpoint(endpoints, (rpc) =>
    readReceivedFrom(rpc, token, receiver, sinceBlock),
  )
  const seen = answers.flatMap(({ host, value }) => (value === null ? [] : [{ host, value }]))
  return getHighestAmount(quorumOf(seen))
}

/** Null if the endpoint does not have that block yet, or too many blocks have passed since. */
async function readReceivedFrom(
  rpc: Rpc,
  token: Address,
  receiver: Address,
  sinceBlock: bigint,
): Promise<bigint | null> {
  const head = await requestQuantity(rpc, 'eth_blockNumber', [])
  const blocks = head - sinceBlock + 1n
  if (blocks < 1n || blocks > maxBlocks) return null
  const topics = [transferTopic, null, `0x${encodeAbiWord(receiver)}`] as const
  const logs = await readEventsIn(rpc, token, topics, blockRanges(sinceBlock, head))
  return logs.reduce((sum, { data }) => (data.length === 66 ? sum + BigInt(data) : sum), 0n)
}

function classifyNames(logs: readonly Log[], { contracts, requestHash }: PaymentQuery): PaymentView['names'] {
  const theirs = logs.filter(({ address }) => contracts.some((one) => isSameHex(one, address)))
  if (theirs.length === 0) return 'nothing'
  if (requestHash === null) return 'others'
  const word = requestHash.slice(2).toLowerCase()
  const isNamed = theirs.some(
    ({ topics, data }) =>
      topics.some((topic) => topic.slice(2).toLowerCase() === word) || splitAbiWords(data).includes(word),
  )
  return isNamed ? 'ours' : 'others'
}

/** Returns the words of ABI data, without `0x`. */
export function splitAbiWords(data: Hex): readonly string[] {
  return data.slice(2).toLowerCase().match(/.{64}/g) ?? []
}

function touchesContract(logs: readonly Log[], to: unknown, contracts: readonly Address[]): boolean {
  return contracts.some(
    (contract) =>
      (isAddress(to) && isSameHex(to, contract)) ||
      logs.some(
        ({ address, topics }) =>
          isSameHex(address, contract) || topics.slice(1).includes(`0x${encodeAbiWord(contract)}`),
      ),
  )
}
