import { expect } from 'vitest'
import { hourMs, minuteMs } from '../../../lib/base/time.ts'
import type { ChainReader } from '../../../lib/chain/chain-reader.ts'
import { createFundedWorld, signedRequest } from '../../harness/actions.ts'
import { harbour, user } from '../../harness/chains.ts'
import { createQuorum, withChangedAnswer } from '../../harness/proof-reads.ts'
import type { World } from '../../harness/world.ts'
import { isFullyEnded } from '../../harness/world-actions.ts'
import { cell } from './fault-matrix.ts'
import {
  answerPrompt,
  endNotices,
  expectSettled,
  expectUnchanged,
  holdAt,
  settleAtSolver,
} from './held-swap.ts'

/**
 * Makes the nodes lie. The returned function makes them honest again. It fails if one of the lies was never
 * read, because such a cell proves nothing.
 */
function overrideReads(world: World, said: Partial<ChainReader>): () => void {
  const { reader } = world.chain
  const names = Object.keys(said).toSorted()
  const truth = Object.fromEntries(names.map((name) => [name, Reflect.get(reader, name)]))
  const received = new Set<string>()
  const lies = Object.entries(said).map(([name, lie]) => [
    name,
    (...requests: readonly unknown[]) => {
      received.add(name)
      return Reflect.apply(lie, undefined, requests)
    },
  ])
  Object.assign(reader, Object.fromEntries(lies))
  return () => {
    Object.assign(reader, truth)
    expect([...received].toSorted(), 'lies that were heard').toEqual(names)
  }
}

const unknownTransaction = async () => ({ kind: 'unknown' }) as const

