import { expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
} from '../harness/actions.ts'
import { account, harbour, user } from '../harness/chains.ts'
import { payByWallet } from '../harness/deposits.ts'
import type { World } from '../harness/world.ts'

/**
 * Makes one endpoint report a waiting transaction as mined, in a block that is dropped. The others never do.
 */
function fakeMinedBlock(world: World): { isOver: boolean } {
  const { reader } = world.chain
  const { transaction } = reader
  const lie = { isOver: false }
  world.chain.fates.push('stick')
  reader.transaction = async (chainId, hash) => {
    const view = await transaction(chainId, hash)
    if (lie.isOver || view.kind !== 'waiting') return view
    return { ...view, kind: 'mined', succeeded: true, confirmations: 1, blockSeconds: 1_800_000_002 }
  }
  return lie
}

test.each([
  ['native currency to the inbox', nativeRequest, {}],
  ['a deposit', depositRequest, payByWallet],
  ['a route of build-tx', manualRequest, acrossRoute],
] as const)(
  'goes back from pending to sent when the block of a transaction is dropped: %s',
  async (_name, request, choice) => {
    const world = await createFundedWorld(request, { fate: [] })
    const { ledger } = world.chain
    if (request === manualRequest) {
      for (const target of harbour.manualTargets)
        ledger.allow(harbour.chainId, request.inputToken, user, 2n * BigInt(request.inputAmount), target)
    }
    const before = ledger.balance(harbour.chainId, request.inputToken, user)
    const lie = fakeMinedBlock(world)
    const id = await world.startOrder(request, account, choice)
    const shown = await world.waitForState(id, 'pending')
    expect(shown.transactions).toMatchObject([{ state: 'mined' }])
    lie.isOver = true
    const back = await world.waitForState(id, 'sent')
    expect(back).toMatchObject({ problem: null, transactions: [{ state: 'sent', minedMs: null }] })
    expect(back.timeline.map(({ step }) => step)).not.toContain('mined')
    // The person cancels it in the wallet. Nothing was paid and nothing will be.
    const nonce = back.transactions[0]?.accountNonce ?? 0
    world.chain.sendAt({ chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n }, nonce)
    const over = await world.waitForState(id, 'needs_user')
    expect(over.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
    await world.advanceTime(24 * hourMs)
    expect(ledger.balance(harbour.chainId, request.inputToken, user)).toBe(before)
    expect((await world.readOrder(id)).state).not.toBe('pending')
  },
)
