import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import {
  type AccountCall,
  checkEffects,
  type Effects,
  type Measurement,
  type Simulation,
} from '../../../lib/chain/effects.ts'
import type { DeploymentChain } from '../../../lib/deployment/schema.ts'
import type { SwapTerms } from '../../../lib/quote/order-kind.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import { createSimulation, type SimulationAim, simulateCalls } from '../../../lib/review/simulate.ts'
import { noEffects } from '../../harness/simulate-calls.ts'
import { harbour, inbox, permit2, usdc, user } from '../checks/fixtures.ts'
import { orderOf, withTerms } from '../order/order-fixture.ts'

const unmeasured: Measurement = { effects: [], wanted: 2 }
const measured: Measurement = { effects: [noEffects, noEffects], wanted: 2 }
const order = orderOf()
const call: AccountCall = { to: usdc, data: '0x1234', value: 0n }

/** A chain that returns these measurements in sequence, and this error text for a single call. */
function chainOf(measurements: readonly Measurement[], words: string | null = null) {
  const [trials, calls]: [Simulation[], AccountCall[]] = [[], []]
  const chain: Parameters<typeof simulateCalls>[2] = {
    measure: async (_chainId, trial) => {
      trials.push(trial)
      return measurements[trials.length - 1] ?? unmeasured
    },
    simulate: async (_chainId, one) => {
      calls.push(one as AccountCall)
      return words
    },
  }
  return { chain, trials, calls }
}

const simulationOf = (...calls: readonly AccountCall[]) =>
  createSimulation(order, calls, { approvesUnits: 1n, does: 'nothing' }, harbour)

describe('when no endpoint measures effects', () => {
  test('one tells whether a single call would succeed', async () => {
    const goes = chainOf([])
    expect(await simulateCalls(order, simulationOf(call), goes.chain)).toEqual({ kind: 'unmeasured' })
    expect(goes.calls).toEqual([{ from: user, ...call }])
    const fails = chainOf([], 'paused')
    await expect(simulateCalls(order, simulationOf(call), fails.chain, 'unmoved')).rejects.toMatchObject({
      data: { code: 'wouldFail', money: 'unmoved', facts: { reason: 'paused' } },
    })
  })

  test('a call that depends on another one is not simulated without it', async () => {
    const { chain, calls } = chainOf([], 'no allowance')
    expect(await simulateCalls(order, simulationOf(call, call), chain)).toEqual({ kind: 'unmeasured' })
    expect(calls).toEqual([])
  })

  test('a call that one endpoint has measured is not simulated again', async () => {
    const { chain, calls } = chainOf([{ effects: [noEffects], wanted: 2 }], 'paused')
    expect(await simulateCalls(order, simulationOf(call), chain)).toEqual({ kind: 'unmeasured' })
    expect(calls).toEqual([])
  })

  test('nothing is simulated without a call', async () => {
    const { chain, trials } = chainOf([measured])
    expect(await simulateCalls(order, simulationOf(), chain)).toEqual({ kind: 'unmeasured' })
    expect(trials).toEqual([])
  })
})

test.each<[boolean, bigint | null, string | null]>([
  [true, 1n, '1'],
  [true, 0n, null],
  [true, null, null],
  [false, 1n, null],
])('a receiver (%s) that gains %s is reported with %s', async (isReceiver, received, reported) => {
  const { simulation: trial, expected } = simulationOf(call)
  const receiver = isReceiver ? { address: permit2, token: usdc } : null
  const arrives = { token: usdc, units: 0n, isReceivers: isReceiver, sentUnits: 0n }
  const effects = { ...noEffects, received }
  const { chain } = chainOf([{ effects: [effects, effects], wanted: 2 }])
  const trialled = { simulation: { ...trial, receiver }, expected: { ...expected, arrives } }
  const seen = await simulateCalls(order, trialled, chain)
  expect(seen).toMatchObject({
    kind: 'measured',
    received: reported === null ? null : { token: usdc, units: reported },
  })
})

const target: Address = '0x00000000000000000000000000000000000000a1'
const friend: Address = '0x00000000000000000000000000000000000000b2'
const dai: Address = '0x00000000000000000000000000000000000000c3'
const config: DeploymentChain = { ...harbour, manualTargets: [target] }
const input = 1_500_000n
const least = 1_487_902n

