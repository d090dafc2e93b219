import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import type { Simulation } from '../../../lib/chain/effects.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { measure } from '../../../lib/chain/simulation.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type NodeAnswer, type NodeCall, type Table, words } from './fake-node.ts'

const target = '0x9999999999999999999999999999999999999999'
const trial: Simulation = {
  account: user,
  calls: [{ to: target, data: '0x12345678', value: 5n }],
  tokens: [usdc],
  spenders: [{ token: usdc, spender: target }],
  receiver: null,
}
const who = `0x${user.slice(2).padStart(64, '0')}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const permit2Approval = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

const went = (value: bigint, logs: Json = []): Json => ({ status: '0x1', returnData: words(value), logs })
const blocks = (calls: readonly Json[]): NodeAnswer => ({ result: [{ calls: [...calls] }] })
const still = [went(9n), went(9n), went(9n)]
/** Native, USDC, the allowance; the call; the same reads again. */
const honest = blocks([went(50n), went(100n), went(7n), went(0n), went(45n), went(90n), went(3n)])
const truth = {
  leaves: [
    { token: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', units: 5n },
    { token: usdc, units: 10n },
  ],
  arrives: [],
  allowances: [{ token: usdc, spender: target, before: 7n, after: 3n }],
  received: null,
  failure: null,
  isWhole: true,
}

const callsOf = (params: NodeCall['params']) =>
  (params[0] as { blockStateCalls: [{ calls: Json[] }] }).blockStateCalls[0].calls

function nodes(...tables: readonly Table[]) {
  const made = tables.map((table) => fakeNode(table))
  const rpcs = made.map(({ fetch }, at) => createRpc(31_337, [`http://127.0.0.1:${at + 1}`], fetch))
  return {
    seen: (of: Simulation = trial) => measure(rpcs, of, freshAddress),
    requested: made.map(({ requests: requested }) => requested),
  }
}

const probed = (pairs: readonly (readonly bigint[])[]): NodeAnswer => ({ result: words(...pairs.flat()) })
/** Each call succeeded (1), and each read returned a word (2). */
const older = probed([50n, 100n, 7n, 0n, 45n, 90n, 3n].map((word, at) => [word, at === 3 ? 1n : 3n]))

