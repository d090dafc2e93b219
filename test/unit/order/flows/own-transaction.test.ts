import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../../../lib/base/hex.ts'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { classifyTransaction, readOwner } from '../../../../lib/order/flows/own-transaction.ts'
import { createQuorum } from '../../../harness/proof-reads.ts'
import { user } from '../../checks/fixtures.ts'
import { bank, orderOf, withPart } from '../order-fixture.ts'

const hash: Hex = `0x${'ab'.repeat(32)}`
const other: Address = '0x00000000000000000000000000000000000000a1'
const call = { to: other, data: '0x1234', value: 7n } as const
const txData = { ...call, value: '7', chainId: null }
const order = orderOf({ kind: 'inbox', state: 'sent', terms: { txData } })
const deposit = orderOf({ kind: 'deposit', state: 'sent', terms: { txData } })

interface Shown {
  readonly code?: Hex
  /** The contract names the request. */
  readonly reports?: boolean
  /** The amount that the bank's account received. */
  readonly paid?: bigint | null
}

function portsOf({ code = '0x', reports = false, paid = null }: Shown): FlowPorts {
  const chain: Pick<ChainReader, 'codeQuorum' | 'payment'> = {
    codeQuorum: async () => createQuorum(2, code),
    payment: async (_chainId, { token, receiver, payer, requestHash }) => {
      const isPaid = token === order.reviewed.request.inputToken && receiver === bank && payer === user
      const parts = isPaid && paid !== null ? [{ logIndexes: [0], units: paid }] : []
      const names = requestHash === null ? 'nothing' : reports ? 'ours' : 'others'
      return createQuorum(2, { ...seen, parts, names })
    },
  }
  return { chain, deployment: { chains: [] } } as unknown as FlowPorts
}

const seen = {
  blockHash: hash,
  blockNumber: 10n ** 9n,
  blockSeconds: 2_000_000_000,
  confirmations: 9,
  isBalanceGrowth: false,
  touches: true,
}
const view = {
  kind: 'mined',
  from: user,
  ...call,
  accountNonce: 1,
  blockNumber: 1n,
  minedMs: 0,
  succeeded: true,
}
type View = Parameters<typeof classifyTransaction>[2]
const viewOf = (fields: object) => ({ ...view, ...fields }) as unknown as View
const around = { to: user, data: '0x34fcd5be', value: 0n }
const contract: Hex = '0x60'

describe('a transaction that the wallet named', () => {
  test.each<[string, object, Shown, object]>([
    ['what was reviewed', {}, {}, { state: 'mined', differs: false }],
    ['what was reviewed, and failed', { succeeded: false }, {}, { state: 'failed', differs: false }],
    ['what was reviewed, and waits', { kind: 'waiting' }, {}, { state: 'sent', differs: false }],
    ['another target', { to: bank }, {}, { state: 'mined', differs: true }],
    ['other data', { data: '0x1235' }, {}, { state: 'mined', differs: true }],
    ['another value', { value: 8n }, {}, { state: 'mined', differs: true }],
    ["the same call of somebody else's account", { from: other }, {}, { state: 'mined', differs: true }],
    ['a call around ours', around, { code: contract, reports: true }, { state: 'mined', differs: false }],
    ['a call around another', around, { code: contract }, { state: 'mined', differs: true }],
    [
      'one around ours that waits',
      { ...around, kind: 'waiting' },
      { code: contract },
      { state: 'sent', differs: false },
    ],
    [
      'one around ours that failed, sent by the account',
      { ...around, succeeded: false },
      { code: contract },
      { state: 'failed', differs: false },
    ],
    [
      'one around ours that failed, carried by another',
      { ...around, from: other, succeeded: false },
      { code: contract },
      { state: 'sent', differs: false },
    ],
  ])('is classified: %s', async (_what, fields, shown, expected) => {
    expect(await classifyTransaction(order, hash, viewOf(fields), portsOf(shown))).toEqual(expected)
  })

  test.each<[string, bigint | null, boolean]>([
    ['all of it', 1_500_000n, false],
    ['one unit less', 1_499_999n, true],
    ['one unit more', 1_500_001n, true],
    ['nothing', null, true],
  ])('for a deposit is classified by the amount that arrived: %s', async (_what, paid, differs) => {
    const ports = portsOf({ code: contract, reports: true, paid })
    expect(await classifyTransaction(deposit, hash, viewOf(around), ports)).toEqual({
      state: 'mined',
      differs,
    })
  })
})

