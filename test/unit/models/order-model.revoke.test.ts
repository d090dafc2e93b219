import { expect, it, vi } from 'vitest'
import { restoreProblem } from '../../../lib/base/problem.ts'
import { createAppModel } from '../../../lib/models/app-model.ts'
import type { AllowanceEntry } from '../../../lib/order/allowances.ts'
import { type Answers, createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import * as fakeOrders from './fake-orders.ts'
import { createFakePorts } from './fake-ports.ts'

const gone = {
  code: 'rpcUnreachable',
  money: 'unmoved',
  reportedBy: 'ferry',
  facts: {},
  serverRequestId: null,
  retryAfterMs: null,
} as const

function opened(answers: Partial<Answers> = {}) {
  const { ports, settle, client } = createFakePorts((nowMs) =>
    createFakeClient({
      nowMs,
      answers,
      orders: [fakeOrders.order(nowMs(), { state: 'abandoned_unsigned' })],
    }),
  )
  const sent = (name: string) => client.sent.filter((one) => one.name === name).map(({ input }) => input)
  return { create: createAppModel({ ...ports, hash: '' }).create, settle, sent }
}

const [token] = data.tokens
if (token === undefined) throw new Error('no token')
const client: AllowanceEntry = {
  orderId: 'order-1',
  kind: 'signed',
  token,
  owner: `0x${'11'.repeat(20)}`,
  spender: `0x${'22'.repeat(20)}`,
  left: { units: '5', sources: 2 },
  revokeBlockedBy: null,
}

it('sends one wallet request, with the key of the displayed review', async () => {
  const { create, sent } = opened()
  const { exits } = await create.order('order-1')
  const { revoke } = exits
  await revoke.confirm()
  await revoke.open()
  expect(revoke.review.value).toMatchObject({ reviewKey: 'revoke-1' })
  await Promise.all([revoke.confirm(), revoke.confirm()])
  expect(sent('confirmExit')).toEqual([{ kind: 'revoke', reviewKey: 'revoke-1' }])
  expect(revoke.review.value).toBeNull()
})

it('shows why it cannot be revoked, and can be closed', async () => {
  const { create } = opened({ reviewExit: () => Promise.reject(restoreProblem(gone)) })
  const { exits } = await create.order('order-1')
  const { revoke } = exits
  await revoke.open()
  expect([revoke.review.value, revoke.problem.value]).toEqual([null, gone])
  revoke.close()
  expect(revoke.problem.value).toBeNull()
})

it('reads the allowances when they are displayed, and again after a revocation', async () => {
  const allowances = vi.fn(() => [client])
  const { create, settle, sent } = opened({ allowances })
  const model = await create.allowances()
  expect(model.lines.value).toBeNull()
  await settle()
  expect(model.lines.value).toEqual([client])
  await model.revoke('order-1')
  expect(model.opened.value?.model.exits.revoke.review.value).toMatchObject({ reviewKey: 'revoke-1' })
  expect(sent('reviewExit')).toEqual([{ kind: 'revoke', orderId: 'order-1' }])
  model.dispose()
  expect(model.opened.value).toBeNull()
})

it('shows why the list could not be read, and reads it again', async () => {
  const allowances = vi.fn<() => readonly AllowanceEntry[]>(() => {
    throw restoreProblem(gone)
  })
  const { create, settle } = opened({ allowances })
  const model = await create.allowances()
  await settle()
  expect([model.lines.value, model.problem.value]).toEqual([null, gone])
  allowances.mockReturnValue([])
  await model.read()
  expect([model.lines.value, model.problem.value]).toEqual([[], null])
})
