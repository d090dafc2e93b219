import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { findUnpinnedSwitchboard } from '../../lib/checks/check-witness.ts'
import { readRequest } from '../../lib/checks/swap-request.ts'
import { requireStored } from '../../lib/order/check-stored.ts'
import type { Order } from '../../lib/order/order.ts'
import type { WalletPurpose } from '../../lib/order/order-parts.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { deployment, harbour, user } from '../harness/chains.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

async function startStoppedOrder(
  quoteRequest: typeof signedRequest,
  choice: ReviewChoice = {},
): Promise<{ order: Order; nowMs: number }> {
  const world = await createFundedWorld(quoteRequest)
  world.walletProblem = new Problem('walletGone')
  const order = await world.readOrder(await world.startOrder(quoteRequest, undefined, choice))
  return { order, nowMs: world.clock.nowMs() }
}

const record = (purpose: WalletPurpose, amountUnits: string | null = null) =>
  ({ requestId: 'one', purpose, requestedMs: 0, accountNonce: 0, amountUnits }) as const

interface RequestCase {
  readonly units?: string | null
  readonly request?: typeof signedRequest
  readonly change?: (order: Order) => Order
  readonly others?: readonly Order[]
  readonly choice?: ReviewChoice
}

async function requireRequest(
  purpose: WalletPurpose,
  {
    units = null,
    request: quoteRequest = signedRequest,
    change = (order) => order,
    others = [],
    choice = {},
  }: RequestCase,
): Promise<void> {
  const { order, nowMs } = await startStoppedOrder(quoteRequest, choice)
  requireStored(change(order), record(purpose, units), { deployment, nowMs, others, chainSeconds: [] })
}

const checkFailure = { data: { code: 'checkFailed' } }
const exact = signedRequest.inputAmount

describe('an approval request', () => {
  test('is allowed for exactly the input', async () => {
    await requireRequest('approve', { units: exact })
    await requireRequest('resetApproval', { units: '0' })
    await requireRequest('approve', { units: exact, request: inboxRequest })
  })

  test('includes the need of another order with the same account and token', async () => {
    const { order } = await startStoppedOrder(signedRequest)
    const units = String(2n * BigInt(exact))
    await requireRequest('approve', { units, others: [{ ...order, id: 'other' }] })
    await expect(requireRequest('approve', { units })).rejects.toMatchObject(checkFailure)
    const elsewhere = {
      ...order.reviewed,
      request: { ...order.reviewed.request, userAddress: harbour.permit2 },
    }
    const others = [{ ...order, id: 'other', reviewed: elsewhere }]
    await expect(requireRequest('approve', { units, others })).rejects.toMatchObject(checkFailure)
  })

  test.each([null, '', '0', '1', 'all', String(2n ** 256n - 1n)])(
    'is refused for %j units',
    async (units) => {
      await expect(requireRequest('approve', { units })).rejects.toMatchObject(checkFailure)
      await expect(requireRequest('sendCalls', { units, request: inboxRequest })).rejects.toMatchObject(
        checkFailure,
      )
    },
  )

  test('is refused when a reset is not to zero', async () => {
    await expect(requireRequest('resetApproval', { units: '1' })).rejects.toMatchObject(checkFailure)
  })

  test('is refused for a spender that is not pinned', async () => {
    const change = (order: Order): Order => {
      if (order.terms.txData === null) throw new Error('no transaction')
      return withTerms(order, { txData: { ...order.terms.txData, to: user } })
    }
    await expect(
      requireRequest('approve', { units: exact, request: inboxRequest, change }),
    ).rejects.toMatchObject(checkFailure)
  })
})

test('a cancellation is allowed only for the signed nonce', async () => {
  await requireRequest('cancel', {})
  const change = (order: Order) => withTerms(order, { permitNonce: '7' })
  await expect(requireRequest('cancel', { change })).rejects.toMatchObject(checkFailure)
  await expect(requireRequest('cancel', { request: inboxRequest })).rejects.toMatchObject(checkFailure)
})

describe('a withdrawal', () => {
  const terms = (fields: object) => (order: Order) => withTerms(order, fields)
  const changes: readonly (readonly [string, (order: Order) => Order])[] = [
    ['another contract', (order) => terms({ txData: { ...order.terms.txData, to: user } })(order)],
    ['another call', (order) => terms({ txData: { ...order.terms.txData, data: '0x12345678' } })(order)],
    ['another request', terms({ requestHash: `0x${'12'.repeat(32)}` })],
    ['no transaction', terms({ txData: null })],
    [
      'a refund to another account',
      (order) => ({
        ...order,
        reviewed: {
          ...order.reviewed,
          request: { ...order.reviewed.request, userAddress: harbour.permit2 },
        },
      }),
    ],
  ]

  test('is allowed for the request that was sent', async () => {
    await requireRequest('withdraw', { request: inboxRequest })
  })

  test.each(changes)('is refused with %s', async (_name, change) => {
    await expect(requireRequest('withdraw', { request: inboxRequest, change })).rejects.toMatchObject(
      checkFailure,
    )
  })
})

