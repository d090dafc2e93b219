import { describe, expect, test } from 'vitest'
import type { Measurement, Simulation } from '../../../../lib/chain/effects.ts'
import { requireSimulated, type SimulatePorts } from '../../../../lib/order/flows/repeat-simulation.ts'
import type { Order, WalletRequestRecord } from '../../../../lib/order/order.ts'
import { deployment } from '../../../harness/chains.ts'
import { noEffects } from '../../../harness/simulate-calls.ts'
import { harbour, permit2, usdc } from '../../checks/fixtures.ts'
import { orderOf } from '../order-fixture.ts'

const unmeasured: Measurement = { effects: [], wanted: 2 }
const measured: Measurement = { effects: [noEffects, noEffects], wanted: 2 }
const order = orderOf()

/** A chain that returns these measurements in sequence. */
function portsOf(measurements: readonly Measurement[]) {
  const [trials, waitsMs]: [Simulation[], number[]] = [[], []]
  const ports: SimulatePorts = {
    deployment: { ...deployment, chains: [harbour] },
    chain: {
      measure: async (_chainId, trial) => {
        trials.push(trial)
        return measurements[trials.length - 1] ?? unmeasured
      },
      simulate: async () => null,
    },
    later: (waitMs, work) => {
      waitsMs.push(waitMs)
      queueMicrotask(work)
      return () => {}
    },
  }
  return { ports, trials, waitsMs }
}

describe('right before the wallet request', () => {
  const requestFor = (purpose: WalletRequestRecord['purpose'], amountUnits: string | null = null) => ({
    requestId: 'r1',
    purpose,
    requestedMs: 0,
    accountNonce: 4,
    amountUnits,
  })
  const native = orderOf({ kind: 'native' })

  test('does not simulate a signature', async () => {
    const { ports, trials } = portsOf([])
    await requireSimulated(order, requestFor('sign'), ports)
    expect(trials).toEqual([])
  })

  test('retries an unmeasurable call four times, two seconds apart, then throws', async () => {
    const { ports, trials, waitsMs } = portsOf([])
    await expect(requireSimulated(native, requestFor('send'), ports)).rejects.toMatchObject({
      data: { code: 'notSimulated' },
    })
    expect(trials).toHaveLength(4)
    expect(waitsMs).toEqual([2_000, 2_000, 2_000])
  })

  test('continues when the fourth try is measured', async () => {
    const { ports, trials } = portsOf([unmeasured, unmeasured, unmeasured, measured])
    await requireSimulated(native, requestFor('send'), ports)
    expect(trials).toHaveLength(4)
  })

  const failing: Measurement = {
    effects: [{ ...noEffects, failure: 'execution reverted: TRANSFER_FROM_FAILED' }],
    wanted: 1,
  }
  const takes: Measurement = {
    effects: [{ ...noEffects, leaves: [{ token: usdc, units: 10n ** 18n }] }],
    wanted: 1,
  }
  const inbox = orderOf({ kind: 'inbox' })

  test.each(['approve', 'send'] as const)(
    'continues with a call (%s) that no longer fails: a node lagged behind the step before',
    async (purpose) => {
      const { ports, trials, waitsMs } = portsOf([failing, unmeasured, failing, measured])
      await requireSimulated(inbox, requestFor(purpose, '5'), ports)
      expect(trials).toHaveLength(4)
      expect(waitsMs).toEqual([2_000, 2_000, 2_000])
    },
  )

  test('throws the words of a call that fails four times', async () => {
    const { ports, trials } = portsOf([failing, failing, failing, failing, measured])
    await expect(requireSimulated(native, requestFor('send'), ports)).rejects.toMatchObject({
      data: { code: 'wouldFail', facts: { reason: 'execution reverted: TRANSFER_FROM_FAILED' } },
    })
    expect(trials).toHaveLength(4)
  })

  test.each<[string, WalletRequestRecord['purpose'], Measurement, string]>([
    ['a failing exit', 'revoke', failing, 'wouldFail'],
    ['a call that takes more', 'send', takes, 'takesMore'],
  ])('refuses %s without another try', async (_what, purpose, seen, code) => {
    const { ports, trials } = portsOf([seen, measured])
    await expect(requireSimulated(inbox, requestFor(purpose, '0'), ports)).rejects.toThrow(code)
    expect(trials).toHaveLength(1)
  })

  test.each<[string, Order, WalletRequestRecord]>([
    ['of an exit', order, requestFor('revoke', '0')],
    [
      'that the person agreed to',
      orderOf({ kind: 'native', consents: [{ code: 'notSimulated', facts: {} }] }),
      requestFor('send'),
    ],
  ])('continues with an unmeasurable call %s', async (_what, one, record) => {
    const { ports, trials } = portsOf([])
    await requireSimulated(one, record, ports)
    expect(trials).toHaveLength(1)
  })

  test('does not accept the consent to a different question', async () => {
    const order = orderOf({ kind: 'native', consents: [{ code: 'unprovenRoute', facts: {} }] })
    await expect(requireSimulated(order, requestFor('send'), portsOf([]).ports)).rejects.toThrow(
      'notSimulated',
    )
  })

  /** The allowance is this many units afterwards. */
  const lends = (units: bigint): Measurement => {
    const change = { token: usdc, spender: permit2, before: 0n, after: units }
    const effects = { ...noEffects, allowances: [change] }
    return { effects: [effects, effects], wanted: 2 }
  }

  test.each(['approve', 'resetApproval', 'revoke'] as const)(
    '%s may grant the named allowance, but not more',
    async (purpose) => {
      await requireSimulated(order, requestFor(purpose, '5'), portsOf([lends(5n)]).ports)
      await expect(
        requireSimulated(order, requestFor(purpose, '5'), portsOf([lends(6n)]).ports),
      ).rejects.toThrow('takesMore')
    },
  )

  test('a payment may grant nothing, and takes at most a rounding more than the reviewed amount', async () => {
    const { inputAmount } = inbox.reviewed.request
    const pays = (units: bigint): Measurement => {
      const effects = { ...noEffects, leaves: [{ token: usdc, units }] }
      return { effects: [effects, effects], wanted: 2 }
    }
    for (const rounded of [0n, 2n])
      await requireSimulated(inbox, requestFor('send'), portsOf([pays(BigInt(inputAmount) + rounded)]).ports)
    const more = portsOf([pays(BigInt(inputAmount) + 3n)])
    await expect(requireSimulated(inbox, requestFor('send'), more.ports)).rejects.toThrow('takesMore')
    const approves = portsOf([pays(1n)])
    await expect(requireSimulated(order, requestFor('approve', '5'), approves.ports)).rejects.toThrow(
      'takesMore',
    )
  })
})
