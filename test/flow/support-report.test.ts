import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { supportText } from '../../lib/order/order-view.ts'
import { acrossRoute, createUnexecutedOrder, manualRequest, startSwap } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'

/** The first service calls of an order, in the order of their requests. */
const firstEndpoints = ['chains', 'tokens', 'tokens', 'quote']

test('stores fifty service calls: the first ones and the newest polls, each with its time and request id', async () => {
  const { world, id } = await createUnexecutedOrder()
  await world.advanceTime(6 * minuteMs)
  const order = await world.readOrder(id)
  expect(order.readCount).toBeGreaterThan(50)
  expect(order.serviceCalls).toHaveLength(50)
  const newest = order.serviceCalls.at(-1)
  expect(newest).toMatchObject({ endpoint: 'status', outcome: 'ok' })
  expect(newest?.atMs).toBeGreaterThan(order.serviceCalls[0]?.atMs ?? 0)
  const endpoints = order.serviceCalls.map(({ endpoint }) => endpoint)
  expect(endpoints).toEqual([...firstEndpoints, 'submit', ...Array(45).fill('status')])
  const text = supportText(order, '1')
  for (const { atMs, endpoint, serverRequestId } of order.serviceCalls) {
    expect(serverRequestId).toMatch(/^server-/)
    expect(text).toContain(`${new Date(atMs).toISOString()} ${endpoint} ok ${serverRequestId}`)
  }
  expect(text).not.toContain(String(order.signature))
  expect(text.toLowerCase()).not.toContain(user)
})

test('stores a renewed quote with the transaction that was built for it, and with failed calls', async () => {
  const { world, id } = await startSwap(manualRequest, { behaviours: ['silent'], choice: acrossRoute })
  const { walletRequest } = await world.waitForState(id, 'approve_requested')
  await world.advanceTime(90_000)
  world.service.faults.build.push({ code: 'serviceFailed' })
  await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'routeUnusable', facts: { reason: 'notBuilt' } })
  expect(stopped.serviceCalls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toEqual([
    ...firstEndpoints.map((endpoint) => `${endpoint} ok`),
    'build-tx ok',
    'quote ok',
    'build-tx serviceFailed',
  ])
  expect(stopped.serviceCalls.filter(({ serverRequestId }) => serverRequestId === null)).toEqual([])
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await world.waitForEnd(id)
  expect(supportText(order, '1')).toMatch(/ quote ok server-\d+\n.* build-tx ok server-\d+/)
})