test('reads the switchboard of a sent request from its calldata when none is pinned', async () => {
  const { order } = await startStoppedOrder(inboxRequest)
  const request = readRequest(order.terms, deployment)
  const { switchboardIds, ...unpinned } = harbour
  expect(switchboardIds).toEqual([1])
  expect(findUnpinnedSwitchboard(request, unpinned)).toBe('1')
  expect(findUnpinnedSwitchboard(request, harbour)).toBeNull()
})

test('refuses a request whose delegate differs from the reviewed one', async () => {
  await requireRequest('sign', {})
  const change = (delegate: Address) => (order: Order) => ({
    ...order,
    reviewed: { ...order.reviewed, delegate },
  })
  for (const request of [signedRequest, inboxRequest]) {
    const purpose = request === signedRequest ? 'sign' : 'send'
    await expect(requireRequest(purpose, { request, change: change(harbour.permit2) })).rejects.toMatchObject(
      {
        data: { code: 'checkFailed', facts: { reason: 'W-4' } },
      },
    )
  }
})

test('refuses each request of a restored order', async () => {
  const change = (order: Order): Order => ({ ...order, restored: true })
  for (const purpose of ['approve', 'sign', 'cancel'] as const) {
    const refused = requireRequest(purpose, { units: exact, change })
    await expect(refused).rejects.toMatchObject({ data: { code: 'orderRestored' } })
  }
})

describe('the consents of the stored terms', () => {
  const refused = (consent: string) => ({ data: { code: 'consentMissing', facts: { consent } } })
  const without = (order: Order): Order => ({ ...order, consents: [] })
  const thatSlips = (order: Order): Order => {
    const { request } = order.reviewed
    return { ...order, reviewed: { ...order.reviewed, request: { ...request, slippagePercent: '0.01' } } }
  }

  test('are required before each wallet request', async () => {
    await requireRequest('approve', { units: exact, request: manualRequest, choice: acrossRoute })
    const change = without
    const manual = { units: exact, request: manualRequest, choice: acrossRoute, change }
    await expect(requireRequest('approve', manual)).rejects.toMatchObject(refused('unprovenRoute'))
    await expect(requireRequest('send', { ...manual, units: null })).rejects.toMatchObject(
      refused('unprovenRoute'),
    )
  })

  test('do not cover a condition that was not agreed to', async () => {
    await requireRequest('approve', { units: exact })
    await expect(requireRequest('approve', { units: exact, change: thatSlips })).rejects.toMatchObject(
      refused('slippageAboveYours'),
    )
  })
})

describe('a revocation', () => {
  const over = (order: Order): Order => ({ ...order, state: 'abandoned_unsigned' })
  const requestFor = async (order: (order: Order) => Order, others: readonly Order[] = []) =>
    requireRequest('revoke', { units: '0', change: (one) => order(over(one)), others })

  test('sets zero for a pinned spender, after the swap ended', async () => {
    await requestFor((order) => order)
    await expect(requireRequest('revoke', { units: '1', change: over })).rejects.toMatchObject(checkFailure)
    await expect(requireRequest('revoke', { units: '0' })).rejects.toMatchObject({
      data: { code: 'allowanceInUse' },
    })
    const named = requestFor((order) => {
      const { signTypedData } = order.terms
      if (signTypedData === null) throw new Error('no typed data')
      const domain = { ...signTypedData.domain, verifyingContract: user }
      return withTerms(order, { signTypedData: { ...signTypedData, domain } })
    })
    await expect(named).rejects.toMatchObject({ data: { code: 'checkFailed', facts: { reason: 'V-3' } } })
    await expect(requestFor((order) => ({ ...order, restored: true }))).rejects.toMatchObject({
      data: { code: 'orderRestored' },
    })
  })

  test('waits for orders that count on the allowance', async () => {
    const { order } = await startStoppedOrder(signedRequest)
    const live: Order = { ...order, id: 'other', state: 'sign_requested' }
    await expect(requestFor((one) => one, [live])).rejects.toMatchObject({ data: { code: 'allowanceInUse' } })
    await requestFor(
      (one) => one,
      [
        { ...live, state: 'needs_user' },
        { ...live, state: 'abandoned_unsigned' },
      ],
    )
  })
})
