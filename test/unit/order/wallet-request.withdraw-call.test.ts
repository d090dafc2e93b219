import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { createRequestSelectors, decodeCreateRequest, tupleOf } from '../../../lib/checks/swap-request.ts'
import type { RequestType } from '../../../lib/deployment/schema.ts'
import { inboxDeadlineSeconds, withdrawCall } from '../../../lib/order/wallet-request.ts'
import { usesInbox } from '../../../lib/quote/order-kind.ts'
import { problemCodeOf } from '../base/problem-code.ts'
import { honestInbox, inbox, nowSeconds, user } from '../checks/fixtures.ts'
import { pinnedTypes } from '../checks/pinned-types.ts'
import { orderOf, withTerms } from './order-fixture.ts'

/** The selectors of the inbox in wire shapes 11. */
const selectors = { SINGLE_OUTPUT_REQUEST: '0xad776116', SWAP_REQUEST: '0x9da29c8e' } as const
const deployment = { types: pinnedTypes }

function inboxOrder(kind: RequestType) {
  const { witness, route } = honestInbox(kind)
  const types = pinnedTypes[kind]
  const inputs = [tupleOf(types, 'Request', 'request'), { name: 'refundAddress', type: 'address' }]
  const data =
    `${createRequestSelectors[kind]}${encodeAbiParameters(inputs, [witness, user]).slice(2)}` as const
  const txData = { to: inbox, data, value: '1500000', chainId: 31337 }
  const order = orderOf({ kind: 'native', terms: { requestType: route.requestType, txData } })
  if (!usesInbox(order)) throw new Error('a native order is sent to the inbox')
  return order
}

describe.each(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'] as const)('withdrawCall of a %s', (kind) => {
  const order = inboxOrder(kind)

  test('withdraws exactly the request that was sent', () => {
    const { to, data, value } = withdrawCall(deployment, order)
    expect([to, value, data.slice(0, 10)]).toEqual([inbox, 0n, selectors[kind]])
    // The struct starts one word earlier than in a call with a second parameter next to its offset.
    const created = order.terms.txData?.data ?? '0x'
    const request = decodeCreateRequest(kind, pinnedTypes[kind], created)
    const inputs = [tupleOf(pinnedTypes[kind], 'Request', 'request')]
    expect(data.slice(10)).toBe(encodeAbiParameters(inputs, [request?.witness]).slice(2))
  })

  test('may be called after the deadline of the request', () => {
    expect(inboxDeadlineSeconds(deployment, order)).toBe(nowSeconds + 600)
  })
})

test('finds nothing to withdraw, and no deadline, in calldata that is no request', () => {
  const order = inboxOrder('SWAP_REQUEST')
  const txData = { to: inbox, data: '0x12345678', value: '0', chainId: 31337 } as const
  const bent = withTerms(order, { txData })
  expect(problemCodeOf(() => withdrawCall(deployment, bent))).toBe('checkFailed')
  expect(inboxDeadlineSeconds(deployment, bent)).toBeNull()
})

test('throws for a signed order, which uses no inbox', () => {
  expect(inboxDeadlineSeconds(deployment, orderOf())).toBeNull()
})