describe('a manual swap of an account with code', () => {
  const manual = orderOf({ kind: 'manual', state: 'sent', terms: { txData } })
  const coin = { ...manual.reviewed.request, inputToken: nativeAddress, inputAmount: '5' }
  const ofCoin = withPart(manual, { reviewed: { ...manual.reviewed, request: coin } })
  const carrying = viewOf({ ...around, data: `0x34fcd5be${other.slice(2)}00${call.data.slice(2)}` })
  const known = viewOf(around)
  const left = (units: bigint, touches = true) => ({ units, touches })
  test.each<[string, typeof manual, View, { units: bigint; touches: boolean } | null, string | null]>([
    ['the exact input left, to whoever', manual, known, left(1_500_000n), 'order'],
    ['a unit less left', manual, known, left(1_499_999n), 'other'],
    ['a unit more left', manual, known, left(1_500_001n), 'other'],
    ['the exact input left without the router', manual, known, left(1_500_000n, false), 'other'],
    ['a router that tells of nothing was called', manual, carrying, left(1_500_000n, false), 'order'],
    ['the value of the coin left', ofCoin, known, left(7n), 'order'],
    ['the value of the coin and gas left', ofCoin, known, left(8n), 'order'],
    ['less than the value of the coin left', ofCoin, known, left(6n), 'other'],
    ['the coin left without the router', ofCoin, known, left(7n, false), 'other'],
    ['nothing can be read yet', manual, known, null, null],
  ])('is classified by its effects: %s', async (_what, of, carried, did, owner) => {
    const payment: ChainReader['payment'] = async (_chainId, wanted) => {
      expect(wanted).toMatchObject({ payer: user, contracts: [other] })
      expect(wanted.receiver).toBeUndefined()
      if (did === null) return createQuorum(2, null)
      const parts = [{ logIndexes: [0], units: did.units }]
      return createQuorum(2, { ...seen, touches: did.touches, names: 'nothing', parts })
    }
    const chain = { codeQuorum: async () => createQuorum(2, contract), payment }
    const ports = { chain, deployment: { chains: [] } } as unknown as FlowPorts
    expect(await readOwner(of, hash, carried, ports)).toBe(owner)
    expect(await classifyTransaction(of, hash, carried, ports)).toEqual(
      owner === null ? { state: 'sent', differs: false } : { state: 'mined', differs: owner === 'other' },
    )
  })
})

describe('a transaction that the wallet did not name is ours', () => {
  test.each<[string, object, Shown, boolean]>([
    ['by its call', {}, {}, true],
    ['by its call, though it failed', { succeeded: false }, {}, true],
    ['by what the contract tells of it', around, { code: contract, reports: true }, true],
    ["not by its call alone, sent by somebody else's account", { from: other }, {}, false],
    ['not while it waits', { ...around, kind: 'waiting' }, { code: contract, reports: true }, false],
    ['not when it failed', { ...around, succeeded: false }, { code: contract, reports: true }, false],
    ['not of an account without code', around, { reports: true }, false],
    ['not when the contract knows nothing of it', around, { code: contract }, false],
  ])('%s', async (_what, fields, shown, ours) => {
    expect((await readOwner(order, hash, viewOf(fields), portsOf(shown))) === 'order').toBe(ours)
  })

  test('for a batch of calls, whatever the account is', async () => {
    const given = withPart(order, { callsId: 'calls-1' })
    expect(await readOwner(given, hash, viewOf(around), portsOf({ reports: true }))).toBe('order')
    expect(await readOwner(given, hash, viewOf(around), portsOf({}))).toBe('other')
  })
})