interface Part {
  readonly kind?: OrderKind
  readonly inputToken?: Address
  readonly outputToken?: string
  readonly destinationChainId?: number
  readonly receiverAddress?: string
  /** The value of the transaction. Null: there is no transaction. */
  readonly value?: string | null
}

/** A manual swap of USDC for DAI on one chain, with a network fee of 7. */
function dealOf({ kind = 'manual', value = '7', ...quoteRequest }: Part = {}): SwapTerms {
  const { reviewed } = orderOf()
  const here = { destinationChainId: harbour.chainId, outputToken: dai, ...quoteRequest }
  const to = kind === 'manual' ? target : inbox
  const txData = value === null ? null : { to, data: '0x1234' as const, value, chainId: null }
  return withTerms(orderOf({ kind, reviewed: { ...reviewed, request: { ...reviewed.request, ...here } } }), {
    txData,
  })
}

const send: SimulationAim = { approvesUnits: null, does: 'send' }
const weighed = (part: Part, aim: Partial<SimulationAim> = {}, chain = config) =>
  createSimulation(dealOf(part), [], { ...send, ...aim }, chain)

describe('the minimum that must arrive', () => {
  const toFriend = { receiverAddress: friend }

  const withdraw = { does: 'withdraw' } as const
  const toBuy = { outputToken: nativeAddress }
  const arriving = (token: Address, units = least, sentUnits = 0n, isReceivers = false) => {
    return { token, units, isReceivers, sentUnits }
  }

  test.each<[string, Part, Partial<SimulationAim>, unknown]>([
    ['is the minimum', {}, {}, arriving(dai)],
    [
      "is the recipient's where the person swaps for somebody else",
      toFriend,
      {},
      arriving(dai, least, 0n, true),
    ],
    [
      'is on top of the fee where the coin of the chain is bought',
      toBuy,
      {},
      arriving(nativeAddress, least, 7n),
    ],
    ['is without a fee if there is no transaction', { ...toBuy, value: null }, {}, arriving(nativeAddress)],
    ['is any input withdrawn from the inbox', { kind: 'inbox' }, withdraw, arriving(usdc, 1n)],
    [
      'is any input of a withdrawn manual swap, whatever its receiver',
      toFriend,
      withdraw,
      arriving(usdc, 1n),
    ],
    ['is nothing where only an approval is tried', {}, { does: 'nothing' }, null],
    ['is nothing where it arrives on another chain', { destinationChainId: 31_338 }, {}, null],
    ['is nothing where somebody else delivers later', { kind: 'inbox' }, {}, null],
    ['is nothing where the output has no address', { outputToken: 'GABC' }, {}, null],
  ])('%s', (_name, part, aim, arrives) => {
    expect(weighed(part, aim).expected.arrives).toEqual(arrives)
  })

  test('is measured on the recipient’s account, in the output token', () => {
    expect(weighed(toFriend).simulation.receiver).toEqual({ address: friend, token: dai })
  })

  test.each<[string, Part, Partial<SimulationAim>]>([
    ['the person is the recipient', {}, {}],
    ['the person is so in other letters', { receiverAddress: user.toUpperCase().replace('X', 'x') }, {}],
    ['the recipient has an address of another kind', { receiverAddress: 'GABC' }, {}],
    ['the recipient gets it on another chain', { ...toFriend, destinationChainId: 31_338 }, {}],
    ['somebody else delivers later', { ...toFriend, kind: 'inbox' }, {}],
    ['the output has no address', { ...toFriend, outputToken: 'GABC' }, {}],
    ['only an approval is tried', toFriend, { does: 'nothing' }],
    ['it is a withdrawal', toFriend, { does: 'withdraw' }],
  ])('is measured only on the account when %s', (_name, part, aim) => {
    expect(weighed(part, aim).simulation.receiver).toBeNull()
  })
})

describe('the maximum that may leave', () => {
  const coin = { token: nativeAddress, units: 7n }

  test.each<[string, Part, Partial<SimulationAim>, unknown]>([
    ['is the input and the fee', {}, {}, [{ token: usdc, units: input }, coin]],
    ['is the value of the coin', { inputToken: nativeAddress, value: '7' }, {}, [coin]],
    ['is the input alone without a fee', { value: '0' }, {}, [{ token: usdc, units: input }]],
    ['is the input alone if signed', { kind: 'signed', value: null }, {}, [{ token: usdc, units: input }]],
    ['is nothing for an approval', {}, { does: 'nothing' }, []],
    ['is nothing for a withdrawal', { kind: 'inbox' }, { does: 'withdraw' }, []],
  ])('%s', (_name, part, aim, leaves) => {
    expect(weighed(part, aim).expected.leaves).toEqual(leaves)
  })
})

