import { expect, test } from 'vitest'
import { nativeAddress } from '../../../../lib/base/hex.ts'
import { taskBeforePrompt, taskWhenApproved } from '../../../../lib/order/flows/before-prompt.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import { orderOf } from '../order-fixture.ts'

const { reviewed, terms } = orderOf()
const native = { ...reviewed, request: { ...reviewed.request, inputToken: nativeAddress } }
const endsMs = terms.quoteExpirySeconds * 1000

test.each<[OrderKind, string, string]>([
  ['signed', 'prepareApproval', 'prepareApproval'],
  ['inbox', 'prepareApproval', 'requote'],
  ['manual', 'prepareApproval', 'requote'],
  ['native', 'prepareSend', 'requote'],
  ['deposit', 'prepareSend', 'prepareSend'],
])('before any wallet request, a %s order is read for or quoted again', (kind, fresh, stale) => {
  const order = orderOf({ state: 'confirmed', kind, ...(kind === 'native' ? { reviewed: native } : {}) })
  expect(taskBeforePrompt(order, endsMs - 60_000).name).toBe(fresh)
  expect(taskBeforePrompt(order, endsMs).name).toBe(stale)
})

test.each<[OrderKind, string]>([
  ['signed', 'prepareSign'],
  ['inbox', 'prepareSend'],
])('after its approval, a %s order continues or is quoted again', (kind, fresh) => {
  const order = orderOf({ state: 'approved', kind })
  expect(taskWhenApproved(order, endsMs - 60_000).name).toBe(fresh)
  expect(taskWhenApproved(order, endsMs).name).toBe('requote')
})
