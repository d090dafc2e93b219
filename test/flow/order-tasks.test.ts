import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, user } from '../harness/chains.ts'
import { createWaitingOrder, runTask } from '../harness/one-task.ts'
import { ofKind, transactionOf, withTerms } from '../unit/order/order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const sent = transactionOf('send', { hash, chainId: harbour.chainId, accountNonce: 0 })

describe('before a transaction request', () => {
  test('an expired deposit address is not paid', async () => {
    const { world, order } = await createWaitingOrder(depositRequest, { routeKey: 'deposit' })
    await world.advanceTime(11 * 60_000)
    expect(await runTask(world, 'prepareSend', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'quoteExpired' },
    })
  })

  test.each<[string, QuoteRequest, ReviewChoice | undefined, bigint, string]>([
    ['the amount itself, in the native currency', nativeRequest, undefined, 1n, 'balanceTooLow'],
    ['its gas, in the native currency', nativeRequest, undefined, 5n, 'gasTooLow'],
    ['the native fee', manualRequest, acrossRoute, 1n, 'gasTooLow'],
    ['gas next to the native fee', manualRequest, acrossRoute, 5n, 'gasTooLow'],
  ])('the balance must be sufficient for %s', async (_name, request, choice, units, code) => {
    const { world, order } = await createWaitingOrder(request, choice)
    const balance = world.chain.ledger.balance(harbour.chainId, nativeAddress, user)
    world.chain.ledger.give(harbour.chainId, nativeAddress, user, units - balance)
    const requested = withTerms(order, { txData: { ...order.terms.txData, value: '5' } })
    expect(await runTask(world, 'prepareSend', requested)).toMatchObject({
      kind: 'blocked',
      problem: { code },
    })
  })

  test('a call that would fail is not requested', async () => {
    const world = await createFundedWorld(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.simulation = 'execution reverted: closed'
    const id = await world.confirm(reviewKey)
    const reported = {
      code: 'wouldFail',
      money: 'nothingSent',
      facts: { reason: 'execution reverted: closed' },
    }
    expect((await world.waitForState(id, 'needs_user')).problem).toMatchObject(reported)
    expect(world.wallet.prompts).toEqual([])
  })

  test.each([
    ['that reverts while no endpoint simulates', 'execution reverted', 'wouldFail'],
    ['without a simulation', null, 'notSimulated'],
  ])('a call %s is reported with its own code', async (_where, words, code) => {
    const world = await createFundedWorld(nativeRequest)
    const { reviewKey } = await world.createReview(nativeRequest)
    world.chain.simulation = words
    world.chain.measurement = () => ({ effects: [], wanted: 2 })
    const id = await world.confirm(reviewKey)
    expect((await world.waitForState(id, 'needs_user')).problem).toMatchObject({ code })
    expect(world.wallet.prompts).toEqual([])
  })

  test('a signature is not requested when its contract has no code', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const { reader } = world.chain
    Object.assign(reader, { codeAt: async () => '0x' })
    expect(await runTask(world, 'prepareSign', order)).toMatchObject({
      kind: 'blocked',
      problem: { code: 'checkFailed', facts: { reason: 'D-5' } },
    })
  })
})

describe('an order without the data that its task needs', () => {
  test('polls the service when there is no cancellation or withdrawal', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    for (const task of ['watchCancel', 'watchWithdraw'] as const) {
      expect(await runTask(world, task, order)).toMatchObject({ kind: 'polled' })
    }
  })

  test('reports revokeNotSent when there is no revocation', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    await expect(runTask(world, 'watchRevoke', order)).rejects.toMatchObject({
      data: { code: 'revokeNotSent' },
    })
  })

  test('refuses an approval of a spender that is not in the deployment file', async () => {
    const { world, order } = await createWaitingOrder(signedRequest)
    const fault = { code: 'checkFailed', facts: { reason: 'V-3' } }
    const deposit = ofKind(order, 'deposit')
    await expect(runTask(world, 'watchApproval', deposit)).rejects.toMatchObject({ data: fault })
    const requested = await runTask(world, 'prepareApproval', deposit)
    expect(requested).toMatchObject({ kind: 'blocked', problem: fault })
  })

  test('fails the poll without a request hash', async () => {
    const { world, order } = await createWaitingOrder(manualRequest, acrossRoute)
    world.service.calls.length = 0
    expect(await runTask(world, 'poll', order, true)).toMatchObject({
      kind: 'pollFailed',
      problem: { code: 'orderNotFound', money: 'unknown' },
    })
    expect(world.service.calls).toEqual([])
  })

  test('waits for a transaction without a nonce', async () => {
    const { world, order } = await createWaitingOrder(nativeRequest)
    const known = { ...order, transactions: [{ ...sent, accountNonce: null }] }
    expect(await runTask(world, 'watchTransaction', known)).toMatchObject({ state: 'sent', differs: false })
    expect(await runTask(world, 'findTransaction', { ...order, walletRequest: null })).toEqual({
      kind: 'transactionFound',
      hash: null,
    })
  })
})
