import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { taskWhenSigned } from '../../lib/order/flows/signature.ts'
import { taskWhileSubmitting } from '../../lib/order/flows/submission.ts'
import type { OrderTransaction } from '../../lib/order/order-parts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  begin,
  confirm,
  depositAsk,
  fund,
  manualAsk,
  nativeAsk,
  pass,
  review,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { does, waiting } from '../harness/one-task.ts'
import { createWorld } from '../harness/world.ts'
import { ofKind, withPart, withTerms } from '../unit/order/order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const sent: OrderTransaction = {
  purpose: 'send',
  hash,
  chainId: harbour.chainId,
  state: 'sent',
  accountNonce: 0,
  sentMs: 0,
  minedMs: null,
  amountUnits: '5',
}

describe('before a transaction is sent', () => {
  test('a deposit address that is over is not paid to', async () => {
    const { world, order } = await waiting(depositAsk, { routeKey: 'deposit' })
    await pass(world, 11 * 60_000)
    expect(await does(world, 'prepareSend', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'quoteExpired' },
    })
  })

  test.each<[string, QuoteRequest, ReviewChoice | undefined, bigint, string]>([
    ['the amount itself, in the native currency', nativeAsk, undefined, 1n, 'balanceTooLow'],
    ['its gas beside it, in the native currency', nativeAsk, undefined, 5n, 'gasTooLow'],
    ['what goes on top of a token', manualAsk, across, 1n, 'gasTooLow'],
    ['gas beside what goes on top of a token', manualAsk, across, 5n, 'gasTooLow'],
  ])('the balance has to do for %s', async (_name, ask, choice, units, code) => {
    const { world, order } = await waiting(ask, choice)
    const balance = world.chain.ledger.balance(harbour.chainId, nativeAddress, user)
    world.chain.ledger.give(harbour.chainId, nativeAddress, user, units - balance)
    const asked = withTerms(order, { txData: { ...order.terms.txData, value: '5' } })
    expect(await does(world, 'prepareSend', asked)).toMatchObject({ kind: 'blocked', problem: { code } })
  })

  test('a call that would fail is not asked for', async () => {
    const world = await createWorld()
    fund(world, nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.simulation = 'execution reverted: closed'
    const id = await confirm(world, reviewKey)
    const told = { code: 'wouldFail', money: 'nothingSent', facts: { reason: 'execution reverted: closed' } }
    expect((await untilState(world, id, 'needs_user')).problem).toMatchObject(told)
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([
    ['where no endpoint measures', 'execution reverted', 'wouldFail'],
    ['where nobody can say', null, 'notSimulated'],
  ])('a call %s is told of as that', async (_where, words, code) => {
    const world = await createWorld()
    fund(world, nativeAsk)
    const { reviewKey } = await review(world, nativeAsk)
    world.chain.simulation = words
    world.chain.measured = () => ({ effects: [], wanted: 2 })
    const id = await confirm(world, reviewKey)
    expect((await untilState(world, id, 'needs_user')).problem).toMatchObject({ code })
    expect(world.wallet.prompts).toEqual([])
  })

  test('a signature is not asked for where there is no contract to take it', async () => {
    const { world, order } = await waiting(signedAsk)
    const { reader } = world.chain
    Object.assign(reader, { codeAt: async () => '0x' })
    expect(await does(world, 'prepareSign', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'checkFailed', facts: { reason: 'D-5' } },
    })
  })
})

describe('a record that lacks what its task needs is no answer', () => {
  test('what is not there is neither verified nor posted', async () => {
    const { order } = await waiting(signedAsk)
    expect(taskWhenSigned(withPart(order, { signature: null }))).toBeNull()
    expect(taskWhileSubmitting(withPart(order, { submitBody: null }), 0).name).toBe('poll')
    expect(taskWhileSubmitting(withPart(order, { submitBody: '{}' }), 0).name).toBe('submit')
  })

  test('a transaction that is not there is looked for', async () => {
    const { world, order } = await waiting(nativeAsk)
    const seen = await does(world, 'watchTransaction', { ...order, transactions: [] })
    expect(seen).toMatchObject({ kind: 'transactionFound', hash: null })
  })

  test('the service is asked where nothing is cancelled or taken out', async () => {
    const { world, order } = await waiting(signedAsk)
    for (const task of ['watchCancel', 'watchWithdraw'] as const) {
      expect(await does(world, task, order)).toMatchObject({ kind: 'polled' })
    }
  })

  test('nobody knows of a revocation that is not there', async () => {
    const { world, order } = await waiting(signedAsk)
    await expect(does(world, 'watchRevoke', order)).rejects.toMatchObject({ data: { code: 'revokeUnknown' } })
  })

  test('nobody is approved whom the file does not name', async () => {
    const { world, order } = await waiting(signedAsk)
    const fault = { code: 'checkFailed', facts: { reason: 'V-3' } }
    const deposit = ofKind(order, 'deposit')
    await expect(does(world, 'watchApproval', deposit)).rejects.toMatchObject({ data: fault })
    const asked = await does(world, 'prepareApproval', deposit)
    expect(asked).toMatchObject({ kind: 'blocked', problem: fault })
  })

  test('a look without anything to look up', async () => {
    const { world, order } = await waiting(manualAsk, across)
    world.service.calls.length = 0
    expect(await does(world, 'poll', order, true)).toMatchObject({
      kind: 'pollFailed',
      problem: { code: 'orderNotFound', money: 'unknown' },
    })
    expect(world.service.calls).toEqual([])
  })

  test('a transaction without a nonce is waited for', async () => {
    const { world, order } = await waiting(nativeAsk)
    const known = { ...order, transactions: [{ ...sent, accountNonce: null }] }
    expect(await does(world, 'watchTransaction', known)).toMatchObject({ state: 'sent', differs: false })
    expect(await does(world, 'findTransaction', { ...order, walletRequest: null })).toEqual({
      kind: 'transactionFound',
      hash: null,
    })
  })
})

describe('a transaction that took the place of ours', () => {
  test('and is unknown itself is waited for', async () => {
    const { world, order } = await waiting(nativeAsk)
    Object.assign(world.chain.reader, {
      accountNonce: async () => 1,
      transactionOfNonce: async () => `0x${'cd'.repeat(32)}`,
    })
    expect(await does(world, 'watchTransaction', { ...order, transactions: [sent] })).toMatchObject({
      state: 'sent',
    })
    expect(await does(world, 'findTransaction', order)).toMatchObject({ hash: null })
  })

  test('is not our own under the same hash', async () => {
    const { world, order } = await waiting(nativeAsk)
    Object.assign(world.chain.reader, { accountNonce: async () => 1, transactionOfNonce: async () => hash })
    expect(await does(world, 'watchTransaction', { ...order, transactions: [sent] })).toMatchObject({
      state: 'sent',
    })
  })

  test.each([
    ['replaced', 'cancel'],
    ['failed', 'fail'],
  ] as const)('stops an approval that is %s', async (state, fate) => {
    const world = await createWorld('memory')
    fund(world, signedAsk)
    world.chain.fates.push(fate)
    const order = await untilState(world, await begin(world, signedAsk), 'needs_user')
    expect(order).toMatchObject({ problem: { code: 'approvalFailed' }, transactions: [{ state }] })
  })
})