describe('by eth_simulateV1', () => {
  test('reads balances and allowances before and after the calls, without validation', async () => {
    const { seen, requested } = nodes({ eth_simulateV1: honest })
    expect(await seen()).toEqual({ effects: [truth], wanted: 1 })
    const params = requested[0]?.[0]?.params ?? []
    expect(params).toMatchObject([{ traceTransfers: true, validation: false }, 'latest'])
    expect(callsOf(params)[3]).toEqual({ from: user, to: target, data: '0x12345678', value: '0x5' })
  })

  test.each([
    ['eth_simulateV1', { eth_simulateV1: honest }],
    ['eth_call', { eth_call: older }],
  ] as const)('%s puts the reader code at a new random address each time', async (method, table) => {
    const { seen, requested } = nodes(table)
    await seen()
    await seen()
    const used = (requested[0] ?? [])
      .filter((one) => one.method === method)
      .map(({ params }) => {
        const simulated = params[0] as { blockStateCalls?: [{ stateOverrides: object }] }
        const overrides = simulated.blockStateCalls?.[0].stateOverrides ?? (params[2] as object)
        return Object.keys(overrides).filter((address) => address !== user)
      })
    expect(used).toHaveLength(2)
    expect(used.map((addresses) => addresses.length)).toEqual([1, 1])
    expect(new Set(used.flat()).size).toBe(2)
  })

  test('reports a failure of the whole request as a failure of the calls', async () => {
    const { seen } = nodes({ eth_simulateV1: { error: { code: -32003, message: 'insufficient funds' } } })
    expect((await seen()).effects).toMatchObject([{ failure: 'insufficient funds' }])
  })

  test('counts tokens and allowances that only events name in a second simulation', async () => {
    const dai = '0x2222222222222222222222222222222222222222'
    const logs = [
      { address: dai, topics: [transfer, who, who], data: words(1n) },
      { address: dai, topics: [approval, who, who], data: words(1n) },
    ]
    const second = (calls: readonly Json[]) =>
      blocks(calls.map((_, at) => went(at > calls.length / 2 ? 1n : 9n)))
    const { seen, requested } = nodes({
      eth_simulateV1: ({ params }: NodeCall) => {
        const calls = callsOf(params)
        if (calls.length > 7) return second(calls)
        return blocks([...still, went(0n, logs), ...still])
      },
    })
    const { effects } = await seen()
    expect(requested[0]).toHaveLength(2)
    expect(effects[0]?.leaves.map(({ token }) => token)).toContain(dai)
    expect(effects[0]?.allowances).toContainEqual({ token: dai, spender: user, before: 9n, after: 1n })
  })

  test('reports effects that no balance shows, such as an allowance inside Permit2', async () => {
    const log = { address: target, topics: [permit2Approval, who, who, who], data: words(1n, 1n) }
    const { seen } = nodes({ eth_simulateV1: blocks([...still, went(0n, [log]), ...still]) })
    expect((await seen()).effects).toMatchObject([{ allowances: [{ token: user, spender: user }] }])
  })

  test.each<[string, Json]>([
    ['an event without topics', went(0n, [{ address: usdc, data: '0x' }])],
    ['no events at all', { status: '0x1', returnData: '0x' }],
    ['no state', { returnData: '0x', logs: [] }],
    ['no data', { status: '0x1', logs: [] }],
  ])('refuses an answer with %s', async (_, call) => {
    const { seen } = nodes({ eth_simulateV1: blocks([...still, call, ...still]) })
    expect(await seen()).toEqual({ effects: [], wanted: 1 })
  })

  test('refuses a balance that is no number', async () => {
    const odd = { status: '0x1', returnData: '0x', logs: [] }
    const calls = [went(1n), odd, went(1n), went(0n), went(1n), odd, went(1n)]
    const { seen } = nodes({ eth_simulateV1: blocks(calls) })
    expect((await seen()).effects).toEqual([])
  })
})

describe('without support for it', () => {
  test("other code replaces the account's in one eth_call", async () => {
    const { seen, requested } = nodes({ eth_call: older })
    expect(await seen()).toEqual({ effects: [{ ...truth, isWhole: false }], wanted: 1 })
    const [call, block, lent] = requested[0]?.at(-1)?.params ?? []
    expect(call).toMatchObject({ from: user, to: user })
    // Target, value and length in one word each, then the bytes. The next call follows without a gap.
    expect(Object(call).data).toContain(`${words(BigInt(target), 5n, 4n).slice(2)}12345678${'0'.repeat(24)}`)
    // Stops unless the account calls itself.
    const code = expect.stringMatching(/^0x333014600757005b/)
    expect([block, Object(lent)[user]]).toEqual(['latest', { code }])
  })

  test.each<[string, NodeAnswer]>([
    ['ignores the code it was lent', { result: '0x' }],
    ['answers too little', probed([[1n, 3n]])],
    ['answers something else', probed(Array.from({ length: 7 }, () => [1n, 9n] as const))],
    ['refuses', { error: { code: -32602, message: 'too many arguments' } }],
    ['fails', { error: { code: 3, message: 'execution reverted' } }],
  ])('an endpoint that %s measures nothing', async (_, said) => {
    expect(await nodes({ eth_call: said }).seen()).toEqual({ effects: [], wanted: 1 })
  })

  /** The answers of the seven calls, one of them with another status. */
  const withStatus = (place: number, status: bigint) =>
    probed([0, 1, 2, 3, 4, 5, 6].map((at) => [9n, at === place ? status : 3n] as const))

  test.each([
    [0n, 'execution reverted'],
    [1n, null],
    [2n, 'execution reverted'],
    [3n, null],
  ])('a call with status %i fails with %s', async (status, failure) => {
    const { effects } = await nodes({ eth_call: withStatus(3, status) }).seen()
    expect(effects).toMatchObject([{ failure }])
  })

  test.each([0n, 1n, 2n, 4n])('a read with status %i leaves everything unmeasured', async (status) => {
    expect((await nodes({ eth_call: withStatus(1, status) }).seen()).effects).toEqual([])
  })
})

