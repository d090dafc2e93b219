import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { minuteMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  account,
  across,
  begin,
  fund,
  isAtRest,
  manualAsk,
  nativeAsk,
  pass,
  sameChainAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import type { Call } from '../harness/fake-chain.ts'
import { createWorld, type World } from '../harness/world.ts'

const sameChain: QuoteRequest = { ...sameChainAsk, options: { enableManual: true } }

/** A manual swap whose wallet took approval and swap as one, and has carried out neither. */
async function taken(
  ask: QuoteRequest,
): Promise<{ world: World; id: string; callsId: string; calls: Call[] }> {
  const world = await createWorld()
  fund(world, ask)
  world.wallet.atomic = 'supported'
  world.chain.fates.push('stick')
  world.solver.fate = []
  const id = await begin(world, ask, account, across)
  const { callsId } = await untilState(world, id, 'sent')
  return { world, id, callsId: callsId ?? '', calls: [...world.chain.sent] }
}

/** The wallet names a transaction as the one that carried its calls. */
function names(world: World, callsId: string, hash: Hex): void {
  world.wallet.bundles.set(callsId, { hash, status: 200 })
}

describe('a transaction of the router that the wallet names for its calls', () => {
  test.each([
    ['takes nothing', () => 0n],
    ['takes half of the input', (units: bigint) => units / 2n],
    ['takes more than the input', (units: bigint) => units + 1n],
  ] as const)('is not the swap where it %s', async (_what, unitsOf) => {
    const { world, id, callsId, calls } = await taken(manualAsk)
    const [, swap] = calls
    if (swap === undefined) throw new Error('no swap')
    const units = unitsOf(BigInt(manualAsk.inputAmount))
    world.chain.ledger.allow(harbour.chainId, manualAsk.inputToken, user, units, swap.to)
    names(world, callsId, world.chain.carry([{ ...swap, data: withUnits(swap.data, units) }], user))
    const seen = await untilState(world, id, 'unknown_outcome')
    expect(seen).toMatchObject({ problem: { code: 'transactionDiffers' }, callsId })
    expect(seen.transactions.at(-1)).toMatchObject({ purpose: 'send', differs: true })
    // The calls themselves are still awaited, and nothing is requested again.
    world.chain.fates.length = 0
    names(world, callsId, world.chain.carry(calls, user))
    const order = await untilState(world, id, 'pending')
    expect(order.transactions.at(-1)).toMatchObject({ state: 'mined' })
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is the swap where it takes the exact input', async () => {
    const { world, id, callsId, calls } = await taken(sameChain)
    names(world, callsId, world.chain.carry(calls, user))
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
  })

  test('is not the swap where it was mined before the order', async () => {
    const { world, id, callsId, calls } = await taken(manualAsk)
    const hash = world.chain.carry(calls, user)
    await pass(world, minuteMs)
    const { payment } = world.chain.reader
    world.chain.reader.payment = async (...asked) => {
      const read = await payment(...asked)
      return read.payment === null ? read : { ...read, payment: { ...read.payment, blockNumber: 1n } }
    }
    names(world, callsId, hash)
    expect(await untilState(world, id, 'unknown_outcome')).toMatchObject({
      problem: { code: 'transactionDiffers' },
    })
  })
})

test('a native swap of a contract account is told by the request that the inbox names', async () => {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.chain.owners.set(user, user)
  world.wallet.moods.push('relayed')
  const id = await begin(world, nativeAsk)
  expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
})

/** The call of the router with another amount of the input: its second word. */
function withUnits(data: Hex, units: bigint): Hex {
  const word = units.toString(16).padStart(64, '0')
  return `0x${data.slice(2, 10)}${data.slice(10, 74)}${word}${data.slice(138)}`
}
