import { expect } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { minuteMs } from '../../../lib/base/time.ts'
import { createFundedWorld, delivered, signedRequest } from '../../harness/actions.ts'
import { harbour } from '../../harness/chains.ts'
import { cell } from './fault-matrix.ts'
import { answerPrompt, expectSettled, expectUnchanged, holdAt, settleAtSolver } from './held-swap.ts'

export const chainCells = [
  cell(
    'chain switched',
    ['A', 'G', 'T'],
    'sends no request to a wallet on another chain, and sends it after the switch back',
    async (column) => {
      const at = await holdAt(column, 'reject')
      await at.world.waitForState(at.id, 'needs_user')
      at.world.walletProblem = new Problem('walletWrongChain')
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      const stopped = await at.world.waitForState(at.id, 'needs_user')
      expect(stopped.problem).toMatchObject({ code: 'walletWrongChain', money: 'nothingSent' })
      expect(at.world.wallet.prompts).toHaveLength(1)
      at.world.walletProblem = null
      await at.world.run.dispatch(at.id, { kind: 'retry' })
      await expectSettled(at, column === 'A' ? 3 : 2)
      const chains = at.world.wallet.prompts.map((prompt) => prompt.chain?.chainId)
      expect(new Set(chains)).toEqual(new Set([harbour.chainId]))
    },
  ),

  cell('chain switched', 'P', 'sends no wallet request while the swap is followed', async () => {
    const at = await holdAt('P')
    at.world.walletProblem = new Problem('walletWrongChain')
    settleAtSolver(at)
    await expectSettled(at, 1)
  }),

  cell(
    'nonce replaced',
    'A',
    'finds a sped-up approval by its allowance, and stops after a cancelled one',
    async () => {
      const fast = await createFundedWorld(signedRequest)
      fast.chain.fates.push('reprice')
      const id = await fast.startOrder(signedRequest)
      await expectSettled({ world: fast, id }, 2)

      const stopped = await createFundedWorld(signedRequest)
      stopped.chain.fates.push('cancel')
      const other = await stopped.startOrder(signedRequest)
      expect(await stopped.waitForState(other, 'needs_user')).toMatchObject({
        problem: { code: 'approvalFailed', money: 'unmoved' },
      })
      expect(stopped.wallet.prompts).toHaveLength(1)
    },
  ),

  cell('nonce replaced', 'T', 'stops with nothing sent, and a retry sends the only swap', async () => {
    const at = await holdAt('T')
    at.world.chain.fates.push('cancel')
    await answerPrompt(at, 'yes')
    const stopped = await at.world.waitForState(at.id, 'needs_user')
    expect(stopped.problem).toMatchObject({ code: 'transactionDropped', money: 'unmoved' })
    await expectUnchanged(at, 5 * minuteMs)
    expect(at.world.service.requests.size).toBe(0)
    await at.world.run.dispatch(at.id, { kind: 'retry' })
    expect(await at.world.waitForEnd(at.id)).toMatchObject(delivered)
    expect(at.world.service.requests.size).toBe(1)
  }),

  cell('nonce replaced', 'P', 'follows the transaction under the mined hash', async () => {
    const at = await holdAt('T')
    at.world.solver.fate = []
    at.world.chain.fates.push('reprice')
    await answerPrompt(at, 'yes')
    const order = await at.world.waitForState(at.id, 'pending')
    const [replaced, mined] = order.transactions
    expect(order.transactions).toMatchObject([{ state: 'replaced' }, { state: 'mined' }])
    expect(order.sourceTransactionHash).toBe(mined?.hash)
    expect(mined?.hash).not.toBe(replaced?.hash)
    settleAtSolver(at)
    await expectSettled(at, 1)
  }),

  cell('nonce replaced', 'N', 'shows both hashes in the history', async () => {
    const at = await holdAt('T')
    at.world.chain.fates.push('reprice')
    await answerPrompt(at, 'yes')
    const order = await expectSettled(at, 1)
    expect(order.transactions.map((one) => one.state)).toEqual(['replaced', 'mined'])
    expect(new Set(order.transactions.map((one) => one.hash)).size).toBe(2)
  }),
]