describe('on several endpoints', () => {
  test('two are used, and the next one if one of them cannot measure', async () => {
    const three = nodes({ eth_simulateV1: honest }, {}, { eth_call: older })
    expect(await three.seen()).toEqual({ effects: [truth, { ...truth, isWhole: false }], wanted: 2 })
    const enough = nodes({ eth_simulateV1: honest }, { eth_simulateV1: honest }, { eth_simulateV1: honest })
    expect((await enough.seen()).effects).toHaveLength(2)
    expect(enough.requested[2]).toEqual([])
  })

  test('one of two is fewer than required', async () => {
    expect(await nodes({}, { eth_simulateV1: honest }).seen()).toEqual({ effects: [truth], wanted: 2 })
  })

  test('two endpoints of one host count once', async () => {
    const made = [1, 2, 3].map(() => fakeNode({ eth_simulateV1: honest }))
    const urls = ['http://127.0.0.1:1/one', 'http://127.0.0.1:1/two', 'http://127.0.0.1:2']
    const rpcs = made.map(({ fetch }, at) => createRpc(31_337, [urls[at] ?? ''], fetch))
    expect(await measure(rpcs, trial, freshAddress)).toEqual({ effects: [truth, truth], wanted: 2 })
    expect(made[1]?.requests).toEqual([])
    expect(await measure(rpcs.slice(0, 2), trial, freshAddress)).toEqual({ effects: [truth], wanted: 1 })
  })

  test('a programming error is not treated as silence', async () => {
    const rpc = { chainId: 1, host: 'none', request: async () => Promise.reject(new TypeError('ours')) }
    await expect(measure([rpc], trial, freshAddress)).rejects.toThrow('ours')
  })
})

const dai = '0x2222222222222222222222222222222222222222'
const weth = '0x3333333333333333333333333333333333333333'
const pair: Simulation = {
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
async function tried(logs: Json, { later, of = pair }: { later?: NodeAnswer; of?: Simulation } = {}) {
  const sizes: number[] = []
  const { seen } = nodes({
    eth_simulateV1: ({ params }: NodeCall) => {
      const { length } = callsOf(params)
      sizes.push(length)
      if (sizes.length > 1 && later !== undefined) return later
      const said = { status: '0x1', returnData: words(9n, 1n), logs: [] as Json }
      const calls = Array.from({ length }, () => said)
      return blocks(sizes.length === 1 ? calls.with(callAt, { ...said, logs }) : calls)
    },
  })
  const { effects } = await seen(of)
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
    const said = { ...failed, failure: 'insufficient funds' }
    expect((await tried([paid(weth)], { later })).effects).toEqual([said])
  })

  test('counts a third token', async () => {
    const of: Simulation = { ...pair, tokens: [usdc, dai, weth] }
    expect((await tried([], { of })).sizes).toEqual([11])
    expect((await tried([paid(weth)], { of })).sizes).toEqual([11, 13])
  })
})

test.each<[string, Json]>([
  ['no blocks', 'none'],
  ['no calls', [{ calls: 'none' }]],
  ['fewer calls than were asked', [{ calls: [] }]],
])('an unusable answer: %s', async (_name, result) => {
  expect((await nodes({ eth_simulateV1: { result } }).seen(pair)).effects).toEqual([])
})

describe('the message of a failing call', () => {
  const failing = async (returnData: string, message = 'out of gas') => {
    const said = { status: '0x0', returnData, logs: [], error: { code: 3, message } }
    const calls = Array.from({ length: 11 }, (_, at) => (at === callAt ? said : went(9n)))
    const { effects } = await nodes({ eth_simulateV1: blocks(calls) }).seen(pair)
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