describe('the allowance that may be granted', () => {
  test.each<[string, Part, bigint | null, unknown]>([
    ['is the input, to the pinned target', {}, input, { token: usdc, spender: target, mostUnits: input }],
    ['is no more than before without approval', {}, null, { token: usdc, spender: target, mostUnits: 0n }],
    ['is lent to the inbox', { kind: 'inbox' }, input, { token: usdc, spender: inbox, mostUnits: input }],
    ['is for Permit2', { kind: 'signed', value: null }, 5n, { token: usdc, spender: permit2, mostUnits: 5n }],
    ['is nothing where the coin itself is swapped', { inputToken: nativeAddress }, input, null],
    ['is nothing to a deposit address', { kind: 'deposit' }, input, null],
  ])('%s', (_name, part, approvesUnits, lends) => {
    const { simulation: trial, expected } = weighed(part, { approvesUnits })
    expect(expected.grantedAllowance).toEqual(lends)
    expect(trial.spenders).toEqual(
      expected.grantedAllowance === null ? [] : [{ token: usdc, spender: expected.grantedAllowance.spender }],
    )
  })

  test('is zero for a target that the deployment does not list', () => {
    expect(weighed({}, { approvesUnits: input }, harbour).expected.grantedAllowance).toBeNull()
  })
})

describe('the measured tokens and account', () => {
  const verified = (count: number): DeploymentChain['verifiedTokens'] =>
    Array.from({ length: count }, (_, at) => ({
      address: `0x${(0x1000 + at).toString(16).padStart(40, '0')}` as Address,
      symbol: `T${at}`,
      name: 'Token',
      decimals: 18,
    }))

  test('are both tokens of a swap on one chain, and those of the deployment, each once', () => {
    const [first] = verified(1)
    if (first === undefined) throw new Error('no token')
    const chain = { ...config, verifiedTokens: [{ ...first, address: usdc }, first] }
    expect(weighed({}, {}, chain).simulation.tokens).toEqual([usdc, dai, first.address])
    const away = { destinationChainId: 31_338 }
    expect(weighed(away, {}, chain).simulation.tokens).toEqual([usdc, first.address])
  })

  test('are forty tokens at most, the swap’s two first', () => {
    const { tokens } = weighed({}, {}, { ...config, verifiedTokens: verified(60) }).simulation
    expect(tokens).toHaveLength(40)
    expect(tokens.slice(0, 2)).toEqual([usdc, dai])
  })

  test('are those of the person’s account, with unchanged calls', () => {
    const call = { to: target, data: '0x1234', value: 7n } as const
    expect(createSimulation(dealOf(), [call], send, config).simulation).toMatchObject({
      account: user,
      calls: [call],
    })
  })
})

/** The result when two endpoints measure only these effects. */
function verdict(part: Part, seen: Partial<Effects>, aim: Partial<SimulationAim> = {}) {
  const still = { leaves: [], arrives: [], allowances: [], received: null, failure: null, isWhole: true }
  const effects = { ...still, ...seen }
  const said = checkEffects({ effects: [effects, effects], wanted: 2 }, weighed(part, aim).expected)
  return said.kind === 'refused' ? said.fault.kind : said.kind
}

describe('effects of a withdrawal', () => {
  test('are accepted in native or wrapped form for native currency', () => {
    const withdraw = { does: 'withdraw' } as const
    const wrapped = config.wrappedNative ?? nativeAddress
    const coin: Part = { kind: 'native', inputToken: nativeAddress }
    for (const token of [nativeAddress, wrapped]) {
      expect(verdict(coin, { arrives: [{ token, units: 1n }] }, withdraw)).toBe('measured')
    }
    expect(verdict(coin, { arrives: [{ token: dai, units: 1n }] }, withdraw)).toBe('paysLess')
    expect(verdict({ kind: 'inbox' }, { arrives: [{ token: wrapped, units: 1n }] }, withdraw)).toBe(
      'paysLess',
    )
  })
})
