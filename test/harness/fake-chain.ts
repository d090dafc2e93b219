import { keccak256, recoverAddress, toHex } from 'viem'
import { type Address, type Hex, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { ChainReader } from '../../lib/chain/chain-reader.ts'
import type { Effects, Measurement } from '../../lib/chain/effects.ts'
import { chainById, contractsOn, tokenAt } from './chains.ts'
import { approveWorks, type Entry, runEntry, spenderName, transactionViewOf } from './contracts.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { ManualClock } from './manual-clock.ts'
import { applyNonceCancellation } from './nonces.ts'
import { blockMs, createChainTime, createProofReads, createQuorum } from './proof-reads.ts'
import { type ExtraEffect, simulateCalls } from './simulate-calls.ts'

export interface Call {
  readonly chainId: number
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Where a router sends the tokens that it pulls; absent: it keeps them. */
  readonly into?: Address
}

/**
 * The fate of a sent transaction.
 * - `cancel`: another transaction with its nonce is mined.
 * - `reprice`: the same call is mined in another transaction.
 * - `drop`: its nonce is used, and no node finds a transaction.
 * - `hide`: no node knows it for five minutes, because the wallet used a later nonce than the requested one.
 */
export type Fate = 'mine' | 'fail' | 'cancel' | 'reprice' | 'stick' | 'drop' | 'hide'

export interface FakeChain {
  readonly reader: ChainReader
  readonly ledger: Ledger
  /** The fates of the next transactions; `mine` when empty. */
  readonly fates: Fate[]
  /** Contract accounts and the key that signs for each (EIP-1271). */
  readonly owners: Map<Address, Address>
  /** Accounts whose code is a delegation (EIP-7702). */
  readonly delegated: Set<Address>
  /** How many endpoints agree on a read. */
  sources: number
  /** How many endpoints are in use, whether they answer or not. */
  hosts: number
  isDown: boolean
  /** How far each endpoint's latest block is ahead of the true time. */
  endpointsAheadMs: readonly number[]
  /** What a rollup takes for the data of a transaction, in addition to its gas. */
  dataFeeUnits: bigint
  /** The addresses of ENS names. */
  readonly names: Map<string, Address>
  /** The symbols of tokens that the deployment does not name. */
  readonly symbols: Map<Address, string>
  readonly transferFeeBps: Map<Address, bigint>
  /** Smallest units that do not arrive of a transfer: tokens that count in shares round, like stETH. */
  readonly roundingUnits: Map<Address, bigint>
  /** The failure of every simulated call; null: it succeeds. */
  simulation: string | null
  /** Extra effects of calls to an address, in a simulation and when mined. */
  readonly extraEffects: Map<string, ExtraEffect>
  /** Replaces the endpoints' simulation results; null: one endpoint returns the truth. */
  measurement: ((truth: Effects) => Measurement) | null
  send(call: Call): Hex
  /** The same with a nonce, replacing a pending transaction with that nonce; null where the nonce is used. */
  sendAt(call: Call, nonce: number): Hex | null
  /** A transaction that any sender sends to a contract account to run its calls: all of them or none. */
  sendThroughAccount(calls: readonly Call[], sender: Address): Hex
  /** It is mined immediately. `names` is the request hash in an event of a gateway, or of `namedBy`. */
  payAsSolver(
    chainId: number,
    token: string,
    receiver: string,
    units: bigint,
    names?: string | null,
    namedBy?: Address,
  ): Hex
  /** Called for each transaction that is not the solver's own. */
  onRequest(listener: (call: Call, hash: Hex) => void): void
  /** The calls that were sent, approvals included. */
  readonly sent: readonly Call[]
  /** The transactions that wait for a block and may still be mined. */
  waiting(): readonly Call[]
  hasLostNonce(hash: Hex): boolean
}

const solver: Address = '0x00000000000000000000000000000000005071e5'

/**
 * Chains with Permit2's rules and a USDT whose allowance must be reset to zero. Blocks come two seconds after
 * a transaction.
 */
export function createFakeChain(clock: ManualClock): FakeChain {
  const ledger = createLedger()
  const entries = new Map<Hex, Entry>()
  const listeners: ((call: Call, hash: Hex) => void)[] = []
  const sent: Call[] = []
  const time = createChainTime(clock)
  const usedNonces = new Map<string, number>()
  const mined = (chainId: number, owner: Address) => usedNonces.get(`${chainId}:${owner}`) ?? 0

  const waitingOf = (chainId: number, owner: Address): number =>
    [...entries.values()].filter(
      (one) => one.state === 'waiting' && one.chainId === chainId && one.from === owner,
    ).length

  const nextNonce = ({ chainId, from }: Call) => mined(chainId, from) + waitingOf(chainId, from)

  function enter(
    call: Call & Pick<Entry, 'inner' | 'names' | 'namedBy'>,
    payment: Entry['payment'],
    nonce = nextNonce(call),
  ): Hex {
    const hash = keccak256(toHex(`transaction ${entries.size}`))
    entries.set(hash, { ...call, nonce, state: 'waiting', minedMs: 0, payment })
    return hash
  }

  function put(call: Call, nonce: number): Hex {
    for (const one of entries.values()) {
      const isSame = one.chainId === call.chainId && one.from === call.from && one.nonce === nonce
      if (isSame && one.state === 'waiting') one.state = 'gone'
    }
    const fate = world.fates.shift() ?? 'mine'
    const hash = enter(call, null, nonce)
    sent.push(call)
    if (fate === 'hide') hide(hash)
    else clock.after(blockMs, () => mine(hash, fate))
    return hash
  }

  function mine(hash: Hex, fate: Fate): void {
    const entry = entries.get(hash)
    if (entry === undefined || entry.state !== 'waiting' || fate === 'stick') return
    usedNonces.set(`${entry.chainId}:${entry.from}`, entry.nonce + 1)
    if (fate === 'drop' || fate === 'cancel' || fate === 'reprice') entry.state = 'gone'
    if (fate === 'drop') return
    if (fate === 'cancel' || fate === 'reprice') {
      const { inner: _calls, ...bare } = entry
      const other = fate === 'reprice' ? entry : { ...bare, to: bare.from, data: '0x' as const, value: 0n }
      const by = keccak256(toHex(`instead of ${hash}`))
      entries.set(by, { ...other, state: 'waiting' })
      mine(by, 'mine')
      return
    }
    entry.minedMs = time.nowMs()
    // A reverted transaction moves nothing.
    const undo = ledger.saveState()
    entry.state = fate === 'mine' && runEntry(ledger, entry) ? 'mined' : 'failed'
    if (entry.state === 'failed') undo()
    if (entry.state === 'mined') {
      for (const call of entry.inner ?? [entry]) world.extraEffects.get(call.to)?.(ledger, call)
    }
    entry.block = time.nextBlock()
    if (entry.state === 'mined') applyNonceCancellation(ledger, entry, hash)
    if (entry.state === 'mined' && entry.from !== solver) {
      for (const call of entry.inner ?? [entry]) for (const listener of listeners) listener(call, hash)
    }
  }

  function hide(hash: Hex): void {
    const entry = entries.get(hash)
    if (entry === undefined) return
    mine(hash, 'cancel')
    clock.after(300 * secondMs, () => {
      entries.set(hash, { ...entry, nonce: entry.nonce + 1, state: 'waiting' })
      mine(hash, 'mine')
    })
  }

  const proofs = createProofReads(entries, ledger, clock, time, {
    node: () => world,
    up,
    // A test may replace this read later.
    transaction: (...wanted) => world.reader.transaction(...wanted),
  })
  const world: FakeChain = {
    ledger,
    fates: [],
    owners: new Map(),
    delegated: new Set(),
    names: new Map(),
    symbols: new Map(),
    transferFeeBps: new Map(),
    roundingUnits: new Map(),
    isDown: false,
    sources: 2,
    hosts: 2,
    endpointsAheadMs: [0, 0],
    dataFeeUnits: 0n,
    simulation: null,
    extraEffects: new Map(),
    measurement: null,
    sent,
    waiting: () => [...entries.values()].filter(({ state }) => state === 'waiting'),
    hasLostNonce: (hash) => entries.get(hash)?.state === 'gone',
    onRequest: (listener) => listeners.push(listener),
    send: (call) => put(call, nextNonce(call)),
    sendAt: (call, nonce) => (nonce < mined(call.chainId, call.from) ? null : put(call, nonce)),
    sendThroughAccount(calls, sender) {
      const [first] = calls
      if (first === undefined) throw new Error('no calls')
      const fate = world.fates.shift() ?? 'mine'
      const data = `0x34fcd5be${'00'.repeat(calls.length)}` as const
      const around = { chainId: first.chainId, from: sender, to: first.from, data, value: 0n, inner: calls }
      const hash = enter(around, null)
      sent.push(...calls)
      clock.after(blockMs, () => mine(hash, fate))
      return hash
    },
    payAsSolver(chainId, token, receiver, units, names = null, namedBy) {
      const to = (isSameHex(token, nativeAddress) ? receiver : token) as Address
      const by = namedBy === undefined ? {} : { namedBy }
      const call = { chainId, from: solver, to, data: '0x', value: 0n, names, ...by } as const
      const hash = enter(call, { token, receiver, units })
      ledger.give(chainId, token, receiver, units)
      mine(hash, 'mine')
      return hash
    },
    reader: {
      hostCount: () => world.hosts,
      allowance: async (chainId, token, owner, spender) =>
        up(() => ledger.allowance(chainId, token, owner, spenderName(chainId, spender))),
      balance: async (chainId, token, owner) => up(() => ledger.balance(chainId, token, owner)),
      decimals: async (chainId, token) => up(() => tokenAt(chainId, token).decimals),
      symbol: async (chainId, token) => up(() => world.symbols.get(token) ?? tokenAt(chainId, token).symbol),
      feedPrice: async (chainId, { address }) => up(() => ledger.feedPrice(chainId, address)),
      codeAt: async (chainId, address) => up(() => codeAt(chainId, address)),
      codeQuorum: async (chainId, address) => up(() => createQuorum(world.sources, codeAt(chainId, address))),
      approveWorks: async (chainId, token, owner, spender, units) =>
        up(() => approveWorks(ledger, chainId, token, owner, units, spenderName(chainId, spender))),
      arrivingUnits: async (_chainId, token, _owner, _receiver, units) =>
        up(() => {
          const kept = (units * (world.transferFeeBps.get(token) ?? 0n)) / 10_000n
          return units - kept - (world.roundingUnits.get(token) ?? 0n)
        }),
      simulate: async () => up(() => world.simulation),
      measure: async (chainId, trial) =>
        up(() => {
          const truth = simulateCalls(ledger, chainId, trial, world, time.nowMs())
          return world.measurement?.(truth) ?? { effects: [truth], wanted: 1 }
        }),
      transaction: async (_chainId, hash) => up(() => transactionViewOf(entries.get(hash))),
      accountNonce: async (id, owner, tag) =>
        up(() => mined(id, owner) + (tag === 'pending' ? waitingOf(id, owner) : 0)),
      nonceUsed: async (chainId, owner, nonce) => up(() => ledger.nonceUsed(chainId, owner, nonce)),
      ...proofs,
      isTransactionLost: async (chainId, owner, nonce, hash) =>
        up(() => transactionViewOf(entries.get(hash)).kind === 'unknown' && mined(chainId, owner) > nonce),
      accountUse: async (chainId, owner, nonce) =>
        up(() => {
          const isUsed = mined(chainId, owner) > nonce
          return { isIdle: !isUsed && waitingOf(chainId, owner) === 0, isUsed, sources: world.sources }
        }),
      isValidSignature: async (_chainId, account, digest, signature) => {
        const signer = await recoverAddress({ hash: digest, signature }).catch(() => null)
        return up(() => isSameHex(signer, world.owners.get(account)))
      },
      validSignatureQuorum: async (_chainId, account, digest, signature) => {
        const signer = await recoverAddress({ hash: digest, signature }).catch(() => null)
        return up(() => createQuorum(world.sources, isSameHex(signer, world.owners.get(account))))
      },
      gasPrice: async () => up(() => ({ perGasUnits: 1_000_000_000n, dataFeeUnits: world.dataFeeUnits })),
    },
  }

  function up<T>(read: () => T): T {
    if (world.isDown) throw new Problem('rpcUnreachable')
    return read()
  }

  function codeAt(chainId: number, address: Address): Hex {
    const { permit2 } = chainById(chainId)
    const { gateways, inboxes } = contractsOn(chainId)
    if (world.delegated.has(address)) return `0xef0100${permit2.slice(2)}`
    const isContract = [permit2, ...gateways, ...inboxes].includes(address) || world.owners.has(address)
    return isContract ? '0x60' : '0x'
  }

  return world
}
