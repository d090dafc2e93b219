import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import type { Simulation } from '../../../lib/chain/effects.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { measure } from '../../../lib/chain/simulation.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, type NodeCall, words } from './fake-node.ts'

const target = '0x9999999999999999999999999999999999999999'
const dai = '0x2222222222222222222222222222222222222222'
const weth = '0x3333333333333333333333333333333333333333'
const who = words(BigInt(user))
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const trial: Simulation = {
  account: user,
  calls: [{ to: target, data: '0x12345678', value: 5n }],
  tokens: [usdc, dai],
  spenders: [
    { token: usdc, spender: target },
    { token: dai, spender: target },
  ],
  receiver: null,
}
const callAt = 5
const paid = (token: string): Json => ({ address: token, topics: [transfer, who, who], data: words(1n) })
const lent = (token: string, spender: string): Json => ({
  address: token,
  topics: [approval, who, words(BigInt(spender))],
  data: words(1n),
})

/** An endpoint whose call logs these events. `later` is its answer to the second and later simulations. */
async function tried(logs: Json, { later, of = trial }: { later?: NodeAnswer; of?: Simulation } = {}) {
  let times = 0
  const { fetch, requests: requested } = fakeNode({
    eth_simulateV1: ({ params }: NodeCall) => {
      times += 1
      if (times > 1 && later !== undefined) return later
      const { calls } = (params[0] as { blockStateCalls: [{ calls: Json[] }] }).blockStateCalls[0]
      const said = calls.map((_, at) => ({
        status: '0x1',
        returnData: words(9n, 1n),
        logs: times === 1 && at === callAt ? logs : [],
      }))
      return { result: [{ calls: said }] }
    },
  })
  const { effects } = await measure([createRpc(31_337, ['http://127.0.0.1'], fetch)], of, freshAddress)
  const sizes = requested
    .filter(({ method }) => method === 'eth_simulateV1')
    .map(
      ({ params }) => (params[0] as { blockStateCalls: [{ calls: Json[] }] }).blockStateCalls[0].calls.length,
    )
  return { effects, sizes }
}

describe('a second simulation', () => {
  test.each<[string, Json, readonly number[]]>([
    ['is not made where no event tells of more', [], [11]],
    ['is not made for what is counted already', [paid(usdc), paid(dai), lent(dai, target)], [11]],
    ['counts one more token', [paid(weth)], [11, 13]],
    ['counts one more allowance of another spender', [lent(usdc, weth)], [11, 13]],
    ['counts one more allowance of another token', [lent(weth, target)], [11, 13]],
  ])('%s', async (_name, logs, sizes) => {
    const seen = await tried(logs)
    expect(seen.sizes).toEqual(sizes)
    expect(seen.effects).toMatchObject([{ leaves: [], arrives: [], failure: null, isWhole: true }])
  })

  test('measures nothing if it cannot be read, and reports a failure', async () => {
    expect((await tried([paid(weth)], { later: { result: [] } })).effects).toEqual([])
    const later: NodeAnswer = { error: { code: -32003, message: 'insufficient funds' } }
    const failed = { leaves: [], arrives: [], allowances: [], received: null, isWhole: true }
    expect((await tried([paid(weth)], { later })).effects).toEqual([
      { ...failed, failure: 'insufficient funds' },
    ])
  })

  test('counts a third token', async () => {
    const of: Simulation = { ...trial, tokens: [usdc, dai, weth] }
    expect((await tried([], { of })).sizes).toEqual([11])
    expect((await tried([paid(weth)], { of })).sizes).toEqual([11, 13])
  })
})

test.each<[string, Json]>([
  ['no blocks', 'none'],
  ['no calls', [{ calls: 'none' }]],
  ['fewer calls than were asked', [{ calls: [] }]],
])('an unusable answer: %s', async (_name, result) => {
  const { fetch } = fakeNode({ eth_simulateV1: { result } })
  expect(
    (await measure([createRpc(31_337, ['http://127.0.0.1'], fetch)], trial, freshAddress)).effects,
  ).toEqual([])
})

describe('the message of a failing call', () => {
  const failing = async (returnData: string, message = 'out of gas') => {
    const well = { status: '0x1', returnData: words(9n), logs: [] }
    const said = { status: '0x0', returnData, logs: [], error: { code: 3, message } }
    const calls: Json[] = Array.from({ length: 11 }, (_, at) => (at === callAt ? said : well))
    const { fetch } = fakeNode({ eth_simulateV1: { result: [{ calls }] } })
    const { effects } = await measure([createRpc(31_337, ['http://127.0.0.1'], fetch)], trial, freshAddress)
    return effects[0]?.failure
  }
  const error = (text: string, length = text.length / 2) =>
    `0x08c379a0${words(32n, BigInt(length)).slice(2)}${text}`

  test("is the contract's own if it has one, shortened", async () => {
    expect(await failing(error(''))).toBe('execution reverted: ')
    expect(await failing(error('61'.repeat(201)))).toBe(`execution reverted: ${'a'.repeat(200)}`)
    expect(await failing(error('616263', 2))).toBe('execution reverted: ab')
  })

  test('is the endpoint’s if the contract returns no text', async () => {
    expect(await failing('0x08c379a0')).toBe('out of gas')
    expect(await failing(`0x12345678${words(32n, 1n).slice(2)}61`)).toBe('out of gas')
    expect(await failing('0x', 'x'.repeat(201))).toBe('x'.repeat(200))
    expect(await failing('0x', '')).toBe('execution reverted')
  })
})
