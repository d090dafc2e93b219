import { toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../../lib/base/hex.ts'
import type { Simulation } from '../../../lib/chain/effects.ts'
import {
  parseLogs,
  planSimulation,
  readLoggedEffects,
  type SimulatedAnswer,
} from '../../../lib/chain/simulation-plan.ts'
import { transferTopic } from '../../../lib/chain/transactions.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { words } from './fake-node.ts'

const target: Address = '0x9999999999999999999999999999999999999999'
const trial: Simulation = {
  account: user,
  calls: [{ to: target, data: '0x12345678', value: 5n }],
  tokens: [usdc],
  spenders: [{ token: usdc, spender: target }],
  receiver: { address: target, token: usdc },
}
const said = (word: bigint | null, ok = true): SimulatedAnswer => ({ ok, word, failure: 'no' })
const plan = planSimulation(trial, trial.tokens, trial.spenders, freshAddress())
/** Native, USDC, the allowance, the receiver's; the call; the same reads again. */
const answers = (before: readonly SimulatedAnswer[], after: readonly SimulatedAnswer[]) =>
  plan.effects([...before, said(0n), ...after])
const same = [9n, 9n, 9n, 9n].map((word) => said(word))

describe('the reads of a simulation', () => {
  test('send nothing, and are the same before and after its calls', () => {
    const values = plan.calls.map(({ value }) => value)
    expect(values).toEqual([0n, 0n, 0n, 0n, 5n, 0n, 0n, 0n, 0n])
    expect(plan.calls.slice(0, 4)).toEqual(plan.calls.slice(5))
  })

  test('count moved units exactly, and leave out unchanged balances', () => {
    const nothing = { leaves: [], arrives: [], allowances: [], received: 0n, failure: null }
    expect(answers(same, same)).toEqual(nothing)
    expect(answers(same, [said(8n), said(12n), said(10n), said(13n)])).toEqual({
      leaves: [{ token: nativeAddress, units: 1n }],
      arrives: [{ token: usdc, units: 3n }],
      allowances: [{ token: usdc, spender: target, before: 9n, after: 10n }],
      received: 4n,
      failure: null,
    })
  })

  test.each([0, 1, 2, 3])('leave everything unmeasured if one fails or returns no word: read %i', (at) => {
    for (const broken of [said(null), said(9n, false)]) {
      const odd = same.with(at, broken)
      expect(answers(odd, same)).toBeNull()
      expect(answers(same, odd)).toBeNull()
    }
    expect(answers(same, same.slice(0, at))).toBeNull()
  })
})

describe('the events of a simulation', () => {
  const who = `0x${user.slice(2).padStart(64, '0')}`
  const spender = words(BigInt(target))
  const most = (1n << 256n) - 1n
  const kinds = {
    batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
    forAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
  } as const
  const report = (...topics: readonly string[]) =>
    readLoggedEffects([{ address: target, topics: topics as Hex[], data: words(1n) as Hex }], user)

  test('grant an unlimited allowance if they have no amount', () => {
    const lent = { token: target, spender: target, before: 0n, after: most }
    expect(report(kinds.forAll, who, spender).allowances).toEqual([lent])
    expect(report(kinds.permit, who, words(BigInt(usdc)), spender).allowances).toEqual([
      { ...lent, token: usdc },
    ])
  })

  test('of a batch transfer take an item away', () => {
    expect(report(kinds.batch, spender, who, spender).leaves).toEqual([{ token: target, units: 1n }])
    expect(report(kinds.batch, spender, spender, who).leaves).toEqual([])
  })

  test('of other accounts, or incomplete ones, have no effect', () => {
    const nothing = { tokens: [], spenders: [], leaves: [], allowances: [] }
    expect(report(kinds.permit, spender, spender, spender)).toEqual(nothing)
    expect(report(kinds.permit, who, spender)).toEqual(nothing)
    expect(report(kinds.batch)).toEqual(nothing)
    expect(report(spender, who, who, who)).toEqual(nothing)
  })

  test('are null if one cannot be read', () => {
    const good = { address: target, topics: [who], data: '0x' }
    expect(parseLogs([good])).toHaveLength(1)
    const bad = [{ topics: ['0x1', who] }, { topics: 'none' }, { data: 'none' }, { address: 'nowhere' }]
    for (const part of bad) expect(parseLogs([good, { ...good, ...part }])).toBeNull()
  })
})

const topicOf = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
const [who, other, third] = [topicOf(user), topicOf('0x0b'), topicOf('0x0c')]

/** The effects on the account that an event with this signature shows. */
function touched(signature: string, ...topics: readonly Hex[]) {
  const log = {
    address: usdc,
    topics: [toEventSelector(`event ${signature}`), ...topics],
    data: '0x01',
  } as const
  return readLoggedEffects([log], user)
}

test('the topics of simulated events are the hashes of their signatures', () => {
  expect(transferTopic).toBe(toEventSelector('event Transfer(address,address,uint256)'))
  expect(touched('Transfer(address,address,uint256)', who, other).tokens).toEqual([usdc])
  expect(touched('Transfer(address,address,uint256)', other, who).tokens).toEqual([usdc])
  expect(touched('Approval(address,address,uint256)', who, other).spenders).toHaveLength(1)
  // The approval of an ERC-721 token.
  const single721 = touched('Approval(address,address,uint256)', who, other, third)
  expect([single721.spenders, single721.allowances.length]).toEqual([[], 1])
  expect(touched('ApprovalForAll(address,address,bool)', who, other).allowances).toHaveLength(1)
  const single = touched('TransferSingle(address,address,address,uint256,uint256)', other, who, third)
  const batch = touched('TransferBatch(address,address,address,uint256[],uint256[])', other, who, third)
  expect([single.leaves, batch.leaves]).toEqual([[{ token: usdc, units: 1n }], [{ token: usdc, units: 1n }]])
  for (const name of [
    'Approval(address,address,address,uint160,uint48)',
    'Permit(address,address,address,uint160,uint48,uint48)',
  ])
    expect(touched(name, who, other, third).allowances).toHaveLength(1)
})
