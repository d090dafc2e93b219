import { describe, expect, test } from 'vitest'
import type { AccountCall, Measurement, Simulation } from '../../../lib/chain/effects.ts'
import { createSimulation, simulateCalls } from '../../../lib/review/simulate.ts'
import { noEffects } from '../../harness/simulate-calls.ts'
import { harbour, permit2, usdc, user } from '../checks/fixtures.ts'
import { orderOf } from '../order/order-fixture.ts'

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
  const seen = await simulateCalls(
    order,
    { simulation: { ...trial, receiver }, expected: { ...expected, arrives } },
    chain,
  )
  expect(seen).toMatchObject({
    kind: 'measured',
    received: reported === null ? null : { token: usdc, units: reported },
  })
})