export const lieCells = [
  cell(
    'reorg',
    'A',
    'waits for an approval whose block is dropped, and never requests it twice',
    async () => {
      const at = await holdAt('A')
      const { transaction } = at.world.chain.reader
      let isSeen = false
      const back = overrideReads(at.world, {
        allowance: async () => 0n,
        async transaction(chainId, hash) {
          const view = await transaction(chainId, hash)
          if (view.kind !== 'mined' || isSeen) return unknownTransaction()
          isSeen = true
          return view
        },
      })
      await answerPrompt(at, 'yes')
      await at.world.advanceTime(minuteMs / 3)
      expect(isSeen).toBe(true)
      expect(await at.world.readOrder(at.id)).toMatchObject({ state: 'approve_sent', problem: null })
      expect(at.world.wallet.prompts).toHaveLength(1)
      back()
      await expectSettled(at, 2)
    },
  ),

  cell(
    'reorg',
    'T',
    'makes no second transaction and reports no failure when a receipt disappears',
    async () => {
      const at = await holdAt('T')
      at.world.solver.fate = []
      at.world.service.isIndexing = false
      const { transactionQuorum } = at.world.chain.reader
      const deep = overrideReads(at.world, {
        transactionQuorum: async (...requested) =>
          withChangedAnswer(transactionQuorum(...requested), (view) => ({ ...view, confirmations: 0 })),
      })
      await answerPrompt(at, 'yes')
      await at.world.waitForState(at.id, 'pending')
      const back = overrideReads(at.world, { transaction: unknownTransaction })
      await at.world.restart()
      await at.world.advanceTime(5 * minuteMs)
      const held = await at.world.readOrder(at.id)
      expect([held.state, held.problem, at.world.chain.sent.length]).toEqual(['sent', null, 1])
      expect([at.world.wallet.prompts.length, endNotices(at.world)]).toEqual([1, []])
      back()
      deep()
      at.world.service.isIndexing = true
      settleAtSolver(at)
      await expectSettled(at, 1)
    },
  ),

  cell('reorg', 'P', 'ends once when the money is taken, not taken, and taken again', async () => {
    const at = await holdAt('P')
    at.world.solver.setStatus(at.world.acceptedRequest(), 2)
    await at.world.waitForOrder(at.id, (order) => order.statusCode === 2)
    at.world.acceptedRequest().code = 1
    await expectUnchanged(at, minuteMs)
    const held = await at.world.readOrder(at.id)
    expect([held.problem, new Set(held.anomalies)]).toEqual([null, new Set(['2->1'])])
    expect(endNotices(at.world)).toEqual([])
    settleAtSolver(at)
    await expectSettled(at, 1)
  }),

  cell(
    'reorg',
    'N',
    'reports an end without proof while its payment lacks confirmations or disappears',
    async () => {
      const at = await holdAt('P')
      const { payment } = at.world.chain.reader
      let depth: 'shallow' | 'gone' = 'shallow'
      const back = overrideReads(at.world, {
        payment: (chainId, wanted) =>
          withChangedAnswer(payment(chainId, wanted), (seen) =>
            depth === 'gone' || seen === null ? null : { ...seen, confirmations: 0 },
          ),
      })
      settleAtSolver(at)
      for (depth of ['shallow', 'gone'] as const) {
        await at.world.advanceTime(minuteMs)
        expect(await at.world.readOrder(at.id)).toMatchObject({
          state: 'reported_terminal',
          fundsSettled: false,
        })
      }
      back()
      const order = await expectSettled(at, 1)
      expect(order.evidence).toMatchObject({ kind: 'delivery', sources: 2 })
    },
  ),

  cell('RPC lies', 'V', 'loses only a failed swap by a false balance', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { ledger } = world.chain
    const { inputToken } = signedRequest
    ledger.give(harbour.chainId, inputToken, user, -ledger.balance(harbour.chainId, inputToken, user))
    const back = overrideReads(world, { balance: async () => 10n ** 30n })
    const { checked, approvals } = await world.createReview(signedRequest)
    // The reviewed amounts come from the request and the quote. No node changes them.
    expect([checked.reviewed.request.inputAmount, approvals]).toEqual([signedRequest.inputAmount, []])
    const id = await world.startOrder(signedRequest)
    const order = await world.waitForOrder(id, isFullyEnded, 1_000)
    expect(order.problem?.money).toBe('signedUnused')
    expect(endNotices(world)).toEqual([{ orderId: id, kind: 'failed' }])
    back()
  }),

  cell('RPC lies', 'A', 'loses only a failed swap by a false allowance', async () => {
    const world = await createFundedWorld(signedRequest)
    const held = () => world.chain.ledger.balance(harbour.chainId, signedRequest.inputToken, user)
    const before = held()
    const back = overrideReads(world, { allowance: async () => 10n ** 18n })
    const id = await world.startOrder(signedRequest)
    const order = await world.waitForOrder(id, isFullyEnded, 1_000)
    expect(order.statusCode === 5 || order.state === 'expired_unused').toBe(true)
    expect(order.problem?.money).toBe('signedUnused')
    expect(held()).toBe(before)
    expect(world.notices.map(({ kind }) => kind)).not.toContain('done')
    back()
  }),

  cell('RPC lies', 'G', 'moves nothing with a foreign signature that each node accepts', async () => {
    const at = await holdAt('G')
    const { ledger } = at.world.chain
    const held = () => ledger.balance(harbour.chainId, signedRequest.inputToken, user)
    const before = held()
    const back = overrideReads(at.world, { codeAt: async () => '0x01', isValidSignature: async () => true })
    await answerPrompt(at, 'stranger')
    const order = await at.world.waitForOrder(at.id, isFullyEnded, 1_000)
    expect([order.state, order.problem?.money, held()]).toEqual(['expired_unused', 'signedUnused', before])
    // The service rejects the signature as Permit2 would. Ferry requests no other one.
    expect([...at.world.service.submits.values()]).toMatchObject([{ accepted: 0 }])
    expect([at.world.wallet.prompts.length, endNotices(at.world)]).toEqual([
      1,
      [{ orderId: at.id, kind: 'failed' }],
    ])
    back()
  }),

  cell('RPC lies', 'T', 'ends nothing on a receipt of a transaction that was never mined', async () => {
    const at = await holdAt('T')
    const { transaction } = at.world.chain.reader
    const back = overrideReads(at.world, {
      async transaction(chainId, hash) {
        const view = await transaction(chainId, hash)
        if (view.kind !== 'waiting') return view
        return { ...view, kind: 'mined', succeeded: true, confirmations: 9, blockSeconds: 1 }
      },
    })
    at.world.chain.fates.push('stick')
    await answerPrompt(at, 'yes')
    await at.world.advanceTime(hourMs)
    const held = await at.world.readOrder(at.id)
    expect([held.fundsSettled, held.statusCode ?? 0]).toEqual([false, 0])
    expect(at.world.notices.map(({ kind }) => kind)).toEqual(['late'])
    back()
    expect(at.world.wallet.prompts).toHaveLength(1)
  }),

  cell('RPC lies', 'P', 'ends nothing on a false used nonce while the service is silent', async () => {
    const at = await holdAt('P')
    at.world.service.isIndexing = false
    const back = overrideReads(at.world, {
      nonceEvidence: async () => createQuorum(2, { used: true, blockSeconds: 2_000_000_000 }),
    })
    await at.world.advanceTime(hourMs)
    expect(await at.world.readOrder(at.id)).toMatchObject({ statusCode: 0, fundsSettled: false })
    expect([at.world.wallet.prompts.length, endNotices(at.world)]).toEqual([1, []])
    back()
    // One node alone reports the nonce as unused after the deadline. Ferry does not believe it.
    const alone = overrideReads(at.world, {
      nonceEvidence: async () => createQuorum(1, { used: false, blockSeconds: 2_000_000_000 }),
    })
    await at.world.advanceTime(hourMs)
    expect([(await at.world.readOrder(at.id)).state, endNotices(at.world)]).toEqual(['pending', []])
    alone()
    expect((await at.world.waitForOrder(at.id, isFullyEnded, 1_000)).state).toBe('expired_unused')
    expect(endNotices(at.world)).toEqual([{ orderId: at.id, kind: 'failed' }])
  }),

  cell('RPC lies', 'N', 'reports an end that at most one node shows, without proof', async () => {
    const at = await holdAt('P')
    at.world.chain.sources = 1
    settleAtSolver(at)
    await at.world.advanceTime(10 * minuteMs)
    const held = await at.world.readOrder(at.id)
    expect(held).toMatchObject({ state: 'reported_terminal', doubt: 'oneSource', fundsSettled: false })
    at.world.chain.sources = 2
    await expectSettled(at, 1)
  }),
]
