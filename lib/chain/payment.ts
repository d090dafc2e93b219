import { isDigitString } from '../base/decimal.ts'
import { type Address, type Hex, isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import type { PaymentView } from './chain-port.ts'
import { everyAnswer, hostsOf, type PaymentWish } from './evidence.ts'
import { blocksAtATime, mostTimes, pastEvents } from './nonce.ts'
import { mapped, type Quorum, readMajority } from './quorum.ts'
import { abiWord, badAnswer, fieldsOf, isQuantity, quantity, quantityOf, type Rpc, resultOf } from './rpc.ts'
import { type Log, type Receipt, readReceipt, transferTopic } from './transactions.ts'

/**
 * Reads the payment of a transaction as most endpoints report it. If as many report a payment as report none, the payment
 * counts.
 */
export async function readPayment(
  endpoints: readonly Rpc[],
  wish: PaymentWish,
): Promise<Quorum<PaymentView | null>> {
  const depths: number[] = []
  const seen = await readMajority(
    endpoints,
    async (rpc) => {
      const one = await seenBy(rpc, wish)
      if (one !== null) depths.push(one.confirmations)
      return one?.payment ?? null
    },
    keyOf,
    (payment) => payment !== null,
  )
  return mapped(seen, (said) => (said === null ? null : { ...said, confirmations: Math.min(...depths) }))
}

type Seen = Omit<PaymentView, 'confirmations'>

function keyOf(seen: Seen | null): string {
  return JSON.stringify(seen, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** Null if the transaction is not mined, failed, or is in a block that this endpoint does not count as the chain's. */
async function seenBy(
  rpc: Rpc,
  wish: PaymentWish,
): Promise<{ readonly payment: Seen; readonly confirmations: number } | null> {
  const receipt = await readReceipt(rpc, wish.hash)
  if (receipt === null || !receipt.succeeded) return null
  const [found, head, transaction] = await Promise.all([
    resultOf(rpc, 'eth_getBlockByNumber', [quantity(receipt.blockNumber), false]),
    quantityOf(rpc, 'eth_blockNumber', []),
    resultOf(rpc, 'eth_getTransactionByHash', [wish.hash]),
  ])
  const { timestamp, hash: blockHash } = fieldsOf(found)
  if (!isQuantity(timestamp) || typeof blockHash !== 'string') throw badAnswer(rpc, 'eth_getBlockByNumber')
  if (!sameHex(blockHash, receipt.blockHash)) return null
  const above = head >= receipt.blockNumber ? Number(head - receipt.blockNumber) : 0
  const { parts, isByBlock } = sameHex(wish.token, nativeAddress)
    ? await (wish.payer === undefined
        ? coinParts(rpc, receipt, fieldsOf(transaction), wish.receiver)
        : coinSpent(rpc, receipt, fieldsOf(transaction), wish.payer))
    : { parts: tokenParts(receipt, wish), isByBlock: false }
  return {
    confirmations: above + 1,
    payment: {
      blockHash: receipt.blockHash,
      blockNumber: receipt.blockNumber,
      blockSeconds: Number(timestamp),
      // Larger amounts than a token can hold come from a lying endpoint, or from a contract that is no token.
      parts: parts.filter(({ units }) => isDigitString(units.toString())),
      isByBlock,
      names: namesIn(receipt.logs, wish),
      touches: touches(receipt.logs, fieldsOf(transaction).to, wish.contracts),
    },
  }
}

/**
 * Returns one part for each event that paid the receiver, or that the payer paid. Returns one sum if the same transaction
 * also moved tokens the other way.
 */
function tokenParts({ logs }: Receipt, { token, receiver, payer }: PaymentWish): PaymentView['parts'] {
  const isWho = (who: Address | undefined, one: Hex | undefined) =>
    who === undefined || one === `0x${abiWord(who)}`
  const moves = logs.filter(
    ({ address, topics, data }) =>
      sameHex(address, token) && topics[0] === transferTopic && topics.length === 3 && data.length === 66,
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

/**
 * Returns the payment of a transaction to a receiver in native currency: its value, else the growth of the balance in that
 * block.
 */
async function coinParts(
  rpc: Rpc,
  receipt: Receipt,
  transaction: { readonly [name: string]: unknown },
  receiver: Address,
): Promise<{ readonly parts: PaymentView['parts']; readonly isByBlock: boolean }> {
  const { from, to, value } = transaction
  const isDirect = isAddress(to) && sameHex(to, receiver) && isQuantity(value) && BigInt(value) > 0n
  if (isDirect) return { parts: [{ logIndexes: [], units: BigInt(value) }], isByBlock: false }
  const balanceAt = (block: bigint) => quantityOf(rpc, 'eth_getBalance', [receiver, quantity(block)])
  const [before, after] = await Promise.all([
    balanceAt(receipt.blockNumber - 1n),
    balanceAt(receipt.blockNumber),
  ])
  // If the receiver is also the sender, the same balance paid the gas and the value.
  const isOwn = isAddress(from) && sameHex(from, receiver)
  const paid = isOwn ? receipt.gasCostUnits + (isQuantity(value) ? BigInt(value) : 0n) : 0n
  const units = after + paid - before
  return { parts: units > 0n ? [{ logIndexes: [], units }] : [], isByBlock: true }
}

/**
 * Returns the amount of native currency that an account spent in the transaction's block, without the gas of that
 * transaction.
 */
async function coinSpent(
  rpc: Rpc,
  receipt: Receipt,
  { from }: { readonly [name: string]: unknown },
  payer: Address,
): Promise<{ readonly parts: PaymentView['parts']; readonly isByBlock: boolean }> {
  const balanceAt = (block: bigint) => quantityOf(rpc, 'eth_getBalance', [payer, quantity(block)])
  const [before, after] = await Promise.all([
    balanceAt(receipt.blockNumber - 1n),
    balanceAt(receipt.blockNumber),
  ])
  const gasUnits = isAddress(from) && sameHex(from, payer) ? receipt.gasCostUnits : 0n
  const units = before - after - gasUnits
  return { parts: units > 0n ? [{ logIndexes: [], units }] : [], isByBlock: true }
}

/**
 * Returns the units that an account received since a block by a token's `Transfer` events: the highest figure of all
 * endpoints. `sources` is the number of hosts that answered for all blocks since. Endpoints that do not answer are left
 * out; rejects if none answers.
 */
export async function readReceivedSince(
  endpoints: readonly Rpc[],
  token: Address,
  receiver: Address,
  sinceBlock: bigint,
): Promise<{ readonly units: bigint; readonly sources: number }> {
  const answers = await everyAnswer(endpoints, async (rpc) => ({
    rpc,
    units: await receivedBy(rpc, token, receiver, sinceBlock),
  }))
  const seen = answers.flatMap(({ rpc, units }) => (units === null ? [] : [{ rpc, units }]))
  const [most = 0n] = seen.map(({ units }) => units).sort((one, other) => (one > other ? -1 : 1))
  return { units: most, sources: hostsOf(seen.map(({ rpc }) => rpc)) }
}

/** Null if the endpoint does not have that block yet, or too many blocks have passed since. */
async function receivedBy(
  rpc: Rpc,
  token: Address,
  receiver: Address,
  sinceBlock: bigint,
): Promise<bigint | null> {
  const head = await quantityOf(rpc, 'eth_blockNumber', [])
  const blocks = head - sinceBlock + 1n
  if (blocks < 1n || blocks > blocksAtATime * BigInt(mostTimes)) return null
  let units = 0n
  for (let fromBlock = sinceBlock; fromBlock <= head; fromBlock += blocksAtATime) {
    const last = fromBlock + blocksAtATime - 1n
    const topics = [transferTopic, null, `0x${abiWord(receiver)}`] as const
    const logs = await pastEvents(rpc, token, topics, fromBlock, last < head ? last : head)
    units += logs.reduce((sum, { data }) => (data.length === 66 ? sum + BigInt(data) : sum), 0n)
  }
  return units
}

/** Classifies the events of the contracts: whether they name the request, something else, or there are none. */
function namesIn(logs: readonly Log[], { contracts, requestHash }: PaymentWish): PaymentView['names'] {
  const theirs = logs.filter(({ address }) => contracts.some((one) => sameHex(one, address)))
  if (theirs.length === 0) return 'nothing'
  if (requestHash === null) return 'others'
  const word = requestHash.slice(2).toLowerCase()
  const isNamed = theirs.some(
    ({ topics, data }) =>
      topics.some((topic) => topic.slice(2).toLowerCase() === word) || wordsOf(data).includes(word),
  )
  return isNamed ? 'ours' : 'others'
}

/** Returns the words of ABI data, without `0x`. */
export function wordsOf(data: Hex): readonly string[] {
  return data.slice(2).toLowerCase().match(/.{64}/g) ?? []
}

function touches(logs: readonly Log[], to: unknown, contracts: readonly Address[]): boolean {
  return contracts.some(
    (contract) =>
      (isAddress(to) && sameHex(to, contract)) ||
      logs.some(
        ({ address, topics }) =>
          sameHex(address, contract) || topics.slice(1).includes(`0x${abiWord(contract)}`),
      ),
  )
}
